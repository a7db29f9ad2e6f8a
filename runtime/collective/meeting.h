// How the processes of a group find each other: all connect to rank 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/backend/status.h"
#include "runtime/collective/packet.h"
#include "runtime/collective/socket.h"

namespace kernelc::collective {

class Meeting {
 public:
  // Blocks until all `size` ranks have come. Rank 0 listens at the port. Fails with TimedOut naming who is missing at
  // `deadline`, with InvalidArgument when two processes are the same rank or expect other sizes.
  static backend::Status AtPlace(const std::string& host, std::uint16_t port, int rank, int size,
                                 Clock::time_point deadline, Meeting* meeting);
  // The same where rank 0 listens already, and all know where.
  static backend::Status AtEndpoint(Socket listener, const Endpoint& endpoint, int rank, int size,
                                    Clock::time_point deadline, Meeting* meeting);

  // What each rank gives, for all of them, by rank. Blocks.
  backend::Status AllGather(const Bytes& mine, Clock::time_point deadline, std::vector<Bytes>* all);
  // A connection to each other rank, by rank. Blocks.
  backend::Status ConnectAll(Clock::time_point deadline, std::vector<Socket>* sockets);
  // The connections of rank 0 to all others, by rank; those of others to rank 0 alone. The meeting is over.
  std::vector<Socket> TakeSockets() { return std::move(sockets_); }

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }

 private:
  backend::Status Gather(Socket listener, const std::string& where, Clock::time_point deadline);
  template <typename Connect>
  backend::Status Join(const std::string& where, Clock::time_point deadline, Connect connect);

  int rank_ = 0;
  int size_ = 1;
  bool local_ = false;
  // Of this group; made by rank 0.
  std::uint64_t token_ = 0;
  std::vector<Socket> sockets_;
};

void PutEndpoint(Bytes& out, const Endpoint& endpoint);
Endpoint GetEndpoint(Reader& reader);

}  // namespace kernelc::collective
