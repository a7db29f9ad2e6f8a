# RUN: kernelc build %s --emit cuda
# Arrays that are only read are of const elements, in the functions that they are passed to as well; __restrict__ where nothing
# at all is written to the memory of others.
import numpy as np
from numba import cuda, from_dtype, float32, int32

cell = from_dtype(np.dtype([("value", np.float32), ("next", np.int32)], align=True))


@cuda.jit(device=True)
def at(cells, i):
    return cells[i].value


@cuda.jit(device=True)
def scale(row, by):
    for k in range(row.size):
        row[k] *= by


@cuda.jit(device=True)
def total(row):
    s = float32(0)
    for x in row:
        s += x
    return s


@cuda.jit((cell[::1], float32[:, :], float32[:, ::1], float32[::1]))
def gather(cells, grid, rows, out):
    i = cuda.grid(1)
    if i < out.size:
        scale(rows[i], at(cells, i))
        out[i] = total(grid[i]) + total(rows[i]) + grid[i, 0] + cells[cells[i].next].value


@cuda.jit((cell[::1], float32[:, :]))
def show(cells, grid):
    i = cuda.grid(1)
    if i < cells.size:
        print(cells[i].value, total(grid[i]))
# CHECK: #include "kernelc.cuh"
# CHECK:
# CHECK: struct __align__(4) cell {
# CHECK:   float value;
# CHECK:   int32_t next;
# CHECK: };
# CHECK:
# CHECK: static __device__ float at(kc::Array<const cell, 1, kc::C> cells, int64_t i) {
# CHECK:   return cells[kc::wrap(i, cells.extent[0])].value;
# CHECK: }
# CHECK:
# CHECK: static __device__ void scale(kc::Array<float, 1, kc::C> row, float by) {
# CHECK:   const int64_t stop = row.extent[0];
# CHECK:   for (int64_t k = 0; k < stop; ++k) {
# CHECK:     row[k] *= by;
# CHECK:   }
# CHECK: }
# CHECK:
# CHECK: static __device__ float total(kc::Array<const float, 1, kc::A> row) {
# CHECK:   float s = 0.0f;
# CHECK:   const int64_t stop = row.extent[0];
# CHECK:   for (int64_t t = 0; t < stop; ++t) {
# CHECK:     const float x = row(t);
# CHECK:     s += x;
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: static __device__ float total_1(kc::Array<const float, 1, kc::C> row) {
# CHECK:   float s = 0.0f;
# CHECK:   const int64_t stop = row.extent[0];
# CHECK:   for (int64_t t = 0; t < stop; ++t) {
# CHECK:     const float x = row[t];
# CHECK:     s += x;
# CHECK:   }
# CHECK:   return s;
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void gather(
# CHECK:     const cell* cells_data, int64_t cells_size, const float* grid_data, int64_t grid_shape0,
# CHECK:     int64_t grid_shape1, int64_t grid_stride0, int64_t grid_stride1, float* rows,
# CHECK:     int64_t rows_shape0, int64_t rows_shape1, float* out, int64_t out_size) {
# CHECK:   const kc::Array<const cell, 1, kc::C> cells = {cells_data, {cells_size}};
# CHECK:   const kc::Array<const float, 2, kc::A> grid =
# CHECK:       {grid_data, {grid_shape0, grid_shape1}, {grid_stride0, grid_stride1}};
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < out_size) {
# CHECK:     const kc::Array<float, 1, kc::C> view = {&rows[i * rows_shape1], {rows_shape1}};
# CHECK:     const float t = at(cells, i);
# CHECK:     scale(view, t);
# CHECK:     const kc::Array<const float, 1, kc::A> view_2 =
# CHECK:         {&grid(i, 0), {grid_shape1}, {grid.stride_bytes(1)}};
# CHECK:     const float t_2 = total(view_2);
# CHECK:     const kc::Array<const float, 1, kc::C> view_3 = {&rows[i * rows_shape1], {rows_shape1}};
# CHECK:     const float t_3 = total_1(view_3);
# CHECK:     out[i] = t_2 + t_3 + grid(i, 0) + cells_data[kc::wrap(cells_data[i].next, cells_size)].value;
# CHECK:   }
# CHECK: }
# CHECK:
# CHECK: extern "C" __global__ void show(
# CHECK:     const cell* __restrict__ cells, int64_t cells_size, const float* __restrict__ grid_data,
# CHECK:     int64_t grid_shape0, int64_t grid_shape1, int64_t grid_stride0, int64_t grid_stride1) {
# CHECK:   const kc::Array<const float, 2, kc::A> grid =
# CHECK:       {grid_data, {grid_shape0, grid_shape1}, {grid_stride0, grid_stride1}};
# CHECK:   const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
# CHECK:   if (i < cells_size) {
# CHECK:     const kc::Array<const float, 1, kc::A> view =
# CHECK:         {&grid(i, 0), {grid_shape1}, {grid.stride_bytes(1)}};
# CHECK:     const float value = cells[i].value;
# CHECK:     const float t = total(view);
# CHECK:     printf("%f %f\n", double(value), double(t));
# CHECK:   }
# CHECK: }
