// What functions of the device were compiled with before the kernel that the run waits for.
#pragma once

#include <functional>
#include <string_view>

#include "compiler/host/take.h"

namespace kernelc::host {

using OuterNameVisitor =
    std::function<void(Object* owner, std::string_view name, const Value& value)>;
using NameTest = std::function<bool(std::string_view)>;

// All places that the names of a function may stand for: names of its file, and variables of
// functions around it.
void ForEachOuterName(const FunctionInfo& info, const OuterNameVisitor& visit);

// A kernel is compiled, and so is all that it calls and that was not compiled before.
void FreezeCallees(Context& c, const Value& function);
// A function of the device with a signature is compiled.
void FreezeFunction(Context& c, const Value& function);

// Why a name of `owner`, a file or a call, that is `value` now is not known: a function that is
// wanted was compiled with another value. Empty where none was.
std::string WhyFrozen(const Context& c, const Object& owner, std::string_view name,
                      const ConstantRef& value, const NameTest& is_wanted);

}  // namespace kernelc::host
