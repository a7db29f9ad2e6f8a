"""Looks for right PTX of which the GPU driver's assembler makes wrong code.

    python random_ptx.py [--first SEED] [--modules N] [--seconds S] [--jobs J] [--known]
    python random_ptx.py --print SEED

Straight code of integer instructions, conversions and a few floats, as LLVM and NVRTC write them, from a seed: the same
on every machine. Every kernel is compiled at the driver's levels 0 and 4 and run on inputs rich in edge values; where
results differ, instructions become inputs, with the values that level 0 gives, as long as they still do. Prints each such
kernel with a thread's inputs and both results, and exits with status 1 then. What the project avoids already
(compiler/codegen/nvptx/README.md, "What ptxas gets wrong") is not written without --known. Needs a GPU and Python alone.
"""
import argparse
import ctypes
import multiprocessing
import os
import queue
import random
import sys
import time

THREADS, BLOCK, SLOTS, KERNELS = 2048, 256, 6, 12
WORDS32 = (0, 0, 0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7ffffffe,
           0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0xffffffff, 0xffff8000, 0xffffff80, 0xffff0000)
FACTORS = (138547333, -858993459, 613566757, 954437177, 1431655766, -2004318071, 715827883, 3, 5, 7, 10, 12, 31, 100, -3, -12)
BITS = {"h": 16, "r": 32, "d": 64}
NAMES = {"h": "b16", "r": "b32", "d": "b64", "f": "f32", "g": "f64", "p": "pred"}


