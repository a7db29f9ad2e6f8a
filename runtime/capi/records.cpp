// Records of the C API: the structs of a program as elements of arrays.
#include <span>
#include <string>
#include <vector>

#include "kernelc/element_type.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::DeviceArrayAny;
using kernelc::capi::ArrayObject;
using kernelc::capi::FindAs;
using kernelc::capi::GiveHandle;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::RecordObject;
using kernelc::capi::RequirePointer;

namespace kernelc::capi {
namespace {

const RecordRef& RecordOf(const char* function, kernelc_record handle) {
  return FindAs<RecordObject>(function, HandleKind::Record, handle).record;
}

ElementType ElementOf(const char* function, const kernelc_field& field) {
  return field.record != nullptr ? ElementType(RecordOf(function, field.record))
                                 : ElementType(KindOf(function, field.dtype));
}

std::vector<std::uint32_t> ExtentsOf(const char* function, const kernelc_field& field) {
  if (field.ndim > kMaxRank) {
    throw Failure(KERNELC_INVALID_ARGUMENT,
                  backend::Concat(function, ": a field has ", field.ndim, " dimensions"));
  }
  if (field.ndim > 0) {
    RequirePointer(function, "extents", field.extents);
  }
  return {field.extents, field.extents + field.ndim};
}

}  // namespace
}  // namespace kernelc::capi

kernelc_status kernelc_record_create(size_t size, size_t align, const kernelc_field* fields,
                                     size_t count, kernelc_record* record) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "record", record);
    if (count > 0) {
      RequirePointer(function, "fields", fields);
    }
    kernelc::RecordBuilder builder(size, align);
    for (const kernelc_field& field : std::span(fields, count)) {
      RequirePointer(function, "name", field.name);
      builder.Add(field.name, kernelc::capi::ElementOf(function, field), field.offset,
                  kernelc::capi::ExtentsOf(function, field));
    }
    GiveHandle<RecordObject>(HandleKind::Record, record, builder.Build());
  });
}

kernelc_status kernelc_record_destroy(kernelc_record record) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Record, record);
}

kernelc_status kernelc_array_create_records(kernelc_context context, kernelc_record record,
                                            uint32_t ndim, const int64_t* shape,
                                            kernelc_order order, kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "array", array);
    GiveHandle<ArrayObject>(
        HandleKind::Array, array,
        DeviceArrayAny::Empty(kernelc::capi::ContextOf(function, context),
                              kernelc::capi::RecordOf(function, record),
                              kernelc::capi::DimsOf(function, "shape", ndim, shape),
                              kernelc::capi::OrderOf(function, order)));
  });
}
