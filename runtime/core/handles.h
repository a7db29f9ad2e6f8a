// Small steps that the public classes share.
#pragma once

#include <string>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"
#include "runtime/core/current_stream.h"

namespace kernelc::core {

// The stream that an operation in `context` goes to. Throws Error{InvalidArgument} naming both
// devices when the stream belongs to another context, Error{ContextDestroyed} when one was reset.
inline backend::Stream& ResolveStream(backend::Context& context, StreamRef stream,
                                      const char* operation) {
  if (stream.impl() == nullptr) {
    return CurrentStream(context);
  }
  if (&stream.impl()->context() != &context) [[unlikely]] {
    backend::ThrowIfFailed(stream.impl()->context().CheckUsable(operation));
    backend::ThrowIfFailed(context.CheckUsable(operation));
    backend::ThrowError(ErrorCode::InvalidArgument, operation, context.device().name(),
                        backend::Concat("the stream belongs to another context, of ",
                                        stream.impl()->context().device().name()));
  }
  return *stream.impl();
}

// Memory of `resource` for work in `stream`, seen by observers: what they refuse is given back.
backend::Status AllocateBlock(backend::MemoryResource& resource, backend::Stream& stream,
                              std::size_t bytes, DevicePointer* data);

}  // namespace kernelc::core
