// The threads that run blocks: who takes part in a task, and when it is over.
#include "runtime/cpu/thread_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/cpu/usable_cores.h"

namespace kernelc::cpu {
namespace {

// Helpers use their pool until the process ends.
ThreadPool& NewPool(unsigned threads) { return *new ThreadPool(threads); }

// Takes numbers until none is left, and remembers the threads that came.
class Counting final : public SharedTask {
 public:
  explicit Counting(int count) : left_(count) {}

  void Work(unsigned thread) override {
    inside_.fetch_add(1);
    {
      const std::lock_guard lock(mutex_);
      threads_.push_back(thread);
    }
    while (left_.fetch_sub(1) > 0) {
      done_.fetch_add(1);
      std::this_thread::yield();
    }
    inside_.fetch_sub(1);
  }

  int done() const { return done_.load(); }
  int inside() const { return inside_.load(); }
  // Sorted.
  std::vector<unsigned> threads() {
    std::sort(threads_.begin(), threads_.end());
    return threads_;
  }

 private:
  std::atomic<int> left_;
  std::atomic<int> done_{0};
  std::atomic<int> inside_{0};
  std::mutex mutex_;
  std::vector<unsigned> threads_;
};

// Ends when a number of threads are in it, so that they must all come.
class Meeting final : public SharedTask {
 public:
  explicit Meeting(unsigned expected) : expected_(expected) {}

  void Work(unsigned /*thread*/) override {
    arrived_.fetch_add(1);
    while (arrived_.load() < expected_) {
      std::this_thread::yield();
    }
  }

  unsigned arrived() const { return arrived_.load(); }

 private:
  const unsigned expected_;
  std::atomic<unsigned> arrived_{0};
};

TEST(ThreadPoolTest, OneThreadWorksAlone) {
  ThreadPool& pool = NewPool(1);
  Counting task(10);
  pool.Run(task, 4, 0);
  EXPECT_EQ(task.done(), 10);
  EXPECT_EQ(task.threads(), std::vector<unsigned>{0});
}

TEST(ThreadPoolTest, HelpersComeOnceEachAndHaveLeftAtTheEnd) {
  ThreadPool& pool = NewPool(5);
  for (int round = 0; round < 50; ++round) {
    Counting task(100);
    pool.Run(task, 5, 0);
    ASSERT_EQ(task.done(), 100);
    ASSERT_EQ(task.inside(), 0);
    const std::vector<unsigned> threads = task.threads();
    ASSERT_EQ(threads.front(), 0u);
    ASSERT_LT(threads.back(), 5u);
    ASSERT_EQ(std::adjacent_find(threads.begin(), threads.end()), threads.end());
  }
}

TEST(ThreadPoolTest, AllThatAreWantedComeWhileAwakeAndWhileAsleep) {
  ThreadPool& pool = NewPool(4);
  for (int round = 0; round < 20; ++round) {
    if (round % 5 == 4) {
      // By now they sleep.
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    Meeting task(4);
    pool.Run(task, 4, 0);
    ASSERT_EQ(task.arrived(), 4u);
  }
}

TEST(ThreadPoolTest, NoMoreThanWantedCome) {
  ThreadPool& pool = NewPool(6);
  for (int round = 0; round < 100; ++round) {
    Counting task(50);
    pool.Run(task, 3, 0);
    ASSERT_EQ(task.done(), 50);
    ASSERT_LE(task.threads().size(), 3u);
  }
}

TEST(ThreadPoolTest, TasksOfMoreThreadsThanThereArePlaces) {
  ThreadPool& pool = NewPool(4);
  constexpr int kCallers = 24;
  std::atomic<int> done{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&pool, &done, caller] {
      for (int round = 0; round < 50; ++round) {
        Counting task(20);
        pool.Run(task, 4, caller % 3);
        if (task.inside() == 0) {
          done.fetch_add(task.done());
        }
      }
    });
  }
  for (std::thread& caller : callers) {
    caller.join();
  }
  EXPECT_EQ(done.load(), kCallers * 50 * 20);
}

TEST(ThreadPoolTest, ATaskInATask) {
  class Outer final : public SharedTask {
   public:
    explicit Outer(ThreadPool& pool) : pool_(pool) {}
    void Work(unsigned /*thread*/) override {
      Counting inner(30);
      pool_.Run(inner, 3, 0);
      done_.fetch_add(inner.done() == 30 ? 1 : 0);
      came_.fetch_add(1);
    }
    bool whole() const { return done_.load() == came_.load() && done_.load() > 0; }

   private:
    ThreadPool& pool_;
    std::atomic<int> done_{0};
    std::atomic<int> came_{0};
  };
  ThreadPool& pool = NewPool(3);
  for (int round = 0; round < 50; ++round) {
    Outer task(pool);
    pool.Run(task, 3, 0);
    ASSERT_TRUE(task.whole());
  }
}

// The only helper is kept busy while two tasks wait for it: it goes to the urgent one first.
TEST(ThreadPoolTest, UrgentTasksFirst) {
  ThreadPool& pool = NewPool(2);
  std::mutex mutex;
  std::vector<int> order;
  // Its caller waits until the helper has come, which notes the task's name.
  class Noting final : public SharedTask {
   public:
    Noting(int name, std::mutex& mutex, std::vector<int>& order)
        : name_(name), mutex_(mutex), order_(order) {}
    void Work(unsigned thread) override {
      if (thread == 0) {
        began_ = true;
        while (!came_) {
          std::this_thread::yield();
        }
        return;
      }
      const std::lock_guard lock(mutex_);
      order_.push_back(name_);
      came_ = true;
    }
    bool began() const { return began_; }

   private:
    const int name_;
    std::mutex& mutex_;
    std::vector<int>& order_;
    std::atomic<bool> began_{false};
    std::atomic<bool> came_{false};
  };
  Noting slow(1, mutex, order);
  Noting urgent(0, mutex, order);
  class Busy final : public SharedTask {
   public:
    void Work(unsigned thread) override {
      if (thread != 0) {
        came = true;
      }
      while (!end || !came) {
        std::this_thread::yield();
      }
    }
    std::atomic<bool> came{false};
    std::atomic<bool> end{false};
  };
  Busy busy;
  std::thread first([&] { pool.Run(busy, 2, 0); });
  while (!busy.came) {
    std::this_thread::yield();
  }
  std::thread second([&] { pool.Run(slow, 2, 7); });
  std::thread third([&] { pool.Run(urgent, 2, -7); });
  while (!slow.began() || !urgent.began()) {
    std::this_thread::yield();
  }
  busy.end = true;
  first.join();
  second.join();
  third.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1}));
}

