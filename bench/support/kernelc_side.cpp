#include "bench/support/kernelc_side.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <type_traits>

#include "bench/support/compile_time.h"

namespace kernelc::bench {

namespace {

namespace fs = std::filesystem;

// The type of an argument as a signature has it.
std::string TypeOf(const CaseArg& arg, const Problem& problem) {
  return std::visit(
      [&](auto value) -> std::string {
        if constexpr (std::is_same_v<decltype(value), ArrayArg>) {
          const CaseArray& array = problem.arrays[value.index];
          std::string text(abi::scalar_info(array.kind()).text);
          text += "[";
          for (std::size_t i = 1; i < array.shape().size(); ++i) {
            text += ":, ";
          }
          return text + "::1]";
        } else {
          return std::string(abi::scalar_info(kScalarKindOf<decltype(value)>).text);
        }
      },
      arg);
}

}  // namespace

JitKernel KernelOf(const SuiteEntry& entry) {
  return Program::FromSource(std::string(entry.python.view()), fmt::format("{}.py", entry.name))
      .kernel(entry.name);
}

std::optional<Kernel> BuiltKernel(const Context& context, const SuiteEntry& entry,
                                  const Problem& problem) {
  const fs::path command = fs::read_symlink("/proc/self/exe").parent_path() / "kernelc";
  if (!fs::exists(command)) {
    return std::nullopt;
  }
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("kernelc_bench_build_{}", getpid());
  fs::create_directories(folder);
  const std::string source = folder / fmt::format("{}.py", entry.name);
  const std::string image = folder / fmt::format("{}.kcimage", entry.name);
  std::ofstream(source) << entry.python.view();
  const std::string target =
      context.device().kind() == DeviceKind::Cuda ? context.device().arch() : "cpu";
  RunProcess({command, "build", source, "-k", std::string(entry.name), "--sig",
              SignatureOf(problem), "--emit", "image", "--target", target, "-W", "none", "-o",
              image});
  const Module module = Module::FromFile(context, image);
  fs::remove_all(folder);
  return module.kernel(entry.name);
}

std::string SignatureOf(const Problem& problem) {
  std::string text;
  for (const CaseArg& arg : problem.args) {
    text += (text.empty() ? "" : ", ") + TypeOf(arg, problem);
  }
  return text;
}

HostArrayView View(const CaseArray& array) {
  return HostArrayView(array.kind(), Dims(std::span<const std::int64_t>(array.shape())),
                       array.raw());
}

DeviceArrayAny Upload(const Context& context, const CaseArray& array) {
  return DeviceArrayAny::FromHost(context, View(array));
}

KernelcSide::KernelcSide(const Context& context, const JitKernel& kernel, const Problem& problem)
    : context_(context), problem_(&problem), kernel_(kernel) {
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
}

LaunchConfig KernelcSide::ConfigOn(StreamRef stream) const {
  LaunchConfig config;
  config.grid = Dim3(problem_->grid.x, problem_->grid.y, problem_->grid.z);
  config.block = Dim3(problem_->block.x, problem_->block.y, problem_->block.z);
  config.stream = stream;
  return config;
}

void KernelcSide::Launch(StreamRef stream) const { kernel_.LaunchArgs(ConfigOn(stream), args_); }

void KernelcSide::LaunchOther(const Kernel& kernel, StreamRef stream) const {
  kernel.LaunchArgs(ConfigOn(stream), args_);
}

Kernel KernelcSide::CodeOf(const Kernel& kernel) const {
  return kernel.CodeFor(ConfigOn({}), args_);
}

Kernel KernelcSide::Variant() const { return kernel_.Specialize(context_, args_); }

Kernel KernelcSide::Specialized() const {
  return kernel_.Specialize(context_, SignatureOf(*problem_));
}

std::string KernelcSide::Ptx() const { return kernel_.Inspect(CodeForm::Ptx, context_, args_); }

void KernelcSide::Reset() const {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    if (problem_->arrays[i].role() == Role::InOut) {
      arrays_[i].CopyFromHost(View(problem_->arrays[i]));
    }
  }
}

CaseArray KernelcSide::Download(std::size_t index) const {
  const CaseArray& like = problem_->arrays[index];
  CaseArray result(like.kind(), like.shape(), like.role());
  arrays_[index].CopyToHost(std::span(static_cast<std::byte*>(result.raw()), result.bytes()));
  return result;
}

}  // namespace kernelc::bench
