#include "bench/support/compile_time.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bench/support/stats.h"
#include "compiler/driver/command.h"

namespace kernelc::bench {

namespace {

// Milliseconds by phase as `--time-phases` prints them: lines of "<number> ms  <name>".
std::map<std::string, double> ParsePhases(const std::string& text) {
  std::map<std::string, double> phases;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    double milliseconds = 0;
    char name[64] = {};
    if (std::sscanf(line.c_str(), " %lf ms %63[^\n]", &milliseconds, name) == 2) {
      phases[name] += milliseconds;
    }
  }
  return phases;
}

void Check(int status) {
  if (status != 0) {
    throw std::runtime_error(fmt::format("NVRTC failed with status {}", status));
  }
}

}  // namespace

Compilation CompileInProcess(std::vector<std::string> args) {
  args.emplace_back("--time-phases");
  std::ostringstream out;
  std::ostringstream err;
  Compilation result;
  int status = 0;
  result.seconds = SecondsOf([&] { status = driver::RunCommand(args, out, err); });
  if (status != 0) {
    throw std::runtime_error(fmt::format("{} does not compile: {}", args[1], err.str()));
  }
  result.phases = ParsePhases(err.str());
  return result;
}

Kernel KernelOfImage(const Context& context, const std::string& name, const std::string& text,
                     const std::string& signature) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("kernelc_bench_image_{}", getpid());
  std::filesystem::create_directories(folder);
  const std::string source = folder / (name + ".py");
  const std::string image = folder / (name + ".kcimage");
  std::ofstream(source) << text;
  const bool on_gpu = context.device().kind() == DeviceKind::Cuda;
  CompileInProcess({"build", source, "-k", name, "--sig", signature, "--emit", "image", "--target",
                    on_gpu ? context.device().arch() : "cpu", "-W", "none", "--no-cache", "-o", image});
  const Module module = Module::FromFile(context, image);
  std::filesystem::remove_all(folder);
  return module.kernel(name);
}

void RunProcess(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  const pid_t child = vfork();
  if (child == 0) {
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    throw std::runtime_error(fmt::format("{} failed", command[0]));
  }
}

template <typename T>
void Nvrtc::Resolve(const char* name, T* function) {
  void* symbol = dlsym(library_, name);
  if (symbol == nullptr) {
    throw std::runtime_error(fmt::format("NVRTC has no {}", name));
  }
  std::memcpy(function, &symbol, sizeof symbol);
}

Nvrtc::Nvrtc(std::string target) : target_(std::move(target)) {
  for (const char* name :
       {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so"}) {
    library_ = library_ == nullptr ? dlopen(name, RTLD_NOW) : library_;
  }
  if (library_ != nullptr) {
    Resolve("nvrtcCreateProgram", &create_);
    Resolve("nvrtcCompileProgram", &compile_);
    Resolve("nvrtcGetPTXSize", &get_size_);
    Resolve("nvrtcGetPTX", &get_ptx_);
    Resolve("nvrtcDestroyProgram", &destroy_);
  }
}

std::string Nvrtc::Compile(const std::string& text) const {
  const std::string arch = fmt::format("--gpu-architecture={}", target_);
  const char* options[] = {arch.c_str()};
  void* program = nullptr;
  std::size_t size = 0;
  Check(create_(&program, text.c_str(), "bench.cu", 0, nullptr, nullptr));
  Check(compile_(program, 1, options));
  Check(get_size_(program, &size));
  std::string ptx(size, '\0');
  Check(get_ptx_(program, ptx.data()));
  Check(destroy_(&program));
  return ptx;
}

}  // namespace kernelc::bench