def table():
    """(family, results, operands, text) of each instruction: $ is the operand or result of that number. Operands are
    registers by letter; before a letter `n` is a constant of that width, `i` one or a register, `m` a factor or a
    register; `s` is an amount of bits, `c` a divisor, `b` a byte, `e` a table of three bits, `q` a choice of bytes."""
    rows = []

    def row(family, results, operands, *texts):
        rows.extend((family, results, operands.split(), text) for text in texts)

    for t, n in BITS.items():
        row("add", t, f"{t} i{t}", f"add.s{n} $0, $1, $2;")
        row({"h": "sub16", "r": "sub", "d": "sub64"}[t], t, f"{t} {t}", f"sub.s{n} $0, $1, $2;")
        row("negate" if t != "h" else "sub16", t, f"n{t} {t}", f"sub.s{n} $0, $1, $2;")
        row("mul", t, f"{t} m{t}", f"mul.lo.s{n} $0, $1, $2;")
        row("logic", t, f"{t} i{t}", f"and.b{n} $0, $1, $2;", f"or.b{n} $0, $1, $2;", f"xor.b{n} $0, $1, $2;")
        row("logic", t, t, f"not.b{n} $0, $1;")
        row("shift", t, f"{t} s", f"shl.b{n} $0, $1, $2;", f"shr.s{n} $0, $1, $2;", f"shr.u{n} $0, $1, $2;")
        row("shift", t, f"{t} r", f"shl.b{n} $0, $1, $2;", f"shr.s{n} $0, $1, $2;", f"shr.u{n} $0, $1, $2;")
        row("select", t, f"i{t} i{t} p", f"selp.b{n} $0, $1, $2, $3;")
        for sign in "su":
            row("extremes", t, f"{t} i{t}", f"min.{sign}{n} $0, $1, $2;", f"max.{sign}{n} $0, $1, $2;")
            row("mulhi" if t != "r" else "mulhi32", t, f"{t} i{t}", f"mul.hi.{sign}{n} $0, $1, $2;")
            row("divide" if t != "h" or sign == "u" else "divide16", t, f"{t} c", f"div.{sign}{n} $0, $1, $2;",
                f"rem.{sign}{n} $0, $1, $2;")
            for test in ("lt", "le", "gt", "ge") + (("eq", "ne") if sign == "s" else ()):
                row("compare", "p", f"{t} i{t}", f"setp.{test}.{sign}{n} $0, $1, $2;")
                row("compare", "p", f"{t} i{t} p", f"setp.{test}.and.{sign}{n} $0, $1, $2, $3;",
                    f"setp.{test}.or.{sign}{n} $0, $1, $2, $3;")
    for t, n in (("r", 32), ("d", 64)):
        row("negate", t, t, f"neg.s{n} $0, $1;")
        row("abs", t, t, f"abs.s{n} $0, $1;")
        row("mad", t, f"{t} m{t} {t}", f"mad.lo.s{n} $0, $1, $2, $3;")
        row("count", "r", t, f"popc.b{n} $0, $1;", f"clz.b{n} $0, $1;", f"bfind.u{n} $0, $1;", f"bfind.s{n} $0, $1;",
            f"bfind.shiftamt.u{n} $0, $1;")
        row("count", t, t, f"brev.b{n} $0, $1;")
        row("fields", t, f"{t} b b", f"bfe.u{n} $0, $1, $2, $3;", f"bfe.s{n} $0, $1, $2, $3;")
        row("fields", t, f"{t} {t} b b", f"bfi.b{n} $0, $1, $2, $3, $4;")
        row("fields", t, f"{t} {t} r r", f"bfi.b{n} $0, $1, $2, $3, $4;")
        row("carry", t * 2, f"{t} {t} {t} {t}", f"add.cc.s{n} $0, $2, $3;\n addc.s{n} $1, $4, $5;")
        row("borrow", t * 2, f"{t} {t} {t} {t}", f"sub.cc.s{n} $0, $2, $3;\n subc.s{n} $1, $4, $5;")
        row("carry", t * 3, f"{t} {t} {t}",
            f"mad.lo.cc.u{n} $0, $3, $4, $5;\n madc.hi.cc.u{n} $1, $3, $4, $5;\n addc.u{n} $2, 0, 0;")
    for sign in "su":
        row("wide", "r", "h ih", f"mul.wide.{sign}16 $0, $1, $2;")
        row("wide", "d", "r ir", f"mul.wide.{sign}32 $0, $1, $2;")
        row("wide", "r", "h ih r", f"mad.wide.{sign}16 $0, $1, $2, $3;")
        row("wide", "d", "r ir d", f"mad.wide.{sign}32 $0, $1, $2, $3;")
        row("mulhi32", "r", "r ir r", f"mad.hi.{sign}32 $0, $1, $2, $3;")
        row("pieces", "r", "r r r", f"sad.{sign}32 $0, $1, $2, $3;", f"dp4a.{sign}32.{sign}32 $0, $1, $2, $3;")
        # 8 bits of a register are read as LLVM has them, with a conversion.
        row("convert", "h", "h", f"cvt.{sign}16.{sign}8 $0, $1;")
        row("convert", "r", "h", f"cvt.{sign}32.{sign}16 $0, $1;", f"cvt.{sign}32.{sign}8 $0, $1;")
        row("convert", "d", "h", f"cvt.{sign}64.{sign}16 $0, $1;", f"cvt.{sign}64.{sign}8 $0, $1;")
        row("convert", "r", "r", f"cvt.{sign}32.{sign}16 $0, $1;", f"cvt.{sign}32.{sign}8 $0, $1;")
        row("convert", "d", "r", f"cvt.{sign}64.{sign}32 $0, $1;", f"cvt.{sign}64.{sign}32 $0, $1;")
        row("convert", "d", "d", f"cvt.{sign}64.{sign}32 $0, $1;", f"cvt.{sign}64.{sign}16 $0, $1;",
            f"cvt.{sign}64.{sign}8 $0, $1;")
        for letter, wide in (("f", 32), ("g", 64)):
            for t, n in (("h", 16), ("r", 32), ("d", 64)):
                row("floats", letter, t, f"cvt.rn.f{wide}.{sign}{n} $0, $1;")
                row("floats", t, letter, f"cvt.rzi.{sign}{n}.f{wide} $0, $1;", f"cvt.rmi.{sign}{n}.f{wide} $0, $1;")
        row("halves", "r", "r r", f"min.{sign}16x2 $0, $1, $2;", f"max.{sign}16x2 $0, $1, $2;", "add.s16x2 $0, $1, $2;")
    row("convert", "h", "r", "cvt.u16.u32 $0, $1;")
    row("convert", "h", "d", "cvt.u16.u64 $0, $1;")
    row("convert", "r", "d", "cvt.u32.u64 $0, $1;")
    row("join", "r", "h h", "mov.b32 $0, {$1, $2};")
    row("join", "d", "r r", "mov.b64 $0, {$1, $2};")
    row("join", "hh", "r", "mov.b32 {$0, $1}, $2;")
    row("join", "rr", "d", "mov.b64 {$0, $1}, $2;")
    row("funnel", "r", "r r s", *(f"shf.{way}.{mode}.b32 $0, $1, $2, $3;" for way in "lr" for mode in ("wrap", "clamp")))
    row("funnel", "r", "r r r", *(f"shf.{way}.{mode}.b32 $0, $1, $2, $3;" for way in "lr" for mode in ("wrap", "clamp")))
    row("pieces", "r", "r r q", "prmt.b32 $0, $1, $2, $3;")
    row("pieces", "r", "r r r", "prmt.b32 $0, $1, $2, $3;")
    row("pieces", "r", "r r r e", "lop3.b32 $0, $1, $2, $3, $4;")
    row("compare", "p", "p p", "and.pred $0, $1, $2;", "or.pred $0, $1, $2;", "xor.pred $0, $1, $2;")
    row("compare", "p", "p", "not.pred $0, $1;")
    for letter, n in (("f", 32), ("g", 64)):
        row("floats", letter, f"{letter} {letter}", f"add.rn.f{n} $0, $1, $2;", f"mul.rn.f{n} $0, $1, $2;",
            f"sub.rn.f{n} $0, $1, $2;")
        row("floats", "p", f"{letter} {letter}", f"setp.lt.f{n} $0, $1, $2;", f"setp.neu.f{n} $0, $1, $2;")
        row("floats", letter, f"{letter} {letter} p", f"selp.f{n} $0, $1, $2, $3;")
        row("floats", letter, letter, f"neg.f{n} $0, $1;", f"abs.f{n} $0, $1;")
    row("floats", "r", "f", "mov.b32 $0, $1;")
    row("floats", "d", "g", "mov.b64 $0, $1;")
    return rows


