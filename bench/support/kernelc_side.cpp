#include "bench/support/kernelc_side.h"

#include <type_traits>

#include "samples/support/find_kernel.h"

namespace kernelc::bench {

namespace {

HostArrayView View(const CaseArray& array) {
  return HostArrayView(array.kind(), Dims(std::span<const std::int64_t>(array.shape())),
                       array.raw());
}

}  // namespace

DeviceArrayAny Upload(const Context& context, const CaseArray& array) {
  return DeviceArrayAny::FromHost(context, View(array));
}

KernelcSide::KernelcSide(const Context& context, std::string_view name, const Problem& problem)
    : problem_(&problem),
      kernel_(Program::FromFile(sample::FindKernel(std::string(name))).kernel(name)) {
  for (const CaseArray& array : problem.arrays) {
    arrays_.push_back(Upload(context, array));
  }
  for (const CaseArg& arg : problem.args) {
    std::visit(
        [this](auto value) {
          if constexpr (std::is_same_v<decltype(value), ArrayArg>) {
            args_.emplace_back(arrays_[value.index]);
          } else {
            args_.emplace_back(value);
          }
        },
        arg);
  }
  config_.grid = Dim3(problem.grid.x, problem.grid.y, problem.grid.z);
  config_.block = Dim3(problem.block.x, problem.block.y, problem.block.z);
}

void KernelcSide::Launch(StreamRef stream) const {
  LaunchConfig config = config_;
  config.stream = stream;
  kernel_.LaunchArgs(config, args_);
}

void KernelcSide::Reset() const {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    if (problem_->arrays[i].role() == Role::InOut) {
      arrays_[i].CopyFromHost(View(problem_->arrays[i]));
    }
  }
}

CaseArray KernelcSide::Download(std::size_t index) const { return Download(index, arrays_[index]); }

CaseArray KernelcSide::Download(std::size_t index, const DeviceArrayAny& from) const {
  const CaseArray& like = problem_->arrays[index];
  CaseArray result(like.kind(), like.shape(), like.role());
  from.CopyToHost(std::span(static_cast<std::byte*>(result.raw()), result.bytes()));
  return result;
}

}  // namespace kernelc::bench
