// The ranks of this process in a group, and what ended it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "kernelc/collective.h"
#include "runtime/backend/collective.h"
#include "runtime/collective/call_book.h"
#include "runtime/collective/watch.h"

namespace kernelc::collective {

class Group {
 public:
  // Ranks from `first` on are of this process. A meeting of other processes is watched.
  Group(std::vector<Context> contexts, int first, int size, std::unique_ptr<backend::CollectiveEngine> engine);
  // Called once, when something ends the group. Before the watch is started.
  void SetFailureHook(std::function<void()> hook) { failure_hook_ = std::move(hook); }
  void StartWatch(Meeting meeting, const CollectiveOptions& options);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  int size() const noexcept { return size_; }
  int first() const noexcept { return first_; }
  const std::vector<Context>& contexts() const noexcept { return contexts_; }
  bool is_local(int rank) const noexcept {
    return rank >= first_ && rank - first_ < static_cast<int>(contexts_.size());
  }
  // What ended the group, if something did.
  backend::Status failure();
  // Whether all contexts can be used.
  bool usable() const noexcept;

  // Enqueues an operation. `record` is what other processes are told of it.
  backend::Status Run(const backend::CollectiveCall& call, CallRecord record);

 private:
  void Fail(const ErrorInfo& why);

  const std::vector<Context> contexts_;
  const int first_;
  const int size_;
  const std::unique_ptr<backend::CollectiveEngine> engine_;
  // One call at a time: all ranks need the same order.
  std::mutex call_mutex_;
  std::mutex failure_mutex_;
  std::atomic<bool> failed_{false};
  ErrorInfo failure_;
  std::function<void()> failure_hook_;
  // The last member: it ends first.
  std::unique_ptr<Watch> watch_;
};

}  // namespace kernelc::collective