TABLE = table()
FAMILIES = sorted({row[0] for row in TABLE})
# Pairs of which the project writes one in another form, or none at all.
KNOWN = (("negate", "extremes"), ("negate", "abs"), ("negate", "compare"), ("mulhi32", "sub64"), ("mulhi32", "negate"),
         ("mulhi32", "borrow"), ("abs", "divide"), ("abs", "floats"), ("abs", "borrow"))
KNOWN_ALONE = {"divide16", "sub16"}


class Step:
    """One instruction: what it gives are the values `first` and on; operands are numbers of values, or constants."""

    def __init__(self, first, results, operands, text):
        self.first, self.results, self.operands, self.text = first, results, operands, text


class Kernel:
    """Steps in order. Those without text are inputs of the slot that is their operand."""

    def __init__(self):
        self.steps, self.types, self.stores = [], [], []

    def add(self, results, operands, text):
        self.steps.append(Step(len(self.types), results, operands, text))
        self.types.extend(results)

    def needed(self):
        wanted, kept = set(self.stores), []
        for step in reversed(self.steps):
            if any(step.first + i in wanted for i in range(len(step.results))):
                kept.append(step)
                if step.text:
                    wanted.update(operand for operand in step.operands if isinstance(operand, int))
        return kept[::-1]

    def ptx(self, name):
        letters = self.types
        lines = [f".visible .entry {name}(.param .u64 p, .param .u64 q)", "{"]
        lines += [f" .reg .{kind} %{letter}<{len(letters) + 1}>;" for letter, kind in NAMES.items()]
        lines += [" .reg .b64 %in, %out, %at; .reg .b32 %x, %y, %z;", " mov.u32 %x, %tid.x;", " mov.u32 %y, %ctaid.x;",
                  f" mad.lo.s32 %x, %y, {BLOCK}, %x;", " mul.wide.u32 %at, %x, 8;", " ld.param.u64 %in, [p];",
                  " ld.param.u64 %out, [q];", " cvta.to.global.u64 %in, %in;", " cvta.to.global.u64 %out, %out;",
                  " add.s64 %in, %in, %at;", " add.s64 %out, %out, %at;"]
        for step in self.needed():
            places = [f"%{letter}{step.first + i}" for i, letter in enumerate(step.results)]
            if not step.text:
                lines.append(self.load(step.results, places[0], step.operands[0] * 8 * THREADS))
                continue
            places += [f"%{letters[operand]}{operand}" if isinstance(operand, int) else operand for operand in step.operands]
            text = step.text
            for i in reversed(range(len(places))):
                text = text.replace(f"${i}", places[i])
            lines.append(" " + text)
        for i, value in enumerate(self.stores):
            place, letter = f"[%out+{i * 8 * THREADS}]", letters[value]
            if letter == "p":
                lines += [f" selp.b32 %z, 1, 0, %p{value};", f" st.global.b32 {place}, %z;"]
            else:
                kind = NAMES[letter].replace("b", "u")
                lines.append(f" st.global.{kind} {place}, %{letter}{value};")
        return "\n".join(lines + [" ret;", "}", ""])

    @staticmethod
    def load(letter, place, offset):
        if letter == "p":
            return f" ld.global.u32 %z, [%in+{offset}];\n setp.ne.s32 {place}, %z, 0;"
        return f" ld.global.{NAMES[letter].replace('b', 'u')} {place}, [%in+{offset}];"


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def constant(rng, letter):
    bits = BITS[letter]
    kind = rng.randrange(4)
    if kind == 0:
        value = rng.choice(FACTORS)
    elif kind == 1:
        value = rng.choice(WORDS32) << 32 | rng.choice(WORDS32)
    elif kind == 2:
        value = rng.choice((-3, -2, -1, 1, 2, 3, 1 << rng.randrange(bits), (1 << rng.randrange(bits)) - 1))
    else:
        value = rng.choice(WORDS32)
    return str(signed(value, bits))


