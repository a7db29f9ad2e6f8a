# RUN: kernelc build %s --emit kir
"""Annotations say what --sig can say, with the names of the file."""
from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import numpy as np
from kernelc import *


class Body(NamedTuple):
    x: float32
    n: int32


class Pair(NamedTuple):
    first: Body
    all: float32[:]


Point = namedtuple("Point", "x y")
body = np.dtype([("position", np.float32, (3,)), ("mass", np.float64)])
BOTH = (float32, int32)


@kernel
def tuples(a: float32[:], b: UniTuple(float32, 3), c: (float32, int32[:]), d: BOTH, e: tuple[float32, int32], f: "(int8,)"):
    a[0] = b[2] + c[1][0] + d[1] + e[1] + f[0]


@kernel
def classes(a: float32[:], b: Body, c: Pair, d: UniTuple(Body, 2), e: "Body", f: Point(float32, int32), g: None):
    a[0] = b.n + c.first.x + c.all[0] + d[1].x + e.n + f.y


@kernel
def records(a: float64[:], b: body, c: body[:], d: "body[:, ::1]"):
    a[0] = b.mass + c[0].mass + d[0, 0].position[1]
# CHECK: kernel @tuples(%a: array<float32, 1, A, global>, %b: tuple<float32, float32, float32>, %c: tuple<float32, array<int32, 1, A, global>>, %d: tuple<float32, int32>, %e: tuple<float32, int32>, %f: tuple<int8>) {
# CHECK:   %0 = tuple_get %b [0] : float32
# CHECK:   %1 = tuple_get %b [1] : float32
# CHECK:   %2 = tuple_get %b [2] : float32
# CHECK:   %3 = tuple_get %b [0] : float32
# CHECK:   %4 = tuple_get %b [1] : float32
# CHECK:   %5 = tuple_get %b [2] : float32
# CHECK:   %6 = tuple_get %c [0] : float32
# CHECK:   %7 = tuple_get %c [1] : array<int32, 1, A, global>
# CHECK:   %8 = tuple_get %c [0] : float32
# CHECK:   %9 = tuple_get %c [1] : array<int32, 1, A, global>
# CHECK:   %10 = const 0 : int32
# CHECK:   %11 = element_ptr %9, %10 [0] : ptr<int32, global>
# CHECK:   %12 = load %11 : int32
# CHECK:   %13 = convert %12 : float32
# CHECK:   %14 = add %5, %13 : float32
# CHECK:   %15 = tuple_get %d [0] : float32
# CHECK:   %16 = tuple_get %d [1] : int32
# CHECK:   %17 = tuple_get %d [0] : float32
# CHECK:   %18 = tuple_get %d [1] : int32
# CHECK:   %19 = convert %18 : float32
# CHECK:   %20 = add %14, %19 : float32
# CHECK:   %21 = tuple_get %e [0] : float32
# CHECK:   %22 = tuple_get %e [1] : int32
# CHECK:   %23 = tuple_get %e [0] : float32
# CHECK:   %24 = tuple_get %e [1] : int32
# CHECK:   %25 = convert %24 : float32
# CHECK:   %26 = add %20, %25 : float32
# CHECK:   %27 = tuple_get %f [0] : int8
# CHECK:   %28 = tuple_get %f [0] : int8
# CHECK:   %29 = convert %28 : float32
# CHECK:   %30 = add %26, %29 : float32
# CHECK:   %31 = const 0 : int32
# CHECK:   %32 = element_ptr %a, %31 [0] : ptr<float32, global>
# CHECK:   store %32, %30
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @classes(%a: array<float32, 1, A, global>, %b: tuple "Body"<"x": float32, "n": int32>, %c: tuple "Pair"<"first": tuple "Body"<"x": float32, "n": int32>, "all": array<float32, 1, A, global>>, %d: tuple<tuple "Body"<"x": float32, "n": int32>, tuple "Body"<"x": float32, "n": int32>>, %e: tuple "Body"<"x": float32, "n": int32>, %f: tuple "Point"<"x": float32, "y": int32>, %g: none) {
# CHECK:   %0 = tuple_get %b [0] : float32
# CHECK:   %1 = tuple_get %b [1] : int32
# CHECK:   %2 = tuple_get %c [0] : tuple "Body"<"x": float32, "n": int32>
# CHECK:   %3 = tuple_get %c [1] : array<float32, 1, A, global>
# CHECK:   %4 = tuple_get %2 [0] : float32
# CHECK:   %5 = tuple_get %2 [1] : int32
# CHECK:   %6 = convert %1 : float32
# CHECK:   %7 = add %6, %4 : float32
# CHECK:   %8 = tuple_get %c [0] : tuple "Body"<"x": float32, "n": int32>
# CHECK:   %9 = tuple_get %c [1] : array<float32, 1, A, global>
# CHECK:   %10 = const 0 : int32
# CHECK:   %11 = element_ptr %9, %10 [0] : ptr<float32, global>
# CHECK:   %12 = load %11 : float32
# CHECK:   %13 = add %7, %12 : float32
# CHECK:   %14 = tuple_get %d [0] : tuple "Body"<"x": float32, "n": int32>
# CHECK:   %15 = tuple_get %d [1] : tuple "Body"<"x": float32, "n": int32>
# CHECK:   %16 = tuple_get %d [0] : tuple "Body"<"x": float32, "n": int32>
# CHECK:   %17 = tuple_get %d [1] : tuple "Body"<"x": float32, "n": int32>
# CHECK:   %18 = tuple_get %17 [0] : float32
# CHECK:   %19 = tuple_get %17 [1] : int32
# CHECK:   %20 = add %13, %18 : float32
# CHECK:   %21 = tuple_get %e [0] : float32
# CHECK:   %22 = tuple_get %e [1] : int32
# CHECK:   %23 = convert %22 : float32
# CHECK:   %24 = add %20, %23 : float32
# CHECK:   %25 = tuple_get %f [0] : float32
# CHECK:   %26 = tuple_get %f [1] : int32
# CHECK:   %27 = convert %26 : float32
# CHECK:   %28 = add %24, %27 : float32
# CHECK:   %29 = const 0 : int32
# CHECK:   %30 = element_ptr %a, %29 [0] : ptr<float32, global>
# CHECK:   store %30, %28
# CHECK:   return
# CHECK: }
# CHECK:
# CHECK: kernel @records(%a: array<float64, 1, A, global>, %b: ptr<record<20, 1, 0 "position": float32[3], 12 "mass": float64>, global>, %c: array<record<20, 1, 0 "position": float32[3], 12 "mass": float64>, 1, A, global>, %d: array<record<20, 1, 0 "position": float32[3], 12 "mass": float64>, 2, C, global>) {
# CHECK:   %0 = field_ptr %b [1] : ptr<float64, global, unaligned>
# CHECK:   %1 = load %0 : float64
# CHECK:   %2 = const 0 : int32
# CHECK:   %3 = element_ptr %c, %2 [0] : ptr<record<20, 1, 0 "position": float32[3], 12 "mass": float64>, global>
# CHECK:   %4 = field_ptr %3 [1] : ptr<float64, global, unaligned>
# CHECK:   %5 = load %4 : float64
# CHECK:   %6 = add %1, %5 : float64
# CHECK:   %7 = const 0 : int32
# CHECK:   %8 = const 0 : int32
# CHECK:   %9 = element_ptr %d, %7, %8 [0] : ptr<record<20, 1, 0 "position": float32[3], 12 "mass": float64>, global>
# CHECK:   %10 = field_ptr %9 [0] : ptr<float32, global, unaligned>
# CHECK:   %11 = const 3 : int64
# CHECK:   %12 = array_make %10, %11 : array<float32, 1, C, global, unaligned>
# CHECK:   %13 = const 1 : int32
# CHECK:   %14 = element_ptr %12, %13 [0] : ptr<float32, global, unaligned>
# CHECK:   %15 = load %14 : float32
# CHECK:   %16 = convert %15 : float64
# CHECK:   %17 = add %6, %16 : float64
# CHECK:   %18 = const 0 : int32
# CHECK:   %19 = element_ptr %a, %18 [0] : ptr<float64, global>
# CHECK:   store %19, %17
# CHECK:   return
# CHECK: }
