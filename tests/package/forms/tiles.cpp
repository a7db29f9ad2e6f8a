#include <kernelc/runtime.h>
#include <tiles16/tiles.h>
#include <tiles8/tiles.h>

#include <cstdio>
#include <vector>

int main() {
  const kernelc::Context context("cpu");
  const auto out = kernelc::ToDevice(context, std::vector<std::int32_t>{0});
  tiles8::tile_size({.grid = 1, .block = 1}, out);
  const std::int32_t small = out.ToVector()[0];
  tiles16::tile_size({.grid = 1, .block = 1}, out);
  std::printf("%d %d\n", small, out.ToVector()[0]);
}