def operand(rng, kernel, kind):
    """A value of the kind, the last ones more often, or a constant; None if there is none."""
    if kind[0] == "n" or kind[0] == "i" and rng.random() < 0.4:
        return constant(rng, kind[1])
    if kind[0] == "m" and rng.random() < 0.5:
        return str(signed(rng.choice(FACTORS), BITS[kind[1]]))
    if kind == "s":
        return str(rng.choice((0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 31, 32, 33, 48, 63)))
    if kind == "c":
        return str(rng.choice((2, 3, 5, 7, 10, 12, 16, 31, 60, 100, 127, 641, 1000, 32767)))
    if kind == "b":
        return str(rng.choice((0, 1, 5, 8, 15, 16)))
    if kind == "e":
        return str(rng.randrange(256))
    if kind == "q":
        return str(rng.choice((0x3210, 0x0123, 0x5410, 0x7632, 0x4321, 0x8880, 0x9910, 0x7770, rng.randrange(1 << 16))))
    kind = kind[-1]
    found = [i for i, letter in enumerate(kernel.types) if letter == kind]
    if not found:
        return None
    return found[-1 - min(int(rng.expovariate(0.45)), len(found) - 1)]


def make(rng, allow_known, has_halves):
    families = set(rng.sample(FAMILIES, rng.randrange(3, 12))) | {"convert"}
    for pair in () if allow_known else KNOWN:
        if families >= set(pair):
            families.discard(rng.choice(pair))
    if not allow_known:
        families -= KNOWN_ALONE
    if not has_halves:
        families.discard("halves")
    if families & {"select"}:
        families.add("compare")
    rows = {}
    for row in TABLE:
        if row[0] in families:
            rows.setdefault(row[0], []).append(row)
    kernel = Kernel()
    for slot in range(SLOTS):
        kernel.add("rdrdhr"[slot], [slot], "")
    for _ in range(rng.randrange(4, 28)):
        family, results, kinds, text = rng.choice(rows[rng.choice(sorted(rows))])
        operands = [operand(rng, kernel, kind) for kind in kinds]
        # Of a table of the same operand twice the assembler makes wrong code; compilers write none.
        if None not in operands and ("lop3" not in text or len(set(operands)) == len(operands)):
            kernel.add(results, operands, text)
    used = {value for step in kernel.steps if step.text for value in step.operands if isinstance(value, int)}
    made = range(SLOTS, len(kernel.types))
    kernel.stores = [i for i in made if i not in used or rng.random() < 0.08] or [0]
    return kernel


