// Constants that a program gives for names of a kernel file: ProgramOptions::constants.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/compiler_export.h"
#include "kernelc/element_type.h"
#include "kernelc/host_array.h"
#include "kernelc/scalar.h"

namespace kernelc {

namespace sema {
struct GivenConstant;
}  // namespace sema

// What an assignment in the file would give a name. A value: copies share what nobody changes.
class KC_COMPILER_API Constant {
 public:
  // None.
  Constant(std::nullptr_t = nullptr);
  // Python's own bool, int, float or complex, whatever its width here: literals of the file.
  template <DeviceScalar T>
  Constant(T number) : Constant(ScalarValue(number), false) {}
  // NumPy's scalar: `np.float32(2.5)`.
  Constant(const ScalarValue& number) : Constant(number, true) {}
  Constant(std::string_view text);
  Constant(const std::string& text) : Constant(std::string_view(text)) {}
  Constant(const char* text) : Constant(std::string_view(text)) {}
  // A tuple.
  Constant(std::vector<Constant> elements);
  // A type, for arrays that kernels make and casts.
  Constant(const ElementType& type);
  Constant(ScalarKind type) : Constant(ElementType(type)) {}
  // A NumPy array, copied.
  Constant(const HostArrayView& array);
  Constant(const HostArray& array) : Constant(array.view()) {}

  // As `kernelc --define NAME=VALUE` has it: "16", "float32:0.5", "true", "none", "'text'", "(8, 8)",
  // "float32", "@table.npy". Throws Error{InvalidArgument}, also for a file that cannot be read.
  static Constant Parse(std::string_view value);

  // For the compiler.
  const sema::GivenConstant& given() const noexcept { return *given_; }

 private:
  Constant(const ScalarValue& number, bool typed);

  std::shared_ptr<const sema::GivenConstant> given_;
};

}  // namespace kernelc
