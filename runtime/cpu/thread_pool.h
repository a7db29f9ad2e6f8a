// The threads that run blocks. One pool serves every launch of the process.
#pragma once

#include <condition_variable>
#include <cstddef>
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

 private:
  friend class ThreadPool;
  // Under the pool's lock: helpers inside Work(), and places for more.
  unsigned active_ = 0;
  unsigned open_places_ = 0;
  int priority_ = 0;
};

class ThreadPool {
 public:
  // The pool of this process, of KERNELC_CPU_THREADS threads or one per core that the process may
  // use; the thread that calls Run() counts as one. Its helpers start with the first task that
  // wants them.
  static ThreadPool& Get();

  unsigned thread_count() const noexcept { return thread_count_; }
  // Does the task on the calling thread and on up to `threads - 1` helpers, which take tasks of the
  // lowest `priority` first. Returns when all of them left it.
  void Run(SharedTask& task, unsigned threads, int priority);

 private:
  explicit ThreadPool(unsigned threads) : thread_count_(threads) {}
  void StartHelpers();
  void HelperLoop(unsigned number);

  const unsigned thread_count_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable left_;
  // Tasks with open places, the most urgent first; almost always one.
  std::vector<SharedTask*> tasks_;
  unsigned helpers_ = 0;
};

}  // namespace kernelc::cpu
