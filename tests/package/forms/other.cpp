#include <demo/scale.h>
#include <demo/shift.h>
#include <kernelc/runtime.h>

void Shift(const kernelc::DeviceArray<float>& x) {
  demo::kernels::scale({.grid = 4, .block = 32}, x, 2.0f);
  demo::kernels::shift({.grid = 4, .block = 32}, x);
}