def make_inputs(rng):
    """Slot by slot; the words of a value are chosen apart."""
    def word():
        kind = rng.randrange(8)
        if kind == 0:
            return rng.getrandbits(32)
        return (rng.choice(WORDS32) + (rng.randrange(-2, 3) if kind == 1 else 0)) & 0xffffffff
    return [[word() << 32 | word() for _ in range(THREADS)] for _ in range(SLOTS)]


class Gpu:
    """The driver by ctypes."""

    def __init__(self):
        os.environ["CUDA_CACHE_DISABLE"] = "1"
        self.cuda = ctypes.CDLL("libcuda.so.1")
        device, context, major, minor = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.call("cuDeviceGetAttribute", ctypes.byref(major), 75, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), 76, device)
        self.arch = 10 * major.value + minor.value
        self.buffers = {}

    def call(self, name, *arguments):
        status = getattr(self.cuda, name)(*arguments)
        if status:
            raise RuntimeError(f"{name}: {status}")

    def buffer(self, name, size):
        """Memory of at least that size, kept by name."""
        if self.buffers.get(name, (None, 0))[1] < size:
            pointer = ctypes.c_uint64()
            self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
            self.buffers[name] = pointer, size
        return self.buffers[name][0]

    def load(self, text, level):
        log = ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 3)(7, 5, 6)
        values = (ctypes.c_void_p * 3)(level, ctypes.cast(log, ctypes.c_void_p), len(log))
        module = ctypes.c_void_p()
        status = self.cuda.cuModuleLoadDataEx(ctypes.byref(module), text, 3, options, values)
        if status:
            raise RuntimeError(f"{text.decode()}\n{log.value.decode()}")
        return module

    def run(self, kernels, level, inputs):
        """What each kernel stores: words, store by store."""
        # 12.8 knows the newest of these GPUs.
        version = "8.0" if self.arch <= 90 else "8.7"
        text = f".version {version}\n.target sm_{self.arch}\n.address_size 64\n"
        text += "".join(kernel.ptx(f"k{i}") for i, kernel in enumerate(kernels))
        module = self.load(text.encode(), level)
        data = (ctypes.c_uint64 * (len(inputs) * THREADS))(*(value for slot in inputs for value in slot))
        source = self.buffer("in", ctypes.sizeof(data))
        self.call("cuMemcpyHtoD_v2", source, data, ctypes.c_size_t(ctypes.sizeof(data)))
        results = []
        for i, kernel in enumerate(kernels):
            words = len(kernel.stores) * THREADS
            target = self.buffer("out", words * 8)
            function = ctypes.c_void_p()
            self.call("cuModuleGetFunction", ctypes.byref(function), module, f"k{i}".encode())
            self.call("cuMemsetD8_v2", target, ctypes.c_ubyte(0), ctypes.c_size_t(words * 8))
            pointers = (ctypes.c_void_p * 2)(*(ctypes.addressof(pointer) for pointer in (source, target)))
            self.call("cuLaunchKernel", function, THREADS // BLOCK, 1, 1, BLOCK, 1, 1, 0, None, pointers, None)
            stored = (ctypes.c_uint64 * words)()
            self.call("cuMemcpyDtoH_v2", stored, target, ctypes.c_size_t(words * 8))
            results.append(stored)
        self.call("cuModuleUnload", module)
        return results


def differs(gpu, kernel, inputs, level=4):
    """The first place whose results differ, or None."""
    right, = gpu.run([kernel], 0, inputs)
    wrong, = gpu.run([kernel], level, inputs)
    return None if bytes(right) == bytes(wrong) else next(i for i in range(len(right)) if right[i] != wrong[i])


def replaced(kernel, place, slot):
    """The kernel with inputs for what the step at that place gives."""
    result = Kernel()
    result.types, result.stores = kernel.types, kernel.stores
    step = kernel.steps[place]
    inputs = [Step(step.first + i, letter, [slot + i], "") for i, letter in enumerate(step.results)]
    result.steps = kernel.steps[:place] + inputs + kernel.steps[place + 1:]
    return result


def reduced(gpu, kernel, inputs):
    """A kernel of as few steps as differ, and its inputs."""
    place = differs(gpu, kernel, inputs)
    kernel.stores = [kernel.stores[place // THREADS]] if place is not None else kernel.stores
    if differs(gpu, kernel, inputs) is None:
        return kernel, inputs
    kernel.steps = kernel.needed()
    everything = Kernel()
    everything.steps, everything.types = kernel.steps, kernel.types
    everything.stores = [step.first + i for step in kernel.steps for i in range(len(step.results))]
    stored, = gpu.run([everything], 0, inputs)
    known = {value: list(stored[i * THREADS:(i + 1) * THREADS]) for i, value in enumerate(everything.stores)}
    inputs = list(inputs)
    changed = True
    while changed:
        changed = False
        for step in reversed(kernel.needed()):
            if not step.text or step not in kernel.steps:
                continue
            tried = replaced(kernel, kernel.steps.index(step), len(inputs))
            more = inputs + [known[step.first + i] for i in range(len(step.results))]
            if differs(gpu, tried, more) is not None:
                kernel, inputs, changed = tried, more, True
                kernel.steps = kernel.needed()
    return kernel, inputs


def report(gpu, seed, kernel, inputs):
    kernel, inputs = reduced(gpu, kernel, inputs)
    place = differs(gpu, kernel, inputs)
    if place is None:
        return f"seed {seed}: differs only with all that it stores\n{kernel.ptx('k')}"
    thread = place % THREADS
    levels = [level for level in (1, 2, 3, 4) if differs(gpu, kernel, inputs, level) is not None]
    lines = [f"seed {seed}: wrong at levels {levels}"]
    # The addresses and the frame are the same in all.
    text = [line for line in kernel.ptx("k").splitlines() if line.startswith(" ") and ".reg" not in line][10:-1]
    lines += text
    for step in kernel.needed():
        if not step.text:
            lines.append(f"   %{step.results}{step.first} = {inputs[step.operands[0]][thread]:#x}")
    for level in (0, 4):
        lines.append(f"   level {level}: {gpu.run([kernel], level, inputs)[0][place]:#x}")
    ops = " ".join(sorted(step.text.split()[0] for step in kernel.needed() if step.text))
    return "\n".join([*lines, f"   instructions: {ops}"])


def work(options, number, current, counts, found):
    gpu = Gpu()
    end = time.monotonic() + options.seconds
    seed = options.first + number if current[number] < 0 else current[number] + options.jobs
    while seed < options.first + options.modules and time.monotonic() < end:
        current[number] = seed
        kernels, inputs = module_of(seed, options.known, gpu.arch >= 90)
        right, wrong = gpu.run(kernels, 0, inputs), gpu.run(kernels, 4, inputs)
        for i, kernel in enumerate(kernels):
            if bytes(right[i]) != bytes(wrong[i]):
                found.put(report(gpu, f"{seed}.{i}", kernel, inputs))
        counts[number] += len(kernels)
        seed += options.jobs


def module_of(seed, allow_known, has_halves=True):
    rng = random.Random(seed)
    return [make(rng, allow_known, has_halves) for _ in range(KERNELS)], make_inputs(rng)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--modules", type=int, default=1 << 40)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--print", type=int)
    options = parser.parse_args()
    if options.print is not None:
        print("".join(kernel.ptx(f"k{i}") for i, kernel in enumerate(module_of(options.print, options.known)[0])))
        return 0
    current = multiprocessing.Array("q", [-1] * options.jobs)
    counts = multiprocessing.Array("q", options.jobs)
    found = multiprocessing.Queue()

    def start(number):
        process = multiprocessing.Process(target=work, args=(options, number, current, counts, found))
        process.start()
        return process

    processes = {number: start(number) for number in range(options.jobs)}
    faults, end = 0, time.monotonic() + options.seconds
    while processes or not found.empty():
        try:
            print(found.get(timeout=0.2), flush=True)
            faults += 1
        except queue.Empty:
            pass
        for number, process in list(processes.items()):
            if not process.is_alive():
                del processes[number]
                if process.exitcode:
                    print(f"seed {current[number]}: ends with status {process.exitcode}", flush=True)
                    faults += 1
                    if current[number] >= 0 and time.monotonic() < end:
                        processes[number] = start(number)
    print(f"{sum(counts)} kernels, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
