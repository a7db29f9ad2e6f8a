// The header for the driver is C++17.
#include "kernels_cuda.h"

void Launch(CUdeviceptr x, CUdeviceptr y) {
  kernels::saxpy({{4}, {256}}, 2.0F, {x, {1000}}, {y, {1000}});
  const kernelc_cuda::ArrayView<float, 1> view(x, {500}, {8});
  kernels::scale({{4}, {256}}, view, 2.0F);
}
