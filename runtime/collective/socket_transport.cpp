// Ranks that are processes with a TCP connection to each other. A message is its length and its bytes.
#include <poll.h>
#include <sys/socket.h>

#include <bit>
#include <cerrno>
#include <deque>
#include <utility>

#include "runtime/collective/transport.h"

namespace kernelc::collective {
namespace {

using backend::Status;
using backend::Transfer;

enum class Step : std::uint8_t { Done, Again, Closed };

// A message on its way: first its length, then its bytes.
struct Progress {
  Transfer transfer;
  std::uint64_t length = 0;
  std::size_t done = 0;

  std::byte* at() noexcept {
    return done < sizeof length ? reinterpret_cast<std::byte*>(&length) + done
                                : std::bit_cast<std::byte*>(transfer.data) + (done - sizeof length);
  }
  std::size_t left() const noexcept {
    return done < sizeof length ? sizeof length - done : sizeof length + transfer.bytes - done;
  }
  bool complete() const noexcept { return done == sizeof length + transfer.bytes; }
};

class SocketTransport final : public Transport {
 public:
  explicit SocketTransport(std::vector<Socket> sockets) : sockets_(std::move(sockets)) {}

  Status Exchange(int /*rank*/, std::span<const Transfer> sends, std::span<const Transfer> receives) override {
    std::vector<Queues> queues(sockets_.size());
    for (const Transfer& send : sends) {
      queues[static_cast<std::size_t>(send.peer)].sends.push_back({send, send.bytes, 0});
    }
    for (const Transfer& receive : receives) {
      queues[static_cast<std::size_t>(receive.peer)].receives.push_back({receive, 0, 0});
    }
    while (!aborted()) {
      bool waiting = false;
      KC_RETURN_IF_FAILED(MoveAll(queues, &waiting));
      if (!waiting) {
        return {};
      }
      Await(queues);
    }
    return Aborted();
  }

 private:
  struct Queues {
    std::deque<Progress> sends;
    std::deque<Progress> receives;
  };

  // Those that wait in poll() see the end of their connections.
  void Wake() noexcept override {
    for (const Socket& socket : sockets_) {
      if (socket.valid()) {
        ::shutdown(socket.fd(), SHUT_RDWR);
      }
    }
  }

  // Moves what can be moved without waiting.
  Status MoveAll(std::vector<Queues>& queues, bool* waiting) {
    for (std::size_t peer = 0; peer < queues.size(); ++peer) {
      while (!queues[peer].sends.empty()) {
        const Step step = Send(sockets_[peer], queues[peer].sends.front());
        if (step != Step::Done) {
          if (step == Step::Closed) {
            return Lost(static_cast<int>(peer));
          }
          break;
        }
        queues[peer].sends.pop_front();
      }
      while (!queues[peer].receives.empty()) {
        Progress& front = queues[peer].receives.front();
        const Step step = Receive(sockets_[peer], front);
        if (front.done >= sizeof front.length && front.length != front.transfer.bytes) {
          return Mismatch(static_cast<int>(peer), front.length, front.transfer.bytes);
        }
        if (step != Step::Done) {
          if (step == Step::Closed) {
            return Lost(static_cast<int>(peer));
          }
          break;
        }
        queues[peer].receives.pop_front();
      }
      *waiting = *waiting || !queues[peer].sends.empty() || !queues[peer].receives.empty();
    }
    return {};
  }

  static Step Send(const Socket& socket, Progress& message) {
    while (!message.complete()) {
      const ssize_t sent = ::send(socket.fd(), message.at(), message.left(), MSG_NOSIGNAL);
      if (sent < 0) {
        return errno == EAGAIN || errno == EINTR ? Step::Again : Step::Closed;
      }
      message.done += static_cast<std::size_t>(sent);
    }
    return Step::Done;
  }

  static Step Receive(const Socket& socket, Progress& message) {
    while (!message.complete()) {
      const ssize_t got = ::recv(socket.fd(), message.at(), message.left(), 0);
      if (got == 0) {
        return Step::Closed;
      }
      if (got < 0) {
        return errno == EAGAIN || errno == EINTR ? Step::Again : Step::Closed;
      }
      message.done += static_cast<std::size_t>(got);
      if (message.done >= sizeof message.length && message.length != message.transfer.bytes) {
        return Step::Again;
      }
    }
    return Step::Done;
  }

  void Await(const std::vector<Queues>& queues) const {
    // Not for long: an end of all connections may come before the wait.
    constexpr int kMilliseconds = 200;
    std::vector<pollfd> entries;
    for (std::size_t peer = 0; peer < queues.size(); ++peer) {
      const int events = (queues[peer].sends.empty() ? 0 : POLLOUT) | (queues[peer].receives.empty() ? 0 : POLLIN);
      if (events != 0) {
        entries.push_back({sockets_[peer].fd(), static_cast<short>(events), 0});
      }
    }
    ::poll(entries.data(), entries.size(), kMilliseconds);
  }

  const std::vector<Socket> sockets_;
};

}  // namespace

std::shared_ptr<Transport> MakeSocketTransport(std::vector<Socket> sockets) {
  return std::make_shared<SocketTransport>(std::move(sockets));
}

}  // namespace kernelc::collective
