"""Names of native kernel files (`from kernelc import *`), for editors and type checkers.

Made by `kernelc builtins --pyi` of the compiler's tables. Kernels are compiled by kernelc; there is no module to run.
"""

from typing import Any, Callable, Generic, TypeVar, TypeVarTuple, Unpack, overload

_F = TypeVar("_F", bound=Callable[..., Any])
# What stands between the brackets of `float32[:, ::1]`.
_Layout = TypeVarTuple("_Layout")


@overload
def kernel(function: _F, /) -> _F: ...
@overload
def kernel(signature: Any = ..., /, **options: Any) -> Callable[[_F], _F]: ...
@overload
def jit(function: _F, /) -> _F: ...
@overload
def jit(signature: Any = ..., /, **options: Any) -> Callable[[_F], _F]: ...
@overload
def device(function: _F, /) -> _F: ...
@overload
def device(signature: Any = ..., /, **options: Any) -> Callable[[_F], _F]: ...


class _Array:
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    size: int
    ndim: int
    itemsize: int
    nbytes: int
    dtype: Any
    T: Any
    real: Any
    imag: Any
    def __getitem__(self, index: Any, /) -> Any: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Any: ...
    def __getattr__(self, name: str, /) -> Any: ...


class _Place:
    x: int
    y: int
    z: int


