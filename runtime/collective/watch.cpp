#include "runtime/collective/watch.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc::collective {
namespace {

using backend::Concat;
using backend::Status;

enum class MessageKind : std::uint8_t { Calls, Failure, Goodbye };

// How often the thread looks at what was called: so late a mistake may be told.
constexpr std::chrono::milliseconds kTick{25};
constexpr std::chrono::milliseconds kHeartbeat{500};
constexpr std::chrono::seconds kGoodbyePatience{1};

void PutMessage(Bytes& out, const Bytes& message) {
  Put(out, static_cast<std::uint32_t>(message.size()));
  out.insert(out.end(), message.begin(), message.end());
}

}  // namespace

Watch::Watch(Meeting meeting, const CollectiveOptions& options, std::function<Status()> poll,
             std::function<void(const ErrorInfo&)> fail)
    : rank_(meeting.rank()),
      options_(options),
      poll_(std::move(poll)),
      fail_(std::move(fail)),
      book_(meeting.size(), options.timeout),
      last_sent_(Clock::now()) {
  std::vector<Socket> sockets = meeting.TakeSockets();
  for (std::size_t i = 0; i < sockets.size(); ++i) {
    if (sockets[i].valid()) {
      Peer peer;
      // Others than rank 0 have its connection alone.
      peer.rank = rank_ == 0 ? static_cast<int>(i) : 0;
      peer.socket = std::move(sockets[i]);
      peer.heard = Clock::now();
      peers_.push_back(std::move(peer));
    }
  }
  thread_ = std::thread([this] { Loop(); });
}

Watch::~Watch() {
  stop_.store(true, std::memory_order_release);
  thread_.join();
}

void Watch::Loop() {
  while (!stop_.load(std::memory_order_acquire)) {
    TellCalls();
    Wait();
    if (failed_) {
      continue;
    }
    if (Status own = poll_(); !own.ok()) {
      Fail(own.info());
      continue;
    }
    CheckSilence();
    if (rank_ == 0 && !failed_) {
      if (std::optional<ErrorInfo> wrong = book_.Check(Clock::now())) {
        Fail(std::move(*wrong));
      }
    }
  }
  TellCalls();
  if (!failed_) {
    SayGoodbye();
  }
}

// Hands on what was called since the last time, or that this process lives.
void Watch::TellCalls() {
  std::vector<CallRecord> calls;
  {
    const std::lock_guard lock(mutex_);
    calls.swap(noted_);
  }
  const auto now = Clock::now();
  told_ += calls.size();
  const bool due = now - last_sent_ >= kHeartbeat;
  if (failed_ || (!due && (calls.empty() || rank_ == 0))) {
    if (rank_ == 0) {
      for (CallRecord& call : calls) {
        book_.Add(0, std::move(call), now);
      }
    }
    return;
  }
  Bytes message;
  Put(message, MessageKind::Calls);
  for (CallRecord& call : calls) {
    if (rank_ == 0) {
      book_.Add(0, std::move(call), now);
    } else {
      PutCall(message, call);
    }
  }
  for (Peer& peer : peers_) {
    PutMessage(peer.to_send, message);
  }
  last_sent_ = now;
}

