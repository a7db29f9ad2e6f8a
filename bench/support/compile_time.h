// What a compilation in this process takes, by phase; NVRTC for comparison; whole processes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernelc/runtime.h"

namespace kernelc::bench {

// One compilation through the command's own entry point.
struct Compilation {
  double seconds = 0;
  // Milliseconds.
  std::map<std::string, double> phases;
};

// Runs the command with these words. Throws with what it says when it fails.
Compilation CompileInProcess(std::vector<std::string> args);

// The kernel `name` of `text` from the image that `kernelc build --emit image` makes of it for these types and the
// context's device, with its variants: the code of a launch is chosen by the runtime. Throws what is wrong.
Kernel KernelOfImage(const Context& context, const std::string& name, const std::string& text,
                     const std::string& signature);

// Runs a program to its end with its output thrown away. Throws when it fails.
void RunProcess(const std::vector<std::string>& command);

// NVRTC's C interface, opened at run time.
class Nvrtc {
 public:
  // For one architecture, "sm_90".
  explicit Nvrtc(std::string target);
  bool available() const { return library_ != nullptr; }

  // Gives the PTX. Throws when NVRTC refuses.
  std::string Compile(const std::string& text) const;

 private:
  template <typename T>
  void Resolve(const char* name, T* function);

  std::string target_;
  void* library_ = nullptr;
  int (*create_)(void**, const char*, const char*, int, const char* const*, const char* const*);
  int (*compile_)(void*, int, const char* const*);
  int (*get_size_)(void*, std::size_t*);
  int (*get_ptx_)(void*, char*);
  int (*destroy_)(void**);
};

}  // namespace kernelc::bench
