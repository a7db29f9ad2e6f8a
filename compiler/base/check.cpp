#include "compiler/base/check.h"

namespace kernelc {

void FailCheck(const char* file, int line, const char* condition, std::string message) {
  throw InternalError(fmt::format("{}:{}: check failed: {}{}{}", file, line, condition,
                                  message.empty() ? "" : ": ", message));
}

}  // namespace kernelc
