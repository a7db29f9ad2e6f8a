#include "compiler/driver/background.h"

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace kernelc::driver {
namespace {

class Worker {
 public:
  void Add(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
  }

  [[noreturn]] void Loop() {
    while (true) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !tasks_.empty(); });
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
};

// Never destroyed, as its thread never ends (no_exit_handlers.cpp). In a forked child the parent's
// is left where it is: its thread is not there.
std::mutex worker_mutex;
Worker* worker = nullptr;

void KeepAcrossForks() {
  pthread_atfork([] { worker_mutex.lock(); }, [] { worker_mutex.unlock(); },
                 [] {
                   worker = nullptr;
                   worker_mutex.unlock();
                 });
}

}  // namespace

void RunInBackground(std::function<void()> task) {
  static std::once_flag once;
  std::call_once(once, KeepAcrossForks);
  const std::lock_guard lock(worker_mutex);
  if (worker == nullptr) {
    worker = new Worker();
    std::thread([own = worker] { own->Loop(); }).detach();
  }
  worker->Add(std::move(task));
}

}  // namespace kernelc::driver