void Watch::Wait() {
  std::vector<pollfd> entries;
  for (const Peer& peer : peers_) {
    const short events = static_cast<short>(peer.to_send.empty() ? POLLIN : POLLIN | POLLOUT);
    // Of a connection that has ended, poll() looks away from a negative one.
    entries.push_back({peer.left && peer.to_send.empty() ? -1 : peer.socket.fd(), events, 0});
  }
  if (::poll(entries.data(), entries.size(), static_cast<int>(kTick.count())) <= 0) {
    return;
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if ((entries[i].revents & POLLOUT) != 0) {
      Flush(peers_[i]);
    }
    if ((entries[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      Read(peers_[i]);
    }
  }
}

void Watch::Flush(Peer& peer) {
  while (!peer.to_send.empty()) {
    const ssize_t sent = ::send(peer.socket.fd(), peer.to_send.data(), peer.to_send.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      // What is wrong with the connection is seen when it is read.
      if (errno != EAGAIN && errno != EINTR) {
        peer.to_send.clear();
      }
      return;
    }
    peer.to_send.erase(peer.to_send.begin(), peer.to_send.begin() + sent);
  }
}

void Watch::Read(Peer& peer) {
  std::byte block[16 << 10];
  bool closed = false;
  while (!closed) {
    const ssize_t got = ::recv(peer.socket.fd(), block, sizeof block, 0);
    if (got > 0) {
      peer.received.insert(peer.received.end(), block, block + got);
      peer.heard = Clock::now();
      continue;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      break;
    }
    closed = true;
  }
  // What it said last counts, also when it has closed the connection since.
  while (peer.received.size() >= sizeof(std::uint32_t)) {
    const auto size = Reader(peer.received).Get<std::uint32_t>();
    const std::size_t end = sizeof size + size;
    if (peer.received.size() < end) {
      break;
    }
    const auto begin = peer.received.begin();
    const Bytes message(begin + sizeof size, begin + static_cast<std::ptrdiff_t>(end));
    peer.received.erase(begin, begin + static_cast<std::ptrdiff_t>(end));
    if (!failed_) {
      Handle(peer, message);
    }
  }
  if (closed) {
    peer.to_send.clear();
    if (!std::exchange(peer.left, true)) {
      Lose(peer, "the process has ended");
    }
  }
}

void Watch::Handle(Peer& peer, const Bytes& message) {
  Reader reader(message);
  switch (reader.Get<MessageKind>()) {
    case MessageKind::Calls:
      while (!reader.at_end() && reader.ok()) {
        book_.Add(peer.rank, GetCall(reader), Clock::now());
      }
      return;
    case MessageKind::Failure: {
      ErrorInfo info;
      info.code = reader.Get<ErrorCode>();
      info.operation = reader.GetText();
      info.object = reader.GetText();
      info.message = reader.GetText();
      Fail(std::move(info));
      return;
    }
    case MessageKind::Goodbye:
      peer.left = true;
      if (rank_ == 0) {
        book_.Leave(peer.rank);
      } else {
        server_count_ = reader.Get<std::uint64_t>();
      }
      return;
  }
}

void Watch::CheckSilence() {
  for (Peer& peer : peers_) {
    if (!failed_ && !peer.left && Clock::now() - peer.heard > options_.silence) {
      Lose(peer, Concat("the process has not answered for ", options_.silence.count(), " ms"));
    }
  }
  if (!failed_ && server_count_ && told_ > *server_count_) {
    ErrorInfo info;
    info.code = ErrorCode::PeerLost;
    info.operation = "collective";
    info.object = "rank 0";
    info.message = Concat("rank 0 left the group after ", *server_count_, " operations");
    Fail(std::move(info));
  }
}

void Watch::Lose(Peer& peer, const std::string& how) {
  ErrorInfo info;
  info.code = ErrorCode::PeerLost;
  info.operation = "collective";
  info.object = Concat("rank ", peer.rank);
  info.message = Concat("rank ", peer.rank, " is lost: ", how);
  Fail(std::move(info));
}

void Watch::Fail(ErrorInfo info) {
  if (failed_) {
    return;
  }
  failed_ = true;
  Bytes message;
  Put(message, MessageKind::Failure);
  Put(message, info.code);
  Put(message, info.operation);
  Put(message, info.object);
  Put(message, info.message);
  for (Peer& peer : peers_) {
    if (!peer.left) {
      PutMessage(peer.to_send, message);
      Flush(peer);
    }
  }
  fail_(info);
}

void Watch::SayGoodbye() {
  Bytes message;
  Put(message, MessageKind::Goodbye);
  Put(message, told_);
  Bytes framed;
  PutMessage(framed, message);
  for (Peer& peer : peers_) {
    if (!peer.left) {
      peer.to_send.insert(peer.to_send.end(), framed.begin(), framed.end());
      // Who does not read any more needs no goodbye.
      static_cast<void>(SendAll(peer.socket, peer.to_send, Clock::now() + kGoodbyePatience));
      ::shutdown(peer.socket.fd(), SHUT_WR);
    }
  }
}

}  // namespace kernelc::collective
