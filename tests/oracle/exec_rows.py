"""Writes tests/exec/data/rows.json: what Python's syntax, built-in functions, arithmetic and arrays do in kernels.

What each kernel computes comes from Numba's simulator (`sim`), from Numba's compiler for the CPU, whose types are those
of its CUDA target (`nj`), from the same function run by CPython (`py`), or is worked out by hand where none of these
can run it (`val`).
"""
import copy

from expectations import *
from numba import njit

TOPIC = Topic("rows")
FILE = None
NUMBA = ("",)
BOTH = ("", "weak")
F64, F32, I64, I32, I16, I8 = np.float64, np.float32, np.int64, np.int32, np.int16, np.int8
U64, U32, U16, U8 = np.uint64, np.uint32, np.uint16, np.uint8
NAN = np.nan


def I(*values):
    return np.array(values, dtype=I64)


def F(*values):
    return np.array(values, dtype=F32)


def D(*values):
    return np.array(values, dtype=F64)


def U(*values):
    return np.array(values, dtype=U64)


def one(value, dtype):
    return np.array([value]).astype(dtype)


def Z(count, dtype=F64):
    return np.zeros(count, dtype)


def wrapped(args):
    return tuple(as_array(copy.deepcopy(a)) if isinstance(a, np.ndarray) else wrapped(a) if isinstance(a, tuple) else a
                 for a in args)


def names_of(tag, mode):
    return " ".join(part for part in (tag, mode) if part), ({"literals": mode} if mode else None)


def sim(kernel, *args, grid=1, block=1, tol=0, shared=0, tag="", modes=BOTH):
    for mode in modes:
        variant, options = names_of(tag, mode)
        with np.errstate(all="ignore"):
            TOPIC.simulate(FILE, kernel, grid, block, *wrapped(args), shared=shared, tolerance=tol, variant=variant,
                           options=options)


def val(kernel, *args, want, grid=1, block=1, tol=0, shared=0, tag="", modes=BOTH):
    for mode in modes:
        variant, options = names_of(tag, mode)
        TOPIC.expect(FILE, kernel, grid, block, wrapped(args), want, shared=shared, tolerance=tol, variant=variant,
                     options=options)


def results_of(run, args):
    """What `run` leaves in its array arguments."""
    copies = [copy.deepcopy(a) for a in args]
    with np.errstate(all="ignore"):
        run(*copies)
    return {i: a for i, a in enumerate(copies) if isinstance(a, np.ndarray)}


def python_of(kernel):
    function = getattr(module(EXEC / TOPIC.path(FILE)), kernel)
    return getattr(function, "fn", function)


def nj(kernel, *args, tol=0, tag="", modes=NUMBA):
    compiled = njit(error_model="numpy")(python_of(kernel))
    val(kernel, *args, want=results_of(compiled, args), tol=tol, tag=tag, modes=modes)


def py(kernel, *args, tol=0, tag="", modes=BOTH):
    val(kernel, *args, want=results_of(python_of(kernel), args), tol=tol, tag=tag, modes=modes)


def err(kernel, *args, kind, text=""):
    TOPIC.error(FILE, kernel, 1, 1, *wrapped(args), kind=kind, text=text)


A = I(5, -3, 2, 0, 7, 11)
M = np.arange(6.0).reshape(2, 3)
T = np.arange(12.0).reshape(2, 3, 2)