class Bell final : public Sleeper {
 public:
  void Wake() override { rings_.fetch_add(1); }
  int rings() const { return rings_.load(); }

 private:
  std::atomic<int> rings_{0};
};

// Asks as long as the helper, which has just been at work, looks out for more.
bool WakeLaterByHelper(ThreadPool& pool, const std::shared_ptr<Bell>& bell) {
  for (int round = 0; round < 20000; ++round) {
    Meeting task(2);
    pool.Run(task, 2, 0);
    for (int look = 0; look < 5000; ++look) {
      if (pool.WakeLater(bell)) {
        return true;
      }
    }
  }
  return false;
}

TEST(ThreadPoolTest, NobodyIsWokenLaterWhereNobodyLooksOut) {
  const auto bell = std::make_shared<Bell>();
  EXPECT_FALSE(NewPool(4).WakeLater(bell));
  EXPECT_EQ(bell.use_count(), 1);
  ThreadPool& pool = NewPool(2);
  Meeting task(2);
  pool.Run(task, 2, 0);
  // By now the helper sleeps.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(pool.WakeLater(bell));
}

// Also where the helper goes to work or to sleep before it is time.
TEST(ThreadPoolTest, WhoIsWokenLaterIsWokenOnce) {
  if (UsableCores() < 2) {
    GTEST_SKIP() << "helpers look out where each has a core";
  }
  ThreadPool& pool = NewPool(2);
  for (int round = 0; round < 50; ++round) {
    const auto bell = std::make_shared<Bell>();
    ASSERT_TRUE(WakeLaterByHelper(pool, bell));
    if (round % 2 == 0) {
      Meeting task(2);
      pool.Run(task, 2, 0);
    }
    while (bell->rings() == 0) {
      std::this_thread::yield();
    }
    while (bell.use_count() != 1) {
      std::this_thread::yield();
    }
    ASSERT_EQ(bell->rings(), 1);
  }
}

TEST(ThreadPoolTest, WhoIsCancelledIsForgotten) {
  if (UsableCores() < 2) {
    GTEST_SKIP() << "helpers look out where each has a core";
  }
  ThreadPool& pool = NewPool(2);
  for (int round = 0; round < 50; ++round) {
    const auto bell = std::make_shared<Bell>();
    const auto other = std::make_shared<Bell>();
    ASSERT_TRUE(WakeLaterByHelper(pool, bell));
    pool.Cancel(*other);
    pool.Cancel(*bell);
    // Unless it was time already.
    while (bell.use_count() != 1) {
      std::this_thread::yield();
    }
    ASSERT_LE(bell->rings(), 1);
  }
}

}  // namespace
}  // namespace kernelc::cpu
