// The threads that run blocks. One pool serves every launch of a device.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace kernelc::cpu {

// Work that several threads do together. Work() is called once by each thread that takes part and
// returns when nothing is left to take. Its argument is the thread's number: 0 for the thread that
// called Run(), and for each helper of the pool one of its own, from 1 on, that never changes.
class SharedTask {
 public:
  virtual ~SharedTask() = default;
  virtual void Work(unsigned thread) = 0;
};

// Something that sleeps, and has work.
class Sleeper {
 public:
  virtual ~Sleeper() = default;
  virtual void Wake() = 0;
};

// Helpers come to a task and leave it without a lock. Those without work look out for some for a
// while before they sleep, since launches often follow each other closely and waking a thread takes
// longer than many of them run.
class ThreadPool {
 public:
  // Of `threads` threads; the thread that calls Run() counts as one. Helpers start with the first
  // task that wants them, and never end: a pool must not be destroyed once it ran a task.
  // They run on `cores` alone where there are some.
  explicit ThreadPool(unsigned threads, std::vector<int> cores = {});
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned thread_count() const noexcept { return thread_count_; }
  // Does the task on the calling thread and on up to `threads - 1` helpers, which take tasks of the
  // lowest `priority` first. Returns when all of them left it. Thread-safe; of more tasks at once
  // than there are places for, the calling threads do the work alone.
  void Run(SharedTask& task, unsigned threads, int priority);
  // Has a helper that looks out for work wake `sleeper` some microseconds from now, unless someone cancels that first.
  // False where none looks out, or one has another to wake. Thread-safe, as Cancel() is.
  bool WakeLater(std::shared_ptr<Sleeper> sleeper);
  void Cancel(const Sleeper& sleeper);

 private:
  // A task that helpers may come to, on a cache line of its own.
  struct alignas(64) Place {
    // Helpers that may still come, above those that are there.
    std::atomic<std::uint32_t> state{0};
    std::atomic<bool> taken{false};
    // Valid for a helper that has come.
    std::atomic<SharedTask*> task{nullptr};
    std::atomic<int> priority{0};
  };
  // More launches at a time keep their callers' threads busy without helpers.
  static constexpr std::size_t kPlaces = 16;

  void StartHelpers();
  void HelperLoop(unsigned number);
  // Of the first helper while it looks out: wakes who is late; the end of that.
  void Watch();
  void StopWatching();
  void WakeLate();
  // The most urgent task that wants helpers, which this thread has come to then; or null.
  Place* Come();
  static void Leave(Place& place);
  Place* TakePlace();

  const unsigned thread_count_;
  const std::chrono::microseconds lookout_;
  const std::vector<int> cores_;
  std::array<Place, kPlaces> places_;
  // Tasks so far; helpers sleep on it.
  alignas(64) std::atomic<std::uint32_t> tasks_{0};
  std::atomic<std::uint32_t> sleeping_{0};
  std::atomic<unsigned> helpers_{0};
  std::mutex start_mutex_;
  // The first helper looks out, and at `late_since_`: when someone was to be woken later, 0 for none.
  alignas(64) std::atomic<bool> watching_{false};
  std::atomic<std::int64_t> late_since_{0};
  std::mutex late_mutex_;
  std::shared_ptr<Sleeper> late_;
};

}  // namespace kernelc::cpu
