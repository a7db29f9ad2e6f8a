// Types as signatures write them.
#include <fmt/format.h>

#include "compiler/base/check.h"
#include "compiler/types/written_types.h"

namespace kernelc::types {

std::string SpellArgType(const abi::ArgType& type) {
  switch (type.kind) {
    case abi::ArgKind::Scalar:
      return std::string(abi::scalar_info(type.scalar).text);
    case abi::ArgKind::None:
      return "none";
    case abi::ArgKind::Array: {
      std::string text = SpellArgType(type.element());
      if (type.ndim == 0 || type.readonly) {
        // What slices cannot say.
        const char* layout = type.layout == abi::Layout::C   ? "C"
                             : type.layout == abi::Layout::F ? "F"
                                                             : "A";
        if (type.ndim == 0 && !type.readonly) {
          return text + "[()]";
        }
        return fmt::format("Array({}, {}, {}{})", text, type.ndim, layout,
                           type.readonly ? ", readonly=True" : "");
      }
      text += '[';
      for (unsigned i = 0; i < type.ndim; ++i) {
        const bool unit = (type.layout == abi::Layout::C && i + 1u == type.ndim) ||
                          (type.layout == abi::Layout::F && i == 0);
        text += i == 0 ? "" : ", ";
        text += unit ? "::1" : ":";
      }
      return text + ']';
    }
    case abi::ArgKind::Tuple: {
      const bool is_named = !type.field_names.empty();
      std::string text = is_named ? type.name + "(" : "Tuple((";
      for (std::size_t i = 0; i < type.elements.size(); ++i) {
        text += (i == 0 ? "" : ", ") + SpellArgType(type.elements[i]);
      }
      return text + (is_named ? ")" : "))");
    }
    case abi::ArgKind::Record:
      return SpellRecord(*type.record);
    case abi::ArgKind::Vector:
      return abi::VectorText(type.scalar, type.ndim);
    case abi::ArgKind::Pointer:
      return fmt::format("CPointer({})", SpellArgType(type.element()));
  }
  KC_FATAL("argument kind");
}

}  // namespace kernelc::types
