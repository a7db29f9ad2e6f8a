// The arguments of `kernelc run`: every NAME=VALUE read, in the kernel's order.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/driver/argument_values.h"

namespace kernelc::driver {

// `NAME=REST` in its two parts; nothing without a `=` or a name.
std::optional<std::pair<std::string, std::string>> SplitAssignment(const std::string& text);

// The values of all parameters, in the kernel's order.
class RunArguments {
 public:
  // Reads every NAME=VALUE. Fails naming the argument at fault and the signature; throws Error for
  // a file that cannot be read, or holds no array.
  static Result<RunArguments> Read(const std::vector<std::string>& texts,
                                   const std::vector<std::string>& params,
                                   const std::string& signature,
                                   const FileNames& names = {});

  const std::vector<std::string>& names() const { return names_; }
  std::vector<ArgumentValue>& values() { return values_; }
  // Null for an unknown name.
  ArgumentValue* Find(const std::string& name);

 private:
  std::vector<std::string> names_;
  std::vector<ArgumentValue> values_;
};

}  // namespace kernelc::driver
