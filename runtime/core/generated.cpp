// The messages of generated headers.
#include "kernelc/generated.h"

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc::generated {

using backend::Concat;

void ThrowWrongArray(const DeviceArrayAny& array, const ElementType& element, std::size_t rank) {
  backend::ThrowError(ErrorCode::TypeMismatch, "array view", "array",
                      Concat("expects ", rank, rank == 1 ? " dimension of " : " dimensions of ",
                             ToString(element), ", got ", array.ndim(), " of ",
                             ToString(array.element())));
}

void CheckArray(const DeviceArrayAny& array, const ElementType& element, std::size_t rank) {
  const bool same = element.record ? SameFields(element.record, array.record())
                                   : array.kind() == element.kind;
  if (!same || array.ndim() != rank) [[unlikely]] {
    ThrowWrongArray(array, element, rank);
  }
  if (element.record && array.data() % element.record->align != 0) [[unlikely]] {
    backend::ThrowError(ErrorCode::TypeMismatch, "array view", "array",
                        Concat("the kernel's records are aligned to ", element.record->align,
                               " bytes, these are not"));
  }
}

void ThrowNotContiguous(const char* kernel, const char* param, Layout layout) {
  backend::ThrowError(ErrorCode::TypeMismatch, "launch", Concat("kernel `", kernel, '`'),
                      Concat("parameter `", param, "`: the array is not contiguous in ",
                             layout == Layout::C ? 'C' : 'F', " order"));
}

void ThrowTwoContexts(const char* kernel, const char* param, backend::Context* first,
                      backend::Context* second) {
  backend::ThrowError(
      ErrorCode::InvalidArgument, "launch", Concat("kernel `", kernel, '`'),
      Concat("parameter `", param, "`: the array is on ", second->device().name(),
             ", the arrays before it are on ", first->device().name(),
             first->device().name() == second->device().name() ? " in another context" : ""));
}

}  // namespace kernelc::generated
