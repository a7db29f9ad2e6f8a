// Ranks that are threads of one process: the receiver copies from the sender's memory.
#include <bit>
#include <cstring>
#include <deque>

#include "runtime/collective/transport.h"

namespace kernelc::collective {
namespace {

using backend::Status;
using backend::Transfer;

class MemoryTransport final : public Transport {
 public:
  explicit MemoryTransport(int size)
      : size_(static_cast<std::size_t>(size)), boxes_(size_ * size_), waiting_(size_, 0) {}

  Status Exchange(int rank, std::span<const Transfer> sends, std::span<const Transfer> receives) override {
    const auto self = static_cast<std::size_t>(rank);
    std::unique_lock lock(mutex_);
    waiting_[self] += sends.size();
    for (const Transfer& send : sends) {
      boxes_[self * size_ + static_cast<std::size_t>(send.peer)].push_back(send);
    }
    changed_.notify_all();
    for (const Transfer& receive : receives) {
      const auto peer = static_cast<std::size_t>(receive.peer);
      std::deque<Transfer>& box = boxes_[peer * size_ + self];
      changed_.wait(lock, [&] { return aborted() || !box.empty(); });
      if (aborted()) {
        break;
      }
      const Transfer sent = box.front();
      box.pop_front();
      if (sent.bytes != receive.bytes) {
        lock.unlock();
        return Mismatch(receive.peer, sent.bytes, receive.bytes);
      }
      lock.unlock();
      std::memcpy(std::bit_cast<void*>(receive.data), std::bit_cast<const void*>(sent.data), sent.bytes);
      lock.lock();
      --waiting_[peer];
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return aborted() || waiting_[self] == 0; });
    return aborted() ? Aborted() : Status();
  }

 private:
  void Wake() noexcept override {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }

  const std::size_t size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // What rank i sent to j, and j has not taken, at i * size + j.
  std::vector<std::deque<Transfer>> boxes_;
  // How many of a rank's sends are not copied yet.
  std::vector<std::size_t> waiting_;
};

}  // namespace

std::shared_ptr<Transport> MakeMemoryTransport(int size) { return std::make_shared<MemoryTransport>(size); }

}  // namespace kernelc::collective
