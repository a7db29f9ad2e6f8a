// Compilers of the machine, and a folder for what they make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernelc::link_test {

// Removed with everything in it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string Path(std::string_view name) const { return path_ + "/" + std::string(name); }
  // Writes a file and gives its path.
  std::string Write(std::string_view name, std::string_view text) const;

 private:
  std::string path_;
};

struct Outcome {
  int status = 0;
  // Of both streams.
  std::string text;
};

// Runs a command of the shell.
Outcome RunCommand(const std::string& command);

// The path of a program of the CUDA toolkit, of the host's C compiler and of `kernelc` beside this program; empty where it is
// missing.
std::string CudaTool(const std::string& name);
std::string HostCompiler();
std::string Kernelc();

std::string ReadFile(const std::string& path);

}  // namespace kernelc::link_test
