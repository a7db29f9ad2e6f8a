// What ranks called: whether it fits together, and who is missing. Rank 0 keeps it; nothing here knows time or connections.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/collective.h"
#include "runtime/backend/status.h"
#include "runtime/collective/packet.h"

namespace kernelc::collective {

enum class CallName : std::uint8_t {
  Broadcast, Reduce, AllReduce, AllGather, ReduceScatter, Scatter, Gather, Exchange
};
std::string_view NameOf(CallName name);

// An operation as one rank called it.
struct CallRecord {
  struct Part {
    int peer = 0;
    std::uint64_t bytes = 0;
    friend bool operator==(const Part&, const Part&) = default;
  };
  CallName name = CallName::Broadcast;
  ReduceOp op = ReduceOp::Sum;
  ScalarKind type = ScalarKind::UInt8;
  // -1 where the operation has none.
  int root = -1;
  // Elements, where they are the same for all ranks.
  std::uint64_t count = 0;
  // Of operations that send to single ranks.
  std::vector<Part> sends;
  std::vector<Part> receives;
};

void PutCall(Bytes& out, const CallRecord& call);
CallRecord GetCall(Reader& reader);

class CallBook {
 public:
  using Time = std::chrono::steady_clock::time_point;

  CallBook(int size, std::chrono::milliseconds timeout);
  // Calls of a rank in their order.
  void Add(int rank, CallRecord call, Time now);
  // A rank that will call nothing more.
  void Leave(int rank);
  // What is wrong with the calls so far: nothing, mostly. Forgets those that all ranks called.
  std::optional<ErrorInfo> Check(Time now);

 private:
  struct Rank {
    std::deque<CallRecord> calls;
    std::uint64_t count = 0;
    bool left = false;
  };
  std::optional<ErrorInfo> Compare() const;
  std::optional<ErrorInfo> CompareParts(int from, int to) const;
  std::optional<ErrorInfo> FindMissing(Time now);

  std::vector<Rank> ranks_;
  const std::chrono::milliseconds timeout_;
  // Operations that all ranks called.
  std::uint64_t complete_ = 0;
  // When the first of the others was.
  std::optional<Time> since_;
};

}  // namespace kernelc::collective
