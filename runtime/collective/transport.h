// How the ranks of CPU devices send memory to each other: within a process, over TCP, by MPI.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/backend/collective.h"
#include "runtime/backend/status.h"
#include "runtime/collective/mpi_library.h"
#include "runtime/collective/socket.h"

namespace kernelc::collective {

class Transport {
 public:
  virtual ~Transport() = default;
  // Does all of these at once, for `rank`, and blocks until they are done. What one rank sends to another arrives in order. A
  // rank has one call at a time, and sends nothing to itself.
  virtual backend::Status Exchange(int rank, std::span<const backend::Transfer> sends,
                                   std::span<const backend::Transfer> receives) = 0;
  // Exchange() fails with `why` from now on, also where it waits. Any thread.
  void Abort(const ErrorInfo& why) noexcept;

 protected:
  // Set by Abort().
  bool aborted() const noexcept { return aborted_.load(std::memory_order_acquire); }
  backend::Status Aborted() const;
  // What the ranks called, and whether they live, is looked at elsewhere too, and says more: these wait a moment for
  // that. A rank sent less or more than was expected; it has closed its connection.
  backend::Status Mismatch(int peer, std::uint64_t sent, std::uint64_t expected);
  backend::Status Lost(int peer);
  // Wakes calls that wait.
  virtual void Wake() noexcept = 0;

 private:
  backend::Status FailLate(ErrorCode code, int peer, std::string message);

  std::atomic<bool> aborted_{false};
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  ErrorInfo why_;
};

// Ranks that are threads of this process.
std::shared_ptr<Transport> MakeMemoryTransport(int size);
// A connection to each other rank, by rank.
std::shared_ptr<Transport> MakeSocketTransport(std::vector<Socket> sockets);
std::shared_ptr<Transport> MakeMpiTransport(MpiLibrary& library, int tag);

}  // namespace kernelc::collective
