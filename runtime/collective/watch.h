// What the processes of a group tell each other beside their data: that they live, what they called, what failed.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kernelc/collective.h"
#include "runtime/collective/call_book.h"
#include "runtime/collective/meeting.h"

namespace kernelc::collective {

// A thread that holds the connections of a meeting. Rank 0 compares what all called and tells all others of a failure;
// operations themselves pay an entry in a list.
class Watch {
 public:
  // `poll` gives failures of this process's own work; `fail` is called once, on the thread, with what ended the group.
  Watch(Meeting meeting, const CollectiveOptions& options, std::function<backend::Status()> poll,
        std::function<void(const ErrorInfo&)> fail);
  // Tells the others that no more calls come.
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // This process is about to do this. Thread-safe.
  void Note(CallRecord call) {
    const std::lock_guard lock(mutex_);
    noted_.push_back(std::move(call));
  }

 private:
  // The other end of a connection.
  struct Peer {
    int rank = 0;
    Socket socket;
    Bytes received;
    Bytes to_send;
    Clock::time_point heard;
    bool left = false;
  };

  void Loop();
  void TellCalls();
  void Wait();
  void Read(Peer& peer);
  void Flush(Peer& peer);
  void Handle(Peer& peer, const Bytes& message);
  void CheckSilence();
  void Fail(ErrorInfo info);
  void Lose(Peer& peer, const std::string& how);
  void SayGoodbye();

  const int rank_;
  const CollectiveOptions options_;
  const std::function<backend::Status()> poll_;
  const std::function<void(const ErrorInfo&)> fail_;
  std::mutex mutex_;
  std::vector<CallRecord> noted_;
  // The rest is the thread's.
  std::vector<Peer> peers_;
  CallBook book_;
  std::uint64_t told_ = 0;
  // How many operations rank 0 called that left.
  std::optional<std::uint64_t> server_count_;
  Clock::time_point last_sent_;
  bool failed_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace kernelc::collective
