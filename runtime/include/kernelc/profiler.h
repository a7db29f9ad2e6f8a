// Switches a profiler that is attached to the program on and off around the part that matters: start
// it with collection off (`nsys profile -c cudaProfilerApi`, `ncu --profile-from-start off`). On the
// CPU these do nothing: its profilers are switched from outside.
#pragma once

#include "kernelc/context.h"
#include "kernelc/current.h"
#include "kernelc/export.h"

namespace kernelc {

KC_RUNTIME_API void StartProfiler(const Context& context = current_context());
KC_RUNTIME_API void StopProfiler(const Context& context = current_context());

// Collection is on for a scope. An error of the destructor goes to the error sink.
class KC_RUNTIME_API ProfilerScope {
 public:
  explicit ProfilerScope(const Context& context = current_context());
  ~ProfilerScope();
  ProfilerScope(const ProfilerScope&) = delete;
  ProfilerScope& operator=(const ProfilerScope&) = delete;

 private:
  Context context_;
};

}  // namespace kernelc