class boolean(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class int8(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class int16(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class int32(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class int64(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class uint8(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class uint16(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class uint32(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class uint64(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class float16(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class float32(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class float64(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class complex64(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class complex128(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...

class bfloat16(Any, Generic[Unpack[_Layout]]):
    def __init__(self, x: Any = ..., /) -> None: ...


threadIdx: _Place
blockIdx: _Place
blockDim: _Place
gridDim: _Place
def activemask() -> int: ...  # a bit for each lane that runs this together
def all_sync(mask: Any, predicate: Any) -> bool: ...  # whether it holds for all lanes of the mask
def any_sync(mask: Any, predicate: Any) -> bool: ...  # whether it holds for some lane of the mask
def ballot_sync(mask: Any, predicate: Any) -> int: ...  # a bit for each lane of the mask for which it holds, as int32
def brev(x: Any) -> Any: ...  # the bits in reverse order
def cbrt(x: Any) -> Any: ...  # cube root
def clz(x: Any) -> Any: ...  # zero bits above the highest one
def eq_sync(mask: Any, predicate: Any) -> bool: ...  # whether it is the same for all lanes of the mask
def ffs(x: Any) -> int: ...  # place of the lowest one bit from 1, 0 where there is none
def fma(a: Any, b: Any, c: Any) -> Any: ...  # a * b + c, rounded once
def grid(ndim: Any) -> Any: ...  # the thread's place in the grid as int64; for 2 and 3 a tuple (x, y, z)
def gridsize(ndim: Any) -> Any: ...  # threads of the grid as int64; for 2 and 3 a tuple
laneid: int
def lanemask_lt() -> int: ...  # the bits of the lanes below the thread's
def ldca(array: Any, i: Any) -> Any: ...  # loads an element, cached at all levels
def ldcg(array: Any, i: Any) -> Any: ...  # loads an element, cached in L2 alone
def ldcs(array: Any, i: Any) -> Any: ...  # loads an element that is probably read once
def ldcv(array: Any, i: Any) -> Any: ...  # loads an element anew from memory
def ldlu(array: Any, i: Any) -> Any: ...  # loads an element for the last time
def match_all_sync(mask: Any, value: Any) -> int: ...  # the mask when all of its lanes have the same value, else 0, and whether they have
def match_any_sync(mask: Any, value: Any) -> int: ...  # the bits of the lanes with the same value
def nanosleep(nanoseconds: Any) -> None: ...  # waits for about so long
def popc(x: Any) -> Any: ...  # how many bits are one
def selp(c: Any, a: Any, b: Any) -> Any: ...  # `a if c else b`, both computed
def shfl_down_sync(mask: Any, value: Any, delta: Any) -> Any: ...  # the value of the lane `delta` above
def shfl_sync(mask: Any, value: Any, source: Any) -> Any: ...  # the value of lane `source`
def shfl_up_sync(mask: Any, value: Any, delta: Any) -> Any: ...  # the value of the lane `delta` below
def shfl_xor_sync(mask: Any, value: Any, lanes: Any) -> Any: ...  # the value of the lane whose number differs in the bits of `lanes`
def stcg(array: Any, i: Any, value: Any) -> None: ...  # stores an element, cached in L2 alone
def stcs(array: Any, i: Any, value: Any) -> None: ...  # stores an element that is probably not read soon
def stwb(array: Any, i: Any, value: Any) -> None: ...  # stores an element, cached at all levels
def stwt(array: Any, i: Any, value: Any) -> None: ...  # stores an element through to memory
def syncthreads() -> None: ...  # waits for all threads of the block; what they wrote is seen
def syncthreads_and(predicate: Any) -> int: ...  # as syncthreads; whether it holds for all threads of the block
def syncthreads_count(predicate: Any) -> int: ...  # as syncthreads; for how many threads of the block it holds
def syncthreads_or(predicate: Any) -> int: ...  # as syncthreads; whether it holds for some thread of the block
def syncwarp(mask: Any = ...) -> None: ...  # waits for the lanes of the mask, by default all
def threadfence() -> None: ...  # what the thread wrote before is seen by the device before what it writes later
def threadfence_block() -> None: ...  # the same for the threads of the block
def threadfence_system() -> None: ...  # the same for the host and other devices as well
warpsize: int


class atomic:
    @staticmethod
    def add(ary: Any, idx: Any, val: Any) -> Any: ...  # adds to an element at once; gives the old value, as do all of these
    @staticmethod
    def and_(ary: Any, idx: Any, val: Any) -> Any: ...  # bitwise and with an integer element
    @staticmethod
    def cas(ary: Any, idx: Any, old: Any, val: Any) -> Any: ...  # stores `val` where the element is `old`
    @staticmethod
    def compare_and_swap(ary: Any, old: Any, val: Any) -> Any: ...  # the same for the first element of an array
    @staticmethod
    def dec(ary: Any, idx: Any, val: Any) -> Any: ...  # counts down; from 0, or from above `val`, to `val`
    @staticmethod
    def exch(ary: Any, idx: Any, val: Any) -> Any: ...  # stores an element
    @staticmethod
    def inc(ary: Any, idx: Any, val: Any) -> Any: ...  # counts up; from `val` or more to 0
    @staticmethod
    def max(ary: Any, idx: Any, val: Any) -> Any: ...  # the larger of element and value; NaN in the array stays
    @staticmethod
    def min(ary: Any, idx: Any, val: Any) -> Any: ...  # the smaller of element and value; NaN in the array stays
    @staticmethod
    def nanmax(ary: Any, idx: Any, val: Any) -> Any: ...  # the larger, where a number wins over NaN
    @staticmethod
    def nanmin(ary: Any, idx: Any, val: Any) -> Any: ...  # the smaller, where a number wins over NaN
    @staticmethod
    def or_(ary: Any, idx: Any, val: Any) -> Any: ...  # bitwise or with an integer element
    @staticmethod
    def sub(ary: Any, idx: Any, val: Any) -> Any: ...  # subtracts from an element
    @staticmethod
    def xor(ary: Any, idx: Any, val: Any) -> Any: ...  # bitwise exclusive or with an integer element


class cg:
    @staticmethod
    def this_grid() -> Any: ...  # the group of all threads of the grid
    class GridGroup:
        @staticmethod
        def sync() -> None: ...  # waits for all threads of the grid; needs a cooperative launch


class local:
    @staticmethod
    def array(shape: Any, dtype: Any, alignment: Any = ...) -> _Array: ...  # an array of the thread's own, of constant shape; its elements hold anything at first


class random:
    @staticmethod
    def init_xoroshiro128p_state(states: Any, index: Any, seed: Any) -> Any: ...  # sets a state to the start that belongs to a seed
    @staticmethod
    def rotl(x: Any, k: Any) -> Any: ...
    @staticmethod
    def uint64_to_unit_float32(x: Any) -> Any: ...
    @staticmethod
    def uint64_to_unit_float64(x: Any) -> Any: ...
    @staticmethod
    def xoroshiro128p_jump(states: Any, index: Any) -> Any: ...  # moves a state on by 2**64 numbers
    @staticmethod
    def xoroshiro128p_next(states: Any, index: Any) -> Any: ...  # the next 64 random bits, as uint64
    @staticmethod
    def xoroshiro128p_normal_float32(states: Any, index: Any) -> Any: ...  # a float32 of mean 0 and deviation 1
    @staticmethod
    def xoroshiro128p_normal_float64(states: Any, index: Any) -> Any: ...  # a float64 of mean 0 and deviation 1
    @staticmethod
    def xoroshiro128p_uniform_float32(states: Any, index: Any) -> Any: ...  # a float32 from 0 to 1, which may be reached by rounding
    @staticmethod
    def xoroshiro128p_uniform_float64(states: Any, index: Any) -> Any: ...  # a float64 from 0 up to, but without, 1


class shared:
    @staticmethod
    def array(shape: Any, dtype: Any, alignment: Any = ...) -> _Array: ...  # an array of the block, of constant shape; its elements hold anything at first
