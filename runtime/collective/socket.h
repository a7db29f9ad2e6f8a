// TCP, as far as processes need it to find and to tell each other.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/backend/status.h"

namespace kernelc::collective {

using Clock = std::chrono::steady_clock;

// Owns a file descriptor.
class Socket {
 public:
  Socket() noexcept = default;
  explicit Socket(int fd) noexcept : fd_(fd) {}
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket();
  bool valid() const noexcept { return fd_ >= 0; }
  int fd() const noexcept { return fd_; }

 private:
  int fd_ = -1;
};

// Where a process can be reached: each address is tried, loopback first by processes of the same machine.
struct Endpoint {
  std::string machine;
  std::vector<std::string> addresses;
  std::uint16_t port = 0;
};

// Listens at `port`, any free one for 0; from this machine alone where `local`.
backend::Status Listen(bool local, std::uint16_t port, Socket* socket, std::uint16_t* bound);
// What others reach a listener of this process by.
Endpoint EndpointOf(std::uint16_t port);
// Whether all addresses of a host are the machine's own loopback.
bool IsLoopback(const std::string& host);
// One try, of all addresses of the host; invalid when none answers before `deadline`.
Socket ConnectOnce(const std::string& host, std::uint16_t port, Clock::time_point deadline);
Socket ConnectOnce(const Endpoint& endpoint, Clock::time_point deadline);
// Invalid when nobody came before `deadline`.
Socket Accept(const Socket& listener, Clock::time_point deadline);
// All of the bytes; false when the other side is gone, or it is `deadline`.
bool SendAll(const Socket& socket, std::span<const std::byte> data, Clock::time_point deadline);
bool ReceiveAll(const Socket& socket, std::span<std::byte> data, Clock::time_point deadline);

}  // namespace kernelc::collective
