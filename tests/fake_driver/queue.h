// Streams that work by themselves. Until a test asks for that, work is done by the call that asks for
// it, so that tests see its effects at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "runtime/cuda/driver_types.h"

namespace kernelc::fake_driver {

struct State;

// Work in order, on a thread that ends when there is none left and nobody else knows the queue.
class Queue : public std::enable_shared_from_this<Queue> {
 public:
  void Submit(std::function<void()> work);
  void Wait();
  void WaitFor(std::chrono::milliseconds time);
  bool idle();

 private:
  void ThreadLoop();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  bool running_ = false;
};

// Where an event was recorded last.
class Mark {
 public:
  void Reach();
  void Wait();
  bool reached();
  std::chrono::steady_clock::time_point time();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool reached_ = false;
  std::chrono::steady_clock::time_point time_;
};

// Does `work` in the stream's order. With the state's lock held, or none.
void Submit(State& state, cuda::StreamHandle stream, std::function<void()> work);
// Waits for the stream, or for all of a device. Without the state's lock.
void WaitForStream(State& state, cuda::StreamHandle stream);
void WaitForDevice(State& state, int device);
// An error ended the contexts: what runs ends soon. Work that waits for the program may stay.
void WaitForTheEnd(State& state);
bool IsIdle(State& state, cuda::StreamHandle stream);

}  // namespace kernelc::fake_driver
