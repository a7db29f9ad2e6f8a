"""Compares what random programs compute on the CPU without optimisation with their code for GPUs, on a machine without one.

    bin/random_programs --first 0 --count 500 --dump DIR
    python random_programs_gpu.py DIR bin/kernelc [--launch lib/libkernelc_fake_cuda.so] [OPTION...]

The LLVM code that PTX is written from, after all passes, runs on the CPU: places are those of gpu_threads.c, whose threads
take turns, memory has one address space, and the GPU's own operations are written out. With --launch the code is that for
the arguments of a launch, with what is known of them; else that for their types. Needs llvmlite of the compiler's LLVM or
a later one. Prints each program whose results differ and exits with status 1 then.
"""
import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import llvmlite.binding as llvm
import numpy as np

from random_programs_numba import filled, matrix

KINDS = ("int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "float32", "float64")
NAMES = ("a8", "au8", "a16", "a32", "au32", "a64", "au64", "f32", "f64", "m32", "mf", "p32", "pf")
LAYOUTS = ("[:,::1]", "[::1,:]", "[:,:]")
MATRICES = (9, 10)
RESULTS = {"whole": ("int64", 6), "bits": ("uint64", 0), "real": ("float64", 3), "added": ("int32", (16,)),
           "highest": ("int64", (16,)), "flipped": ("uint32", (16,)), "lowest": ("float64", (4, 4)),
           "q32": ("int32", (204,)), "qf": ("float32", (204,))}

# The GPU's own operations; $ is the name.
DECLARED = """
declare void @wait_block()
declare i32 @vote_or(i32)
declare i32 @vote_and(i32)
declare i32 @vote_count(i32)
declare i32 @shuffle(i32, i32, i32)
"""
OPERATIONS = {
    "bar.warp.sync": "define void $(i32 %m) { ret void }",
    "barrier.cta.sync.aligned.all": "define void $(i32 %b) { call void @wait_block()\n ret void }",
    "barrier.cta.red.popc.aligned.all":
        "define i32 $(i32 %b, i1 %p) { %v = zext i1 %p to i32\n %r = call i32 @vote_count(i32 %v)\n ret i32 %r }",
    "d2i.hi": "define i32 $(double %a) { %i = bitcast double %a to i64\n %s = lshr i64 %i, 32\n"
              " %t = trunc i64 %s to i32\n ret i32 %t }",
    "d2i.lo": "define i32 $(double %a) { %i = bitcast double %a to i64\n %t = trunc i64 %i to i32\n ret i32 %t }",
    "lohi.i2d": "define double $(i32 %l, i32 %h) { %a = zext i32 %l to i64\n %b = zext i32 %h to i64\n"
                " %c = shl i64 %b, 32\n %d = or i64 %a, %c\n %e = bitcast i64 %d to double\n ret double %e }",
}
for vote in ("or", "and"):
    OPERATIONS[f"barrier.cta.red.{vote}.aligned.all"] = (
        f"define i1 $(i32 %b, i1 %p) {{ %v = zext i1 %p to i32\n %r = call i32 @vote_{vote}(i32 %v)\n"
        " %c = icmp ne i32 %r, 0\n ret i1 %c }")
for number, way in enumerate(("idx", "up", "down", "bfly")):
    OPERATIONS[f"shfl.sync.{way}.i32"] = (f"define i32 $(i32 %m, i32 %v, i32 %b, i32 %c) {{\n"
                                          f" %r = call i32 @shuffle(i32 {number}, i32 %v, i32 %b)\n ret i32 %r }}")
    OPERATIONS[f"shfl.sync.{way}.f32"] = (f"define float $(i32 %m, float %f, i32 %b, i32 %c) {{\n"
                                          " %v = bitcast float %f to i32\n"
                                          f" %r = call i32 @shuffle(i32 {number}, i32 %v, i32 %b)\n"
                                          " %g = bitcast i32 %r to float\n ret float %g }")
for operation in ("add", "mul", "div"):
    for letter, name in (("f", "float"), ("d", "double")):
        OPERATIONS[f"{operation}.rn.{letter}"] = (f"define {name} $({name} %a, {name} %b) {{\n"
                                                  f" %c = f{operation} {name} %a, %b\n ret {name} %c }}")
ASSEMBLY = {"neg": "sub iB 0, %a", "abs": "call iB @llvm.abs.iB(iB %a, i1 false)"}


def written_out(text):
    """The code with the GPU's own operations as functions."""
    added = [DECLARED]
    for bits in (32, 64):
        for name, value in ASSEMBLY.items():
            text, count = re.subn(rf'asm "{name}\.s{bits} \$0, \$1;", "=[rl],[rl]"\(', f"@{name}_{bits}(", text)
            if count:
                added.append(f"define iB @{name}_B(iB %a) {{ %r = {value}\n ret iB %r }}".replace("B", str(bits)))
    for name in sorted(set(re.findall(r"@llvm\.nvvm\.([\w.]+)", text))):
        text = re.sub(rf"^declare .*@llvm\.nvvm\.{re.escape(name)}\(.*$", "", text, flags=re.M)
        own = "place_" + name.removeprefix("read.ptx.sreg.") if name.startswith("read.") else name
        own = "@" + own.replace(".", "_")
        if name.startswith("read."):
            added.append(f"declare i32 {own}()")
        elif name in OPERATIONS:
            added.append(OPERATIONS[name].replace("$", own))
        else:
            raise ValueError(f"what is {name}?")
        text = re.sub(rf"@llvm\.nvvm\.{re.escape(name)}(?![\w.])", own, text)
    return text + "\n".join(added) + "\n"


def for_cpu(text):
    """The code for the CPU, with `start`, which takes the kernel's arguments from memory; and how many they are."""
    text = re.sub(r"^target .*$", "", text, flags=re.M)
    text = re.sub(r",? addrspace\(\d+\)", "", text).replace("addrspacecast ptr", "bitcast ptr")
    text = re.sub(r'syncscope\("[^"]*"\) ', "", text).replace("ptx_kernel ", "").replace("ptx_device ", "")
    text = written_out(re.sub(r", !llvm\.loop !\d+", "", text))
    params = re.search(r"^define .*void @kernel\((.*)\) (?:local_unnamed_addr|#|\{)", text, flags=re.M)[1]
    types = [param.split()[0] for param in re.sub(r"\([^()]*\)", "", params).split(", ")]
    start = "define void @start(ptr %a) {\n"
    for i, name in enumerate(types):
        start += f" %p{i} = getelementptr i64, ptr %a, i64 {i}\n %v{i} = load {name}, ptr %p{i}\n"
    values = ", ".join(f"{name} %v{i}" for i, name in enumerate(types))
    return text + start + f" call void @kernel({values})\n ret void\n}}\n", len(types)


class Grids:
    def __init__(self, kernelc, fake_driver, options, folder):
        self.kernelc, self.fake_driver, self.options, self.folder = kernelc, fake_driver, options, folder
        library = os.path.join(folder, "threads.so")
        source = pathlib.Path(__file__).with_name("gpu_threads.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.load_library_permanently(library)
        self.threads = ctypes.CDLL(library)

    def code(self, path, layout, inputs, results, grid, block):
        options = ["-W", "none", "--no-cache", "--emit", "llvm", *self.options]
        if self.fake_driver is None:
            kinds = [kind + "[::1]" for kind in KINDS] + [kind + LAYOUTS[layout] for kind in ("int32", "float32")]
            kinds += ["int32[::1]", "float32[::1]", "int64", "int32", "float32"]
            kinds += [array.dtype.name + ("[:,::1]" if array.ndim == 2 else "[::1]") for array in results.values()]
            command = ["build", path, "--target", "sm_90", "--sig", f"kernel({','.join(kinds)})"]
        else:
            command = ["run", path, "kernel", "n=int64:23", "n32=int32:-6", "scale=float32:1.75", "--device", "cuda",
                       "--no-coarsen", "--grid", ",".join(map(str, grid)), "--block", ",".join(map(str, block))]
            for name, array in zip(NAMES, inputs):
                np.save(os.path.join(self.folder, name), array)
                command.append(f"{name}=@{self.folder}/{name}.npy")
            command += [f"{name}=zeros:{array.dtype.name}:{'x'.join(map(str, array.shape))}"
                        for name, array in results.items()]
        environment = {**os.environ, "KERNELC_CUDA_DRIVER": self.fake_driver or ""}
        done = subprocess.run([self.kernelc, *command, *options], capture_output=True, text=True, env=environment)
        if "define " not in done.stdout:
            raise ValueError(done.stderr[:600])
        return done.stdout

    def run(self, path):
        first = path.read_text().partition("\n")[0]
        launch = {name: int(number) for name, number in re.findall(r"(\w+) (\d+)", first)}
        blocks, threads, layout, rows = (launch.get(name, 0) for name in ("blocks", "threads", "layout", "rows"))
        grid = (2, blocks // 2, 1) if rows and blocks % 2 == 0 else (blocks, 1, 1)
        block = (rows, threads // rows, 1) if rows else (threads, 1, 1)
        inputs = [filled(kind, 40, salt) for salt, kind in enumerate(KINDS, 1)]
        inputs += [matrix("int32", 10, layout), matrix("float32", 11, layout), filled("int32", 204, 12),
                   filled("float32", 204, 13)]
        is_window = layout == 2 and self.fake_driver is None
        if layout == 2 and not is_window:
            # As the file has them.
            inputs = [np.ascontiguousarray(array) for array in inputs]
        results = {}
        for name, (kind, shape) in RESULTS.items():
            rows_of = (blocks * threads, *((shape,) if shape else ()))
            results[name] = np.zeros(shape if isinstance(shape, tuple) else rows_of, kind)
        code, count = for_cpu(self.code(path, layout, inputs, results, grid, block))
        module = llvm.parse_assembly(code)
        module.verify()
        engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine(opt=1))
        engine.finalize_object()
        scalars = [23, -6, int(np.float32(1.75).view(np.int32))]
        values = []
        for place, value in enumerate([*inputs, *scalars, *results.values()]):
            is_array = isinstance(value, np.ndarray)
            values += [value.ctypes.data, *value.shape] if is_array else [value]
            values += value.strides if place in MATRICES and is_window else ()
        if len(values) != count:
            raise ValueError(f"{count} parameters for {len(values)} values")
        start = ctypes.c_void_p(engine.get_function_address("start"))
        memory = (ctypes.c_int64 * count)(*values)
        if not self.threads.run_grid(start, memory, (ctypes.c_int * 3)(*grid), (ctypes.c_int * 3)(*block)):
            raise ValueError("threads wait forever")
        return results


def compare(grids, path):
    stored = json.loads(path.with_suffix(".json").read_text())
    if stored["error"]:
        return stored["error"]
    for name, values in grids.run(path).items():
        parse = float if values.dtype.kind == "f" else int
        wanted = np.array([parse(v) for v in stored["results"][name]["values"]], values.dtype).reshape(values.shape)
        differ = np.argwhere((values != wanted) & ~((values != values) & (wanted != wanted)))
        if differ.size:
            at = tuple(differ[0])
            return f"{name}{list(map(int, at))} is {values[at]} by the GPU's code and {wanted[at]} without optimisation"
    return ""


def differs(grids, path):
    """In a process of its own, as the code may end it."""
    child = os.fork()
    if child == 0:
        try:
            difference = compare(grids, path)
        except Exception as error:
            difference = f"{type(error).__name__}: {error}"
        if difference:
            print(f"{path.name}: {difference}", flush=True)
        os._exit(1 if difference else 0)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        print(f"{path.name}: ended by signal {os.WTERMSIG(status)}", flush=True)
    return status != 0


def main():
    folder, kernelc, *options = sys.argv[1:]
    fake_driver = None
    if options[:1] == ["--launch"]:
        fake_driver, options = os.path.abspath(options[1]), options[2:]
    paths = sorted(pathlib.Path(folder).glob("*.py"), key=lambda path: int(path.stem))
    with tempfile.TemporaryDirectory() as temporary:
        grids = Grids(kernelc, fake_driver, options, temporary)
        failed = sum(differs(grids, path) for path in paths)
    print(f"{len(paths)} programs compared, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
