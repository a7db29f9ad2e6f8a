// Tools of the CUDA toolkit as child processes.
#pragma once

#include <string>
#include <vector>

#include "compiler/base/result.h"

namespace kernelc::driver {

// The path of tool `name`: in $CUDA_HOME/bin, on PATH, or in /usr/local/cuda/bin; empty when it is
// nowhere.
std::string FindTool(const std::string& name);

// Runs `command` (its first element is the program's path) and waits. Gives its standard output;
// fails with its standard error when it cannot be started or exits with a status other than 0.
Result<std::string> RunTool(const std::vector<std::string>& command);

// A file in the temporary folder that is removed on destruction.
class TemporaryFile {
 public:
  // Creates an empty file whose name ends with `suffix`; path() is empty when that failed.
  explicit TemporaryFile(const std::string& suffix);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  const std::string& path() const { return path_; }
  bool Write(std::string_view contents) const;
  Result<std::string> Read() const;

 private:
  std::string path_;
};

}  // namespace kernelc::driver
