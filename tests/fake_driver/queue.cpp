#include "tests/fake_driver/queue.h"

#include <thread>
#include <utility>

#include "tests/fake_driver/state.h"

namespace kernelc::fake_driver {

void Queue::Submit(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  work_.push_back(std::move(work));
  if (!std::exchange(running_, true)) {
    std::thread([self = shared_from_this()] { self->ThreadLoop(); }).detach();
  }
}

void Queue::ThreadLoop() {
  std::unique_lock lock(mutex_);
  while (!work_.empty()) {
    std::function<void()> work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
  }
  running_ = false;
  changed_.notify_all();
}

void Queue::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !running_; });
}

void Queue::WaitFor(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [this] { return !running_; });
}

bool Queue::idle() {
  const std::lock_guard lock(mutex_);
  return !running_;
}

void Mark::Reach() {
  const std::lock_guard lock(mutex_);
  reached_ = true;
  time_ = std::chrono::steady_clock::now();
  changed_.notify_all();
}

void Mark::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return reached_; });
}

bool Mark::reached() {
  const std::lock_guard lock(mutex_);
  return reached_;
}

std::chrono::steady_clock::time_point Mark::time() {
  const std::lock_guard lock(mutex_);
  return time_;
}

namespace {

// Guards the queues alone, so that they can be found with and without the state's lock.
std::mutex& QueueMutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

std::shared_ptr<Queue> QueueOf(State& state, cuda::StreamHandle stream) {
  const std::lock_guard lock(QueueMutex());
  const auto handle = reinterpret_cast<std::uintptr_t>(stream);
  const bool is_default = handle <= 2;
  const int device = is_default ? ContextStack().back()->device
                                : reinterpret_cast<Stream*>(stream)->device;
  const auto thread = handle == 2 ? std::this_thread::get_id() : std::thread::id();
  const State::QueueKey key{device, is_default ? 0 : handle, thread};
  std::shared_ptr<Queue>& queue = state.queues[key];
  if (queue == nullptr) {
    queue = std::make_shared<Queue>();
  }
  return queue;
}

}  // namespace

void Submit(State& state, cuda::StreamHandle stream, std::function<void()> work) {
  if (Capture* const capture = CaptureOf(stream)) {
    auto node = std::make_unique<GraphNode>();
    node->work = std::move(work);
    node->after = std::exchange(capture->last, {node.get()});
    capture->graph->nodes.push_back(std::move(node));
  } else if (state.asynchronous) {
    QueueOf(state, stream)->Submit(std::move(work));
  } else {
    work();
  }
}

void WaitForStream(State& state, cuda::StreamHandle stream) {
  if (state.asynchronous) {
    QueueOf(state, stream)->Wait();
  }
}

void WaitForDevice(State& state, int device) {
  std::vector<std::shared_ptr<Queue>> queues;
  {
    const std::lock_guard lock(QueueMutex());
    for (const auto& [key, queue] : state.queues) {
      if (std::get<int>(key) == device) {
        queues.push_back(queue);
      }
    }
  }
  for (const std::shared_ptr<Queue>& queue : queues) {
    queue->Wait();
  }
  queues.clear();
  // Those that nobody else is about to use.
  const std::lock_guard lock(QueueMutex());
  std::erase_if(state.queues, [&](const auto& entry) {
    return std::get<int>(entry.first) == device && entry.second.use_count() == 1 &&
           entry.second->idle();
  });
}

void WaitForTheEnd(State& state) {
  constexpr std::chrono::milliseconds kLong(50);
  std::map<State::QueueKey, std::shared_ptr<Queue>> queues;
  {
    const std::lock_guard lock(QueueMutex());
    queues = state.queues;
  }
  for (const auto& [key, queue] : queues) {
    queue->WaitFor(kLong);
  }
}

bool IsIdle(State& state, cuda::StreamHandle stream) {
  return !state.asynchronous || QueueOf(state, stream)->idle();
}

}  // namespace kernelc::fake_driver