def syntax():
    global FILE
    FILE = "rows_syntax.py"
    ints = I(0, 1, 2, 3, 4, 5).reshape(2, 3)
    sim("ret_none", Z(2))
    sim("ret_bare", Z(2))
    val("calls", Z(8), A, want={0: [325, 307, 28, 22, 7.5, -15, 3, 4]})
    val("stars", Z(6), A, want={0: [500, 802, 402, 1103, 703, 1103]})
    val("annotated", Z(3), I32(5), 2.5, want={0: [3.75, 10, 4.5]})
    sim("assigns", Z(9), A)
    sim("unpack", Z(4), A, ints)
    nj("augs", Z(14, I64), A, 3, modes=BOTH)
    sim("aug_once", Z(7), I(0))
    val("pruned", Z(4), A, A, want={0: [5, -3, 2, 1]})
    val("pruned", Z(4), A, None, want={0: [1, 5, 0, 0]}, tag="none")
    py("iters", Z(13), I(5, -3, 2, 4), ints)
    sim("loops", Z(6), 6)
    sim("chained", Z(6), I(0))
    sim("members_in_brackets", Z(8), I(0, 1, 2, 3, 4, 4, 9, 5), block=8)
    for a in (I(0, -3, 2), I(4, 0, 0), I(0, 0, 5)):
        sim("boolops", Z(11), a, I(0), tag=" ".join(map(str, a)))
    for kind in (I8, U8, I16, U16, I32, U32, I64, U64):
        nj("bits", Z(8), one(133, U8).astype(kind), one(94, kind), tag=np.dtype(kind).name)
    val("is_ops", Z(7), A, 1, want={0: [1, 1, 1, 0, 1, 1, 1]})
    sim("ins", Z(8), A)
    frozen = [2 + float(F32(0.1)), -3, 2, 7.5, 4.5, 6, 3, F32(0.1), 70000 - 65536, 2, 1, 13.5, np.inf, 1, 9]
    val("frozen", Z(15), A, want={0: frozen}, modes=NUMBA)
    sim("enums", Z(9), A)
    py("recursion", Z(3), 10)
    for kernel in ("dels", "lambdas", "opcalls"):
        sim(kernel, Z(3), A)
    sim("matches", Z(6), I(1, 2, 3, 4, -4, 6))
    sim("complexlit", Z(3, complex))
    sim("nones", Z(2), A)
    val("default_none", Z(3), A, want={0: [5, 10, 5]})
    for n, wanted in ((2, [0, 2.5, 1]), (5, [7, 10, 4]), (0, [0, 0, 0])):
        val("undefs", Z(3), n, want={0: wanted}, tag=str(n))
    val("raises", Z(4), want={0: [2, 2, 1, 2]}, block=4)
    val("raises2", Z(4), want={0: [2, 3, 1, 5]}, block=4)
    val("asserts", Z(4), want={0: [2, 2, 1, 2]}, block=4)
    val("brk", Z(2), want={0: [1, 2]})
    val("glist", Z(2), want={0: [5, 6]})
    val("objattr", Z(2), want={0: [3, 0]})
    val("objattr2", Z(2), want={0: [3, 0]})


def strings():
    global FILE
    FILE = "rows_strings.py"
    sim("byteslit", Z(6), modes=NUMBA)
    sim("strs", Z(5), 1)
    py("string_loops", Z(3), 5)
    sides = D(0.75, -0.75, 0.25, -1, 0.5, 3, 3)
    sim("string_results", sides, np.zeros((7, 7)), block=8)
    sim("string_choices", sides, np.zeros((7, 7)), block=8)
    sim("codes", np.array([ord(c) for c in "Abcé-XyZ"], dtype=I32), Z(8, I64), block=8)
    err("string_or_number", sides, Z(1), kind="CannotChoose", text="str or int64")
    err("string_with_number", sides, Z(1), kind="NoOperator", text="str and int64")
    err("string_grows", sides, Z(1), kind="NoOperator", text="str")
    err("string_character", sides, Z(1), kind="NotSubscriptable", text="str")
    err("string_printed", sides, Z(1), kind="PrintType", text="str")


def rounded(x, digits):
    try:
        return round(float(x), digits)
    except OverflowError:
        return np.inf * np.sign(x)


