#include "kernelc/profiler.h"

#include "runtime/backend/backend.h"

namespace kernelc {

void StartProfiler(const Context& context) {
  backend::ThrowIfFailed(context.impl()->SetProfiling(true));
}

void StopProfiler(const Context& context) {
  backend::ThrowIfFailed(context.impl()->SetProfiling(false));
}

ProfilerScope::ProfilerScope(const Context& context) : context_(context) { StartProfiler(context_); }

ProfilerScope::~ProfilerScope() { backend::Report(context_.impl()->SetProfiling(false)); }

}  // namespace kernelc
