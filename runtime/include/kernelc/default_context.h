// Which device a program uses when it does not say, as PyCUDA's tools choose it.
//
// The first of these that is there decides: the environment variable CUDA_DEVICE, the file
// ~/.cuda-device (or ~/.cuda_device). Each holds the number of a CUDA device, or a name as
// kernelc::device() takes it: "1", "cuda:1", "cpu". Anything else is an error, also where the
// device that it names is not there; it never means device 0.
#pragma once

#include "kernelc/context.h"
#include "kernelc/current.h"
#include "kernelc/device.h"
#include "kernelc/export.h"

namespace kernelc {

// The context of the device that the user chose; where nobody did, of the first CUDA device that
// gives one, and on a machine without CUDA devices of the CPU. Makes nothing current. Throws
// Error{InvalidArgument} and Error{NoDevice} naming the variable or file and what it holds,
// Error{FileAccess} for a file that cannot be read, Error{DriverUnavailable}, and Error{NoDevice}
// with each device's reason when none gives a context.
KC_RUNTIME_API Context MakeDefaultContext();

// The device that the user chose, else `fallback`. Nobody asks whether it gives a context.
[[deprecated("use MakeDefaultContext()")]] KC_RUNTIME_API Device
GetDefaultDevice(const Device& fallback = default_device());

// Makes MakeDefaultContext() current on this thread for as long as it lives, as `import
// pycuda.autoinit` does: the first line of main(). Its end takes that back, drops the results of
// ContextMemoize(), and lets go of the contexts that nobody uses. Throws as MakeDefaultContext()
// does. To be destroyed by the thread that made it.
class KC_RUNTIME_API AutoInit {
 public:
  AutoInit();
  ~AutoInit();
  AutoInit(const AutoInit&) = delete;
  AutoInit& operator=(const AutoInit&) = delete;

  const Context& context() const noexcept { return context_; }
  Device device() const noexcept { return context_.device(); }

 private:
  Context context_;
  ContextScope scope_;
};

}  // namespace kernelc