def builtins():
    global FILE
    FILE = "rows_builtins.py"
    sim("tuple_length_decides", Z(1), (D(1, 2), D(3, 4), D(5)))
    sim("tuple_length_decides", Z(1), (D(1, 2),), tag="one")
    nj("b_abs", Z(4), I(-7), np.array([3 + 4j]), modes=BOTH)
    for kind in (I8, I16, I32, I64):
        nj("b_abs_kind", Z(3), one(np.iinfo(kind).min, kind), tag=np.dtype(kind).name)
    for kind in (U8, U64):
        nj("b_abs_kind", Z(3), one(np.iinfo(kind).max, kind), tag=np.dtype(kind).name)
    val("b_bool", Z(7), I(5, 0, 2, 0), np.array([1j]), want={0: [1, 0, 1, 0, 1, 2, 0]})
    nj("b_complex", Z(5, complex), A, F(0.1, 0.2))
    sim("b_enum_zip", Z(6), I(5, -3, 2, 4))
    val("b_float", Z(5), F(0.1), A, want={0: [F32(0.1) * F32(0.1), 5 / 3, 1, F32(0.1), 0]})
    val("b_int", Z(7), D(2.99), A, want={0: [2, -2, 1, 6, 2, -2, 0]})
    for kind in (I8, U8, I32, U64, np.bool_):
        nj("b_int_same", Z(4), one(200, I64).astype(kind), tag=np.dtype(kind).name)
    sim("b_len", Z(8), A, np.zeros((2, 3)))
    val("b_minmax", Z(13), A, F(NAN, 1, 2), want={0: [-3, 5, -3, 3, 1, 1, 1, 1, NAN, 2, 1e300, 2, 1]})
    for a, b in ((I8, U8), (I64, U64), (I32, F32), (I16, U32), (U64, I8), (F32, F64), (I32, I32), (U8, U8),
                 (np.bool_, I8), (I8, F32), (np.bool_, np.bool_)):
        nj("b_minmax_type", Z(4), one(100.3, a), one(101.7, b), tag=f"{np.dtype(a).name} {np.dtype(b).name}")
    nj("b_minmax_type", Z(4), I(2**53 + 1), U(2**53), tag="beyond 53 bits")
    for kind in (F64, F32):
        nj("b_pow", Z(7), A, np.array([1.7], kind), tag=np.dtype(kind).name, tol=1e-15 if kind is F64 else 1e-6)
    floats = [0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, 1e10 + 0.5, -2.5, 3.7]
    val("b_round", Z(9, I64), D(*floats), want={0: [round(x) for x in floats]})
    val("b_round", Z(9, I64), F(*floats), want={0: np.rint(F(*floats)).astype(I64)}, tag="float32")
    val("b_round_type", Z(3), D(7.5), want={0: [4, 8.5, 16]})
    random = seeded(1)
    many = np.concatenate([random.randn(40) * 10.0**random.randint(-5, 15, 40),
                           [0.125, 2.675, 1.005, 0.5, 15, 25, 1e22, np.inf, -0.0, 1e308, NAN]])
    for digits in (0, 1, 2, 3, -1, -2, 10, 22, 30, 300):
        nj("b_round_n", Z(51), many, digits, tag=str(digits))
    val("b_round_n", Z(51), many, -310, want={0: [rounded(x, -310) for x in many]}, tag="-310")
    nj("b_round_int", Z(2), A)
    dividends, divisors = [7, -7, 7, -7, 0, 5, -5, 1], [3, 3, -3, -3, 5, 0, 0, -1]
    for kind in (I8, I32, I64, F32, F64):
        nj("b_divmod", Z(16), np.array(dividends, kind), np.array(divisors, kind), tag=np.dtype(kind).name)
    for a, b in ((U8, U8), (U64, U64), (I64, U64), (U64, I32)):
        nj("b_divmod", Z(16), np.abs(dividends).astype(a), np.abs(divisors).astype(b),
           tag=f"{np.dtype(a).name} {np.dtype(b).name}")
    nj("b_divmod", Z(16), np.array(dividends, I32), np.array(divisors, F32), tag="int32 float32")
    py("b_tuple", Z(8), np.arange(6.0))
    py("b_slices", Z(10), np.arange(8.0), M, 1)
    py("b_ranges", Z(16), 7)
    for kind in (I8, U32, I64):
        val("b_range_types", Z(5), np.array([3, 2], kind), want={0: [3, 9, 7, 3, 1]}, tag=np.dtype(kind).name)
    for n in (0, 1):
        py("b_chosen", Z(3), np.arange(6.0), n, tag=str(n))
    val("b_iter", Z(7), A, want={0: [5, -3, 4, 20, 4, 30, 1]})
    nj("b_enumerated", Z(10), A, np.array([2, 3, 5, 7, 1], I64))
    val("b_iter_ends", Z(4), A, want={0: [1, 2, 1, 2]}, block=4)
    val("b_type", Z(8), one(1, I8), F(1),
        want={0: [3, F32(0.1), F32(0.1), F32(0.1), F32(1) / F32(3), F32(0.3), 44, 4]})
    sim("b_sum", Z(1), A)


