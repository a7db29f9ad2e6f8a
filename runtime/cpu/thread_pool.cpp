#include "runtime/cpu/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>

#include "runtime/backend/context_use.h"

namespace kernelc::cpu {
namespace {

constexpr unsigned kMaxThreads = 4096;

unsigned UsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

unsigned WantedThreads() {
  const char* text = std::getenv("KERNELC_CPU_THREADS");
  if (text != nullptr) {
    const std::string_view value(text);
    unsigned threads = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), threads);
    if (parsed.ec == std::errc() && parsed.ptr == value.data() + value.size() && threads > 0) {
      return std::min(threads, kMaxThreads);
    }
  }
  return UsableCores();
}

}  // namespace

ThreadPool& ThreadPool::Get() {
  // Never destroyed: helpers may still wait in it when the process ends.
  static ThreadPool& pool = *new ThreadPool(WantedThreads());
  return pool;
}

void ThreadPool::StartHelpers() {
  while (helpers_ + 1 < thread_count_) {
    try {
      std::thread([this, number = helpers_ + 1] { HelperLoop(number); }).detach();
    } catch (const std::system_error&) {
      // The system has no more threads: those that there are do the work.
      return;
    }
    ++helpers_;
  }
}

void ThreadPool::Run(SharedTask& task, unsigned threads, int priority) {
  const unsigned wanted = std::min(threads, thread_count_) - 1;
  if (threads <= 1 || wanted == 0) {
    task.Work(0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    StartHelpers();
    task.open_places_ = wanted;
    task.priority_ = priority;
    const auto less_urgent = std::find_if(
        tasks_.begin(), tasks_.end(),
        [priority](const SharedTask* other) { return other->priority_ > priority; });
    tasks_.insert(less_urgent, &task);
  }
  if (wanted + 1 >= thread_count_) {
    work_.notify_all();
  } else {
    for (unsigned i = 0; i < wanted; ++i) {
      work_.notify_one();
    }
  }
  task.Work(0);
  std::unique_lock lock(mutex_);
  std::erase(tasks_, &task);
  left_.wait(lock, [&] { return task.active_ == 0; });
}

void ThreadPool::HelperLoop(unsigned number) {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return !tasks_.empty(); });
    SharedTask& task = *tasks_.front();
    ++task.active_;
    if (--task.open_places_ == 0) {
      std::erase(tasks_, &task);
    }
    lock.unlock();
    {
      const backend::StreamWork work;
      task.Work(number);
    }
    lock.lock();
    // Nothing is left to take: nobody else needs to come.
    std::erase(tasks_, &task);
    if (--task.active_ == 0) {
      left_.notify_all();
    }
  }
}

}  // namespace kernelc::cpu
