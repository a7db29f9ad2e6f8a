#include "runtime/cpu/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "runtime/backend/context_use.h"
#include "runtime/cpu/places.h"
#include "runtime/cpu/usable_cores.h"

namespace kernelc::cpu {
namespace {

// In a place's state: one helper that may come. Below it, one that is there.
constexpr std::uint32_t kOpen = 1U << 16;
constexpr std::uint32_t kInside = kOpen - 1;
// How long a thread without work looks out for some: about what it takes to fall asleep and to be
// woken.
constexpr std::chrono::microseconds kLookout{200};

// How long someone has time to do the work of who is woken later.
constexpr std::chrono::microseconds kLater{10};
// The helper that wakes.
constexpr unsigned kWatcher = 1;

using Clock = std::chrono::steady_clock;

// Looks until `ready` says so or it is `end`; whether it said so.
template <typename Ready>
bool LookOut(Clock::time_point end, const Ready& ready) {
  // Reading the clock takes as long as some looks.
  constexpr int kLooks = 32;
  while (Clock::now() < end) {
    for (int i = 0; i < kLooks; ++i) {
      if (ready()) {
        return true;
      }
      __builtin_ia32_pause();
    }
  }
  return false;
}

std::int64_t Microseconds(Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
}

}  // namespace

// Threads that share a core get in each other's way by looking out.
ThreadPool::ThreadPool(unsigned threads, std::vector<int> cores)
    : thread_count_(threads),
      lookout_(threads <= UsableCores() ? kLookout : kLookout.zero()),
      cores_(std::move(cores)) {}

void ThreadPool::StartHelpers() {
  if (helpers_.load(std::memory_order_acquire) + 1 >= thread_count_) [[likely]] {
    return;
  }
  const std::lock_guard lock(start_mutex_);
  while (helpers_.load(std::memory_order_relaxed) + 1 < thread_count_) {
    try {
      const unsigned number = helpers_.load(std::memory_order_relaxed) + 1;
      std::thread([this, number] { HelperLoop(number); }).detach();
    } catch (const std::system_error&) {
      // The system has no more threads: those that there are do the work.
      return;
    }
    helpers_.fetch_add(1, std::memory_order_release);
  }
}

ThreadPool::Place* ThreadPool::TakePlace() {
  for (Place& place : places_) {
    if (!place.taken.load(std::memory_order_relaxed) &&
        !place.taken.exchange(true, std::memory_order_acquire)) {
      return &place;
    }
  }
  return nullptr;
}

void ThreadPool::Run(SharedTask& task, unsigned threads, int priority) {
  const unsigned wanted = std::min(threads, thread_count_) - 1;
  if (threads <= 1 || wanted == 0) {
    task.Work(0);
    return;
  }
  StartHelpers();
  Place* const place = TakePlace();
  if (place == nullptr) {
    task.Work(0);
    return;
  }
  place->task.store(&task, std::memory_order_relaxed);
  place->priority.store(priority, std::memory_order_relaxed);
  place->state.store(wanted * kOpen, std::memory_order_release);
  // A helper counts itself as sleeping before it compares the number of tasks, so that one of the
  // two sees the other.
  tasks_.fetch_add(1, std::memory_order_seq_cst);
  const unsigned sleeping = sleeping_.load(std::memory_order_seq_cst);
  if (wanted < sleeping) {
    for (unsigned i = 0; i < wanted; ++i) {
      tasks_.notify_one();
    }
  } else if (sleeping != 0) {
    tasks_.notify_all();
  }
  task.Work(0);
  // Nothing is left to take: nobody else needs to come.
  std::uint32_t inside = place->state.fetch_and(kInside, std::memory_order_acquire) & kInside;
  const auto alone = [&] { return place->state.load(std::memory_order_acquire) == 0; };
  if (inside != 0 && !LookOut(Clock::now() + lookout_, alone)) {
    for (; inside != 0; inside = place->state.load(std::memory_order_acquire)) {
      place->state.wait(inside, std::memory_order_acquire);
    }
  }
  place->taken.store(false, std::memory_order_release);
}

ThreadPool::Place* ThreadPool::Come() {
  while (true) {
    Place* urgent = nullptr;
    int priority = 0;
    for (Place& place : places_) {
      if (place.state.load(std::memory_order_acquire) >= kOpen) {
        const int own = place.priority.load(std::memory_order_relaxed);
        if (urgent == nullptr || own < priority) {
          urgent = &place;
          priority = own;
        }
      }
    }
    if (urgent == nullptr) {
      return nullptr;
    }
    // Another task may have the place by now; it is as good.
    std::uint32_t state = urgent->state.load(std::memory_order_relaxed);
    while (state >= kOpen) {
      if (urgent->state.compare_exchange_weak(state, state - kOpen + 1, std::memory_order_acquire,
                                              std::memory_order_relaxed)) {
        return urgent;
      }
    }
  }
}

void ThreadPool::Leave(Place& place) {
  std::uint32_t state = place.state.load(std::memory_order_relaxed);
  while (!place.state.compare_exchange_weak(state, (state & kInside) - 1, std::memory_order_release,
                                            std::memory_order_relaxed)) {
  }
  if ((state & kInside) == 1) {
    place.state.notify_one();
  }
}

bool ThreadPool::WakeLater(std::shared_ptr<Sleeper> sleeper) {
  if (!watching_.load(std::memory_order_relaxed)) {
    return false;
  }
  const std::lock_guard lock(late_mutex_);
  if (late_ != nullptr) {
    return false;
  }
  // The watcher says that it leaves before it looks here a last time, so that one of the two sees the other.
  late_since_.store(Microseconds(Clock::now()), std::memory_order_seq_cst);
  if (!watching_.load(std::memory_order_seq_cst)) {
    late_since_.store(0, std::memory_order_relaxed);
    return false;
  }
  late_ = std::move(sleeper);
  return true;
}

void ThreadPool::Cancel(const Sleeper& sleeper) {
  std::shared_ptr<Sleeper> cancelled;
  const std::lock_guard lock(late_mutex_);
  if (late_.get() == &sleeper) {
    late_.swap(cancelled);
    late_since_.store(0, std::memory_order_relaxed);
  }
}

void ThreadPool::Watch() {
  const std::int64_t since = late_since_.load(std::memory_order_relaxed);
  if (since != 0 && Microseconds(Clock::now()) - since >= kLater.count()) [[unlikely]] {
    WakeLate();
  }
}

void ThreadPool::StopWatching() {
  watching_.store(false, std::memory_order_seq_cst);
  if (late_since_.load(std::memory_order_seq_cst) != 0) [[unlikely]] {
    WakeLate();
  }
}

void ThreadPool::WakeLate() {
  std::shared_ptr<Sleeper> late;
  {
    const std::lock_guard lock(late_mutex_);
    late.swap(late_);
    late_since_.store(0, std::memory_order_relaxed);
  }
  if (late != nullptr) {
    late->Wake();
  }
}

void ThreadPool::HelperLoop(unsigned number) {
  RunOn(cores_);
  auto lookout_end = Clock::now();
  while (true) {
    const std::uint32_t seen = tasks_.load(std::memory_order_seq_cst);
    if (Place* const place = Come(); place != nullptr) {
      {
        const backend::StreamWork work;
        place->task.load(std::memory_order_relaxed)->Work(number);
      }
      Leave(*place);
      lookout_end = Clock::now() + lookout_;
      continue;
    }
    // Tasks that do not need this thread do not keep it awake.
    const bool watches = number == kWatcher && lookout_.count() != 0;
    const auto posted = [&] {
      if (watches) {
        Watch();
      }
      return tasks_.load(std::memory_order_relaxed) != seen;
    };
    if (watches) {
      watching_.store(true, std::memory_order_seq_cst);
    }
    const bool is_posted = LookOut(lookout_end, posted);
    if (watches) {
      StopWatching();
    }
    if (!is_posted) {
      sleeping_.fetch_add(1, std::memory_order_seq_cst);
      tasks_.wait(seen, std::memory_order_seq_cst);
      sleeping_.fetch_sub(1, std::memory_order_relaxed);
    }
  }
}

}  // namespace kernelc::cpu