EXTREMES = ((I8, -100, 100), (U8, 200, 250), (I32, -2**31, 2**31 - 1), (U32, 2**32 - 1, 2**31), (np.bool_, 1, 1),
            (U64, 2**64 - 1, 2**63), (I64, 2**62, 5))


def arithmetic():
    global FILE
    FILE = "rows_arithmetic.py"
    val("lits", Z(8), want={0: [0, 1, 1, 0.1 + 0.2, 1000034, 2**31, np.inf, 2.5]}, modes=NUMBA)
    val("regs", Z(5), I32(2**31 - 1), want={0: [2**31 - 1, 1, 3, 3200000000, 0]}, modes=NUMBA)
    for a, x, _ in EXTREMES:
        for b, _, y in EXTREMES:
            nj("intops", Z(6), np.array([x], a), np.array([y], b), tag=f"{np.dtype(a).name} {np.dtype(b).name}")
    nj("phi32", Z(2), 3)
    nj("shifts", Z(11), one(-5, I8), np.array([255, 3], U8), tag="8")
    nj("shifts", Z(11), one(-5, I32), np.array([2**32 - 1, 35], U32), tag="32")
    nj("cmp_mixed", np.zeros((4, 3)), I(-1, 2**53 + 1, 2**62, -2**63), U(2**64 - 1, 2**53, 2**62 + 1, 2**63), tag="64")
    nj("cmp_mixed", np.zeros((2, 3)), np.array([-1, 5], I32), np.array([2**32 - 1, 5], U32), tag="32")
    nj("cmp_mixed", np.zeros((2, 3)), np.array([-1, 2**24 + 1], I32), F(255, 2**24), tag="int32 float32")
    for n in (0, 1):
        nj("unify1", Z(9), I(2**53 + 1), U(2**64 - 1), one(2**24 + 1, I32), F(0.1), one(-3, I8), one(250, U8), n,
           tag=str(n))
    for n in (0, 1, 2):
        sim("unify_arr", Z(3), A, np.arange(4.0).reshape(2, 2), n, tag=str(n))
    nj("store", D(1.75, -1.75, 0.1, 0, 0), Z(3, I32), Z(1, U8), Z(1, I8), Z(1, F32), Z(4, bool), Z(2, np.complex64),
       I(300, 2**33 + 5, 0), modes=BOTH)
    nj("mixedc", Z(5, complex), one(3, I32), F(0.1))
    a, b = I(7, -7, 7, -7, -2**63, 5, -5, 0, 2**63 - 1), I(3, 3, -3, -3, -1, 0, 0, 0, -2**63)
    nj("intdiv", Z(9, I64), Z(9, I64), a, b, tag="int64", modes=BOTH)
    for kind in (I8, I32):
        info = np.iinfo(kind)
        nj("intdiv", Z(9, I64), Z(9, I64), np.clip(a, info.min, info.max).astype(kind),
           np.clip(b, info.min, info.max).astype(kind), tag=np.dtype(kind).name)
    nj("intdiv", Z(9, I64), Z(9, I64), a.astype(U64), b.astype(U64), tag="uint64", modes=BOTH)
    nj("truediv", Z(9), a, b, tag="int64", modes=BOTH)
    a = D(7, -7, 7, -7, 0.0, -0.0, 0.0, 1, -1, 0, np.inf, NAN, 1, 5.5, -0.3, 1e20, 0.1 * 3, 1, -1, 6)
    b = D(3, 3, -3, -3, 3, 3, -3, 0, 0, 0, 2, 1, np.inf, -0.0, 0.1, 3, 0.1, -np.inf, np.inf, 0.1)
    for kind in (F64, F32):
        name = np.dtype(kind).name
        nj("floatdiv", Z(20, kind), Z(20, kind), Z(40, kind), a.astype(kind), b.astype(kind), tag=name, modes=BOTH)
        nj("truediv", Z(20, kind), a.astype(kind), b.astype(kind), tag=name, modes=BOTH)
        nj("powconst", np.zeros((4, 7), kind), np.array([2, -3, 0.5, 1.1], kind), tag=name, modes=BOTH)
    for kind in (I64, I8):
        nj("powconst", np.zeros((5, 7), I64), np.array([2, -3, 1, -1, 0], kind), tag=np.dtype(kind).name)
    nj("powconst", np.zeros((3, 7), I64), U(2, 1, 3), tag="uint64", modes=BOTH)
    nj("powrun", np.zeros((5, 5), I64), I(2, -3, 1, -1, 0), I(3, 0, 1, 5, 62), tag="int64", modes=BOTH)
    nj("powrun", np.zeros((3, 5)), D(2.5, -3, 0.1), I(3, 0, -1, -5, 700), tag="float64 int64", tol=1e-14)
    nj("powrun", np.zeros((3, 5), F32), F(2.5, -3, 0.1), I(3, 0, -1, -5, 70), tag="float32 int64", tol=1e-5)
    exponents = D(3, 0.5, -1, -5.5, 70)
    nj("powrun", np.zeros((4, 5)), F(2.5, -3, 0.1, 0), exponents, tag="float32 float64", tol=1e-14)
    nj("powrun", np.zeros((4, 5)), I(2, -3, 1, 0), exponents, tag="int64 float64", tol=1e-14)
    a, b = np.array([1 + 2j, -1 + 0.5j, 0, 3]), np.array([2, 0.5 - 1j, 0, -2])
    for kind, tol in ((np.complex128, 1e-13), (np.complex64, 1e-5)):
        name = np.dtype(kind).name
        nj("cpow", Z(4, kind), a.astype(kind), b.astype(kind), tol=tol, tag=name, modes=BOTH)
        nj("cpow2", np.zeros((4, 6), kind), a.astype(kind), tol=tol, tag=name)
    nj("fcmp", Z(7), D(NAN), D(1), modes=BOTH)
    nj("fcast", Z(5, I64), D(1.9, -1.9, 1e15 + 0.5, 0, -0.0), modes=BOTH)
    nj("tupidx", Z(3), 1, modes=BOTH)
    sim("neg_idx", Z(8), A, one(-2, I32), one(1, U32), 5)
    val("order", Z(9), I(0), want={0: [7, 123, 1, 12, 123, 21, 3, 123, 123], 1: [123]})
    sim("rng", Z(9), 10)
    for kind in (U32, U64):
        val("rng_u", Z(3), np.array([0, 5], kind), want={0: [0, 5, -6]}, tag=np.dtype(kind).name, modes=NUMBA)
    for kind in (F64, F32):
        val("rng_f", Z(3), kind(7), kind(2), want={0: [10, 2, 7]}, tag=np.dtype(kind).name)
    sim("rng_types", Z(3), np.array([-3, 9], I32), 7)
    val("rng_zero", Z(2), 0, want={0: [0, 7]})


