"""Random programs of NumPy: arrays of all types, views, assignments, arithmetic, reductions. The same for a seed everywhere."""

import random

_TYPES = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
          "complex64", "complex128")
_INTEGERS = _TYPES[1:9]


class _Writer:
    def __init__(self, rng):
        self.rng = rng
        self.lines = ["import numpy as np"]
        self.arrays = {}
        self.count = 0

    def name(self):
        self.count += 1
        return f"a{self.count}"

    def numbers(self, count, kind):
        low = 0 if kind.startswith(("u", "b")) else -9
        step = 0.25 if kind.startswith(("f", "c")) else 1
        values = [self.rng.randint(low, 9) * step for _ in range(count)]
        return [v > 3 for v in values] if kind == "bool" else values

    def make(self):
        name, kind = self.name(), self.rng.choice(_TYPES)
        rows, columns = self.rng.choice(((0, 4), (0, 5), (2, 3), (3, 2), (2, 2)))
        values = self.numbers((rows or 1) * columns, kind)
        text = repr(values)
        if rows:
            text = repr([values[i * columns:(i + 1) * columns] for i in range(rows)])
        form = self.rng.random()
        if form < 0.7 or rows:
            self.lines.append(f"{name} = np.array({text}, dtype=np.{kind})")
        elif form < 0.85:
            self.lines.append(f"{name} = np.arange({columns}, dtype='{kind if kind != 'bool' else 'int8'}')")
        else:
            self.lines.append(f"{name} = np.zeros({columns}, np.{kind})")
        self.arrays[name] = (rows, columns)
        return name

    def pick(self, shape=None):
        fitting = [n for n, s in self.arrays.items() if shape is None or s == shape]
        return self.rng.choice(fitting) if fitting else self.make()

    def scalar(self):
        return self.rng.choice(("1", "2", "3", "0.5", "2.5", "True", "np.float32(1.5)", "np.int8(3)", "np.uint16(2)", "np.float64(0.25)", "-1"))

    def view(self):
        old = self.pick()
        rows, columns = self.arrays[old]
        name = self.name()
        if rows:
            text, shape = self.rng.choice(((f"{old}[0]", (0, columns)), (f"{old}[:, 1]", (0, rows)), (f"{old}.T", (columns, rows)),
                                           (f"{old}.reshape(-1)", (0, rows * columns)), (f"{old}[::-1]", (rows, columns)),
                                           (f"{old}[:, ::-1]", (rows, columns)), (f"{old}[[1, 0]]", (2, columns)), (f"{old}[1:]", (rows - 1, columns)),
                                           (f"{old}.copy()", (rows, columns)), (f"np.ravel({old})", (0, rows * columns))))
        else:
            text, shape = self.rng.choice(((f"{old}[1:]", (0, columns - 1)), (f"{old}[::-1]", (0, columns)), (f"{old}[::2]", (0, (columns + 1) // 2)),
                                           (f"{old}[[0, -1]]", (0, 2)), (f"{old}[:]", (0, columns)), (f"{old}.copy()", (0, columns)),
                                           (f"{old}[None, :]", (1, columns)), (f"{old}[...]", (0, columns))))
        self.lines.append(f"{name} = {text}")
        if all(n > 0 for n in shape[1:]) and shape[0] != 1:
            self.arrays[name] = shape

    def change(self):
        name = self.pick()
        other = self.pick(self.arrays[name])
        value = self.rng.choice((self.scalar(), self.scalar(), other))
        self.guarded(self.rng.choice((f"{name}[0] = {self.scalar()}", f"{name}[...] = {value}", f"{name}[1:] = {self.scalar()}", f"{name}[{name} > 1] = {self.scalar()}",
                                      f"{name} += {value}", f"{name} *= {value}", f"{name} -= {value}", f"{name}[-1] += {self.scalar()}", f"{name}.fill({self.scalar()})",
                                      f"{name}[::-1] = {other}", f"{name}.sort()", f"{name}[[0, 1]] = {self.scalar()}", f"{name}.flat[0] = {self.scalar()}")))

    def guarded(self, text):
        self.lines.append(f"try:\n    {text}\nexcept (TypeError, ValueError, OverflowError, IndexError) as e:\n    e{self.name()} = 'refused'")

    def compute(self):
        a = self.pick()
        b = self.rng.choice((self.pick(self.arrays[a]), self.scalar(), self.scalar()))
        name = self.name()
        text = self.rng.choice((
            f"{a} {self.rng.choice(('+', '-', '*', '/', '//', '%', '**', '&', '|', '^', '<<', '>>'))} {b}",
            f"{b} {self.rng.choice(('+', '-', '*', '/', '//', '%'))} {a}", f"{a} {self.rng.choice(('<', '<=', '==', '!=', '>', '>='))} {b}", f"-{a}", f"~{a}",
            f"np.{self.rng.choice(('abs', 'sign', 'square', 'sqrt', 'floor', 'ceil', 'rint', 'isnan', 'conj', 'negative', 'logical_not', 'sin', 'cos', 'trunc'))}({a})",
            f"np.{self.rng.choice(('maximum', 'minimum', 'add', 'multiply', 'fmod', 'logical_and', 'copysign', 'less', 'floor_divide', 'fmax'))}({a}, {b})",
            f"np.{self.rng.choice(('sum', 'max', 'min', 'prod', 'any', 'all', 'argmax', 'argmin', 'mean', 'cumsum', 'sort', 'std', 'ptp', 'median'))}({a})",
            f"{a}.{self.rng.choice(('sum', 'max', 'min', 'any', 'all', 'cumsum', 'mean', 'prod'))}(axis=0)", f"np.where({a} > 1, {a}, {b})",
            f"{a}.astype(np.{self.rng.choice(_TYPES)})", f"np.concatenate([{a}, {a}])", f"np.clip({a}, 0, 2)", f"np.dot({a}, {a})", f"{a}.tolist()",
            f"np.stack([{a}, {a}])", f"np.diff({a})", f"np.unique({a})", f"{a}.view(np.uint8)", f"np.roll({a}, 1)", f"np.repeat({a}, 2)", f"np.tile({a}, 2)",
            f"np.nonzero({a})", f"np.outer({a}, {a})", f"{a}.real", f"{a}.dtype", f"{a}.nbytes", f"{a}.item(0)", f"{a}.ravel()[0]", f"float({a}.ravel()[0].real)",
            f"np.full_like({a}, 2)", f"np.argsort({a}, kind='stable')", f"np.count_nonzero({a})", f"np.flip({a})", f"np.linspace(0, 1, {self.rng.randint(2, 9)})",
            f"np.array([{self.scalar()}, {self.scalar()}])", f"{self.scalar()} {self.rng.choice(('+', '*', '-', '/'))} {self.scalar()}",
            f"np.round({a}, 1)", f"list({a})[0]", f"{a}.shape + ({a}.ndim, len({a}))", f"np.isin({a}, [1, 2])", f"sum({a}.ravel().tolist())", f"np.zeros_like({a}, dtype=float)",
        ))
        self.guarded(f"{name} = {text}")


def generate(seed):
    rng = random.Random(seed)
    writer = _Writer(rng)
    for _ in range(2):
        writer.make()
    for _ in range(rng.randint(5, 12)):
        rng.choice((writer.make, writer.view, writer.view, writer.change, writer.compute, writer.compute, writer.compute, writer.compute))()
    return "\n".join(writer.lines) + "\n"
