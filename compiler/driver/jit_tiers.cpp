// The second tier of a kernel's code: made in the background, found by the launches that follow.
#include <unistd.h>

#include <mutex>
#include <utility>

#include "compiler/driver/background.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/jit_kernel.h"

namespace kernelc::driver {

std::optional<CompileOutput> JitKernelState::FindKept(const CompileJob& job) const {
  const CompileOptions options{.link = true};
  const std::optional<CachedJob> cached = CachedJob::For(job, options);
  if (!cached) {
    return std::nullopt;
  }
  std::vector<diag::Diagnostic> diagnostics;
  std::optional<CompileOutput> found = cached->FindByText(&diagnostics);
  if (found) {
    Tell(std::move(diagnostics), *found);
  }
  return found;
}

void JitKernelState::ImproveInBackground(const Context& context, const Key& key, CompileJob job) {
  {
    const std::lock_guard lock(pending_.mutex);
    ++pending_.count;
    pending_.process = getpid();
  }
  // Neither the kernel nor the context lives longer for it: who lets go of one has no use for the
  // code.
  RunInBackground([kernel = weak_from_this(), context = std::weak_ptr(context.impl()), key,
                   job = std::move(job)] {
    if (const std::shared_ptr<JitKernelState> self = kernel.lock()) {
      self->Improve(context, key, job);
    }
  });
}

void JitKernelState::Improve(const std::weak_ptr<backend::Context>& context, const Key& key,
                             const CompileJob& job) {
  std::exception_ptr failure;
  try {
    CompileOutput output = RunJob(job, {.link = true}, Report::Nothing);
    if (std::shared_ptr<backend::Context> impl = context.lock()) {
      Kernel kernel = LoadOutput(Context(std::move(impl)), job, std::move(output), Report::Nothing);
      const std::lock_guard lock(compile_mutex_);
      Add(key, std::move(kernel), false);
      // Behind the variant, which those who see the new numbers find.
      id_.store(detail::Relauncher::NextId(), std::memory_order_release);
      large_id_.store(detail::Relauncher::NextId(), std::memory_order_release);
    }
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(pending_.mutex);
  --pending_.count;
  pending_.failure = failure ? failure : pending_.failure;
  pending_.done.notify_all();
}

void JitKernelState::WaitUntilOptimized() {
  std::unique_lock lock(pending_.mutex);
  pending_.done.wait(lock, [this] { return pending_.count == 0 || pending_.process != getpid(); });
  if (std::exception_ptr failure = std::exchange(pending_.failure, nullptr)) {
    std::rethrow_exception(failure);
  }
}

}  // namespace kernelc::driver
