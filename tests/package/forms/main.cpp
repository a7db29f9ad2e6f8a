#include <demo/scale.h>
#include <kernelc/runtime.h>

#include <cstdio>
#include <vector>

void Shift(const kernelc::DeviceArray<float>& x);

int main() {
  const kernelc::Context context("cpu");
  const auto x = kernelc::ToDevice(context, std::vector<float>(100, 2.0f));
  demo::kernels::scale({.grid = 4, .block = 32}, x, 3.0f);
  Shift(x);
  std::printf("%g\n", static_cast<double>(x.ToVector()[99]));
}