def arrays():
    global FILE
    FILE = "rows_arrays.py"
    nj("attrs", Z(22), A, M, modes=BOTH)
    val("cattrs", Z(8), np.array([1 + 1j, 3 + 4j, 2j]),
        want={0: [3, 4, 13, abs(5 + 6j), -6, 16, 8, -4], 1: [5 + 6j, 13 + 4j, 1 + 22j]}, tol=1e-15)
    py("realreal", Z(3), D(1, 2, 3), tag="float64")
    py("realreal", Z(3), A, tag="int64")
    val("flat", Z(6), M, want={0: [15, 6, 2, 3, 4, 5]})
    nj("methods", Z(21), D(1.5, -2, 3), M, tol=1e-15, modes=BOTH)
    py("reshape_neg", Z(3), M)
    nj("int_indices", Z(8), np.arange(300), *[one(-5 if np.dtype(k).kind == "i" else 250, k)
                                              for k in (I8, U8, I16, U16, I32, U32, I64, U64)], modes=BOTH)
    py("partial", Z(9), M, T)
    py("slicing", Z(27), np.arange(8.0), M, T)
    py("sassign", Z(6), np.arange(6.0) + 10, M, np.zeros((2, 3)))
    sim("sassign_b", np.zeros((2, 3)), D(1, 2, 3))
    nj("arr_out", Z(3), D(1, 2, 3), D(4, 5, 6), tol=1e-15, modes=BOTH)
    sim("iterates", Z(3), A, M)
    val("shared_local", Z(11), want={0: [12, 9, 3, 3, 2.5, 1, 1.5, 10, 6, 1, 82]})
    val("sh_dyn", Z(5), 3, want={0: [0x3F800000, 8, 5, 77, 3]}, shared=32)
    part = np.dtype([("u", I16), ("v", F32)], align=True)
    record = np.dtype([("x", F32), ("n", I32), ("arr", F64, (3,)), ("sub", part)], align=True)
    r = np.array([(1, 3, (0, 1, 2), (7, 0.5)), (2, 4, (3, 4, 5), (8, 0.25))], record)
    val("recs", Z(12), r, want={
        0: [1, 3, 5, 5, 7, 0.5, 50, 50, 6, 11, 55, 3],
        1: np.array([(5, 106, (0, 8, 2), (7, 2.5)), (50, 44, (0, 8, 2), (7, 2.5))], record)})
    val("rec_shared", Z(3), r, want={
        0: [12, 9, 4], 1: np.array([(2, 9, (3, 4, 5), (8, 0.25)), (2, 4, (3, 4, 5), (8, 0.25))], record)})
    sim("tuples", Z(21), A, 1)
    val("tuparr", Z(3), (D(1, 2, 3), F(4, 5, 6)), 0, want={0: [2, 6, 5], "1.1": [9, 5, 6]})
    val("tuparr_h", Z(3), (D(1, 2, 3), D(4, 5, 6)), 1, want={0: [7, 4, 2]})
    sim("cplx", Z(15, complex), 1 + 2j, 3 - 1j, tol=1e-14)
    nj("cplx", Z(15, complex), np.complex64(1 + 2j), np.complex64(3 - 1j), tol=1e-5, tag="complex64")
    for n in (0, 1, 6):
        sim("arr_phi", Z(2), D(1, 2, 3, 4), D(5, 6, 7, 8), n, tag=str(n))
    sim("loop_arr", D(1, 2), D(0, 0), 5)
    for n in (1, 5):
        nj("reassigned", Z(5), n, I32(3), tag=str(n), modes=BOTH)
    nj("boolarith", Z(13), A, modes=BOTH)
    val("kwspell", Z(4), want={0: [5, 1, 1, 0]})
    sim("grid2", np.zeros((3, 5)), grid=(2, 3), block=(2, 2))
    sim("periodic", Z(7), 7)
    for kind in (F64, F32):
        val("nans", Z(6), np.array([NAN, 1], kind), want={0: [1, 1, NAN, NAN, 1, 1]}, tag=np.dtype(kind).name)
    val("rounds", Z(6), D(2.5, 1, 0), want={0: [1, 1, 1, 2, 1, 2]})
    for n, wanted in ((3, [0, 1]), (7, [2, 3]), (11, [3.5, 4.5])):
        val("uninit", Z(2), n, want={0: wanted}, tag=str(n))
    val("zdiv", Z(3), I(5, 6, 7), I(0, 2, 0), want={0: [1, 4, 1]}, block=3)
    val("sig_cast", F(0), 7, 2.5, want={0: [9.5]})
    val("sig_one", F(0), 7, want={0: [3.5]})
    val("sig_novoid", F(0), I8(7), want={0: [3.5]})
    val("vecs", Z(6), 4, want={0: [10, 7, 3, 0.1, 4, 3]})
    sim("np_nd", Z(6), M)
    val("unpack_len", Z(1), A, want={0: [2]})
    val("idx_tuple_arr", Z(1), M, I(1, -1), want={0: [5], 1: [[0, 1, 2], [3, 4, 14]]})


