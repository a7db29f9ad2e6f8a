// The bodies of host_functions.def that are C++, and what they share.
#pragma once

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {

#define HOST_FUNCTIONS(module, effect, body, names) Value body(Context& c, const Arguments& a);
#define HOST_METHODS(type, effect, body, names) Value body(Context& c, const Arguments& a);
#define HOST_ATTRIBUTE(type, body, names) Value body(Context& c, const Arguments& a);
#define HOST_PYTHON(module, file, names)
#define HOST_PYTHON_READS(module, file, names)
#define HOST_CONSTANT(path, value)
#define HOST_ALIASES(path, names)
#include "compiler/host/library/host_functions.def"

// The text of a str; raises TypeError.
std::string_view TextOf(Context& c, const Value& value);

// What sorted() gives.
ValueList Sorted(Context& c, const Value& iterable, const Value& key, bool reverse);

// While it lives, an object of a subclass of a builtin type is one of the type itself: for
// `list.append(self, x)` and what `super()` calls.
class AsBuiltin {
 public:
  explicit AsBuiltin(const Value& value) {
    if (value.is_object() && value.object->kind != Kind::Instance) {
      cls_.emplace(value.object->cls, nullptr);
    }
  }

 private:
  std::optional<Restored<Object*>> cls_;
};

}  // namespace kernelc::host
