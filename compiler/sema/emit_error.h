// Statements and checks that end a thread with an error.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "compiler/sema/function_context.h"
#include "runtime/abi/device_error.h"

namespace kernelc::sema {

// `condition` is a bool.
void FailUnless(FunctionContext& fn, const Value& condition, abi::DeviceErrorCode code,
                std::string_view text, std::initializer_list<kir::InstId> values);

// Ends the thread where what is unpacked has another number of elements.
void CheckUnpackLength(FunctionContext& fn, const Value& extent, std::size_t names);

// What is stored has extent `stored` where dimension `dim` of `view` is; or 1, where it
// `stretches`.
void CheckStoredExtent(FunctionContext& fn, const Value& view, unsigned dim, const Value& stored,
                       bool stretches);

}  // namespace kernelc::sema