def refused():
    global FILE
    FILE = "rows_refused.py"
    for kernel, kind in (("f_bad_list", "UnsupportedList"), ("f_bad_with", "UnsupportedWith"),
                         ("f_bad_try", "UnsupportedTry"), ("f_bad_import", "UnsupportedImport"),
                         ("f_bad_global", "GlobalWrite"), ("f_bad_fstring", "FormattedPrint"),
                         ("f_bad_percent", "FormattedPrint"), ("f_bad_format", "FormattedPrint"),
                         ("f_bad_dict", "UnsupportedDict"), ("f_bad_comp", "UnsupportedComprehension"),
                         ("f_bad_gen", "UnsupportedGenerator"), ("ret_value", "KernelReturnsValue"),
                         ("kwargs", "UnsupportedKwargs"), ("np_zeros", "Allocates"), ("np_array", "Allocates"),
                         ("sh_bad_dim", "ArrayShape"), ("sh_list", "UnsupportedList"), ("vec_write", "AttributeWrite"),
                         ("readonly_str", "AttributeWrite")):
        err(kernel, Z(2), kind=kind)
    for kernel, kind, text in (
            ("in_array", "NoOperator", "`in`"), ("f_bad_mask", "NoOperator", "array(int64"),
            ("float_index", "IndexType", "float64"), ("bool_index", "IndexType", "bool"),
            ("float_index2", "IndexType", "float64"),
            ("b_pow3", "CallArity", "pow"), ("sh_bad_elem", "ArrayShape", ""), ("sh_bad_shape", "ArrayShape", ""),
            ("attr_bad", "UnknownAttribute", "foo"), ("meth_bad", "UnknownMethod", "foo"),
            ("arr_ufunc", "ArrayResult", "np.sin"), ("m_sort", "UnknownMethod", "sort"),
            ("m_copy", "Allocates", "copy"),
            ("m_astype", "Allocates", "astype"), ("m_flatten", "Allocates", "flatten"),
            ("m_nonzero", "Allocates", "nonzero"), ("bad_next", "ArgumentType", "iter"),
            ("bad_iter", "ArgumentType", "iter"), ("bad_slice", "IndexType", "float64"),
            ("bad_enumerate", "UnknownKeyword", "begin"), ("bad_unpack_slice", "CannotUnpack", "slice")):
        err(kernel, Z(2), A, kind=kind, text=text)
    err("f_bad_fancy", Z(2), A, A, kind="FancyIndex", text="array(int64")
    err("arr_expr", Z(2), A, A, kind="ArrayArithmetic")
    err("arr_methods2", Z(2), M, kind="Allocates", text="axis")
    err("b_int_str", Z(1), kind="ArgumentType", text="str")
    err("b_int_base", Z(1), kind="CallArity", text="int")
    for kernel in ("unify_bad", "unify_str"):
        err(kernel, Z(1), A, 1, kind="CannotUnify", text="`x`")
    err("store_cplx", Z(1), Z(1, np.complex64), kind="StoreType", text="complex64")
    err("complex_set", Z(1), np.array([1j]), kind="AttributeWrite", text="real")
    err("endless_k", Z(2), 3, kind="EndlessRecursion", text="endless")
    err("sh_bad_arg", Z(2), 3, kind="ArrayShape")


syntax()
strings()
builtins()
arithmetic()
arrays()
refused()
TOPIC.write()
