// Resources that the program brings: its own functions, and C functions of a shared object.
#include <dlfcn.h>
#include <sys/types.h>

#include <bit>
#include <exception>
#include <utility>

#include "kernelc/stream.h"
#include "runtime/backend/library.h"
#include "runtime/backend/text.h"
#include "runtime/memory/plain.h"

namespace kernelc::memory {
namespace {

using backend::Concat;
using backend::Status;

class Callback final : public Plain {
 public:
  Callback(backend::Context& context, std::string name, AllocateFunction allocate,
           FreeFunction free, bool stream_ordered)
      : Plain(context),
        name_(std::move(name)),
        allocate_(std::move(allocate)),
        free_(std::move(free)),
        stream_ordered_(stream_ordered) {}

  std::string name() const override { return name_; }
  bool stream_ordered() const noexcept override { return stream_ordered_; }
  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    // What the functions use of a driver is used in this context.
    void* previous = nullptr;
    KC_RETURN_IF_FAILED(context().Enter(&previous));
    std::string why = "it gave no address";
    *data = 0;
    try {
      *data = allocate_(bytes, StreamRef(&stream));
    } catch (const Error& error) {
      why = error.what();
    } catch (const std::exception& error) {
      why = error.what();
    }
    KC_RETURN_IF_FAILED(context().Leave(previous));
    if (*data != 0) {
      return Count(Status(), bytes);
    }
    ErrorInfo info;
    info.code = ErrorCode::OutOfMemory;
    info.operation = "allocate";
    info.object = context().device().name();
    info.requested_bytes = bytes;
    info.message = Concat(bytes, " bytes requested from the `", name_, "` resource: ", why);
    return Count(Status(std::move(info)), bytes);
  }
  Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override {
    if (context().gone()) {
      return {};
    }
    void* previous = nullptr;
    KC_RETURN_IF_FAILED(context().Enter(&previous));
    Status status;
    try {
      free_(data, bytes, StreamRef(&stream));
    } catch (const Error& error) {
      status = Status(error.info());
    } catch (const std::exception& error) {
      status =
          backend::Fail(ErrorCode::Driver, "free", context().device().name(),
                        Concat("the `", name_, "` resource: ", std::string_view(error.what())));
    }
    Status left = context().Leave(previous);
    return Uncount(status.ok() ? std::move(left) : std::move(status), bytes);
  }

 private:
  const std::string name_;
  const AllocateFunction allocate_;
  const FreeFunction free_;
  const bool stream_ordered_;
};

// What torch.cuda.memory.CUDAPluggableAllocator takes.
using CAllocate = void* (*)(ssize_t bytes, int device, void* stream);
using CFree = void (*)(void* data, ssize_t bytes, int device, void* stream);

}  // namespace

ResourcePtr MakeCallback(backend::Context& context, std::string name, AllocateFunction allocate,
                         FreeFunction free, bool stream_ordered) {
  return std::make_shared<Callback>(context, std::move(name), std::move(allocate), std::move(free),
                                    stream_ordered);
}

Status MakePluggable(backend::Context& context, const std::string& library,
                     const std::string& allocate, const std::string& free, ResourcePtr* resource) {
  constexpr const char* kOperation = "open memory resource";
  std::string why;
  const backend::Library opened = backend::Library::OpenFile(library, false, &why);
  if (!opened.is_open()) {
    return backend::Fail(ErrorCode::FileAccess, kOperation, library, std::move(why));
  }
  const auto find = [&](const std::string& name, void** function) -> Status {
    *function = opened.Find(name.c_str());
    return *function != nullptr ? Status()
                                : backend::Fail(ErrorCode::NotFound, kOperation, library,
                                                Concat("it exports no function `", name, "`"));
  };
  void* functions[2] = {};
  KC_RETURN_IF_FAILED(find(allocate, &functions[0]));
  KC_RETURN_IF_FAILED(find(free, &functions[1]));
  const auto c_allocate = std::bit_cast<CAllocate>(functions[0]);
  const auto c_free = std::bit_cast<CFree>(functions[1]);
  const int device = context.device().ordinal();
  // Where streams have no handle, the functions cannot follow their order.
  const bool has_streams = context.device().kind() == DeviceKind::Cuda;
  *resource = MakeCallback(
      context, Concat("pluggable ", std::string_view(library).substr(library.rfind('/') + 1)),
      [=](std::size_t bytes, StreamRef stream) {
        return std::bit_cast<DevicePointer>(
            c_allocate(static_cast<ssize_t>(bytes), device, stream.native_handle()));
      },
      [=, &context](DevicePointer data, std::size_t bytes, StreamRef stream) {
        if (!has_streams) {
          backend::ThrowIfFailed(context.WaitForWork());
        }
        c_free(std::bit_cast<void*>(data), static_cast<ssize_t>(bytes), device,
               stream.native_handle());
      },
      has_streams);
  return {};
}

}  // namespace kernelc::memory
