#include "runtime/collective/meeting.h"

#include <algorithm>
#include <random>
#include <thread>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc::collective {
namespace {

using backend::Concat;
using backend::Status;

// "KCG1": begins what a process says first.
constexpr std::uint32_t kMagic = 0x3147434B;
constexpr std::uint32_t kMaxFrame = 64U << 20;
// Whoever connects and says nothing is not one of us.
constexpr std::chrono::seconds kHelloPatience{5};

bool SendFrame(const Socket& socket, const Bytes& payload, Clock::time_point deadline) {
  Bytes frame;
  Put(frame, static_cast<std::uint32_t>(payload.size()));
  frame.insert(frame.end(), payload.begin(), payload.end());
  return SendAll(socket, frame, deadline);
}

bool ReceiveFrame(const Socket& socket, Bytes* payload, Clock::time_point deadline) {
  Bytes head(sizeof(std::uint32_t));
  if (!ReceiveAll(socket, head, deadline)) {
    return false;
  }
  const auto size = Reader(head).Get<std::uint32_t>();
  if (size > kMaxFrame) {
    return false;
  }
  payload->resize(size);
  return ReceiveAll(socket, *payload, deadline);
}

struct Hello {
  std::uint64_t token = 0;
  int rank = 0;
  int size = 0;
};

bool SendHello(const Socket& socket, const Hello& hello, Clock::time_point deadline) {
  Bytes bytes;
  Put(bytes, kMagic);
  Put(bytes, hello.token);
  Put(bytes, hello.rank);
  Put(bytes, hello.size);
  return SendAll(socket, bytes, deadline);
}

bool ReceiveHello(const Socket& socket, Hello* hello, Clock::time_point deadline) {
  Bytes bytes(sizeof kMagic + sizeof hello->token + sizeof hello->rank + sizeof hello->size);
  if (!ReceiveAll(socket, bytes, deadline)) {
    return false;
  }
  Reader reader(bytes);
  const bool ours = reader.Get<std::uint32_t>() == kMagic;
  hello->token = reader.Get<std::uint64_t>();
  hello->rank = reader.Get<int>();
  hello->size = reader.Get<int>();
  return ours;
}

std::uint64_t NewToken() {
  std::random_device source;
  return (std::uint64_t{source()} << 32 | source()) | 1;
}

Status Refuse(ErrorCode code, const std::string& where, std::string message) {
  return backend::Fail(code, "connect ranks", where, std::move(message));
}

// "rank 3", "ranks 1, 4 and 5".
std::string RanksText(const std::vector<int>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    text += Concat(i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ", ranks[i]);
  }
  return text;
}

// What rank 0 answers: the token, or why not.
void Answer(const Socket& socket, const Status& status, std::uint64_t token) {
  Bytes bytes;
  Put(bytes, status.ok());
  if (status.ok()) {
    Put(bytes, token);
  } else {
    Put(bytes, status.info().code);
    Put(bytes, status.info().message);
  }
  // Who is gone by now needs no answer, and is noticed later.
  static_cast<void>(SendFrame(socket, bytes, Clock::now() + kHelloPatience));
}

}  // namespace

void PutEndpoint(Bytes& out, const Endpoint& endpoint) {
  Put(out, endpoint.machine);
  Put(out, endpoint.port);
  Put(out, static_cast<std::uint32_t>(endpoint.addresses.size()));
  for (const std::string& address : endpoint.addresses) {
    Put(out, address);
  }
}

Endpoint GetEndpoint(Reader& reader) {
  Endpoint endpoint;
  endpoint.machine = reader.GetText();
  endpoint.port = reader.Get<std::uint16_t>();
  const auto count = reader.Get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && reader.ok(); ++i) {
    endpoint.addresses.push_back(reader.GetText());
  }
  return endpoint;
}

Status Meeting::Gather(Socket listener, const std::string& where, Clock::time_point deadline) {
  token_ = NewToken();
  sockets_.resize(static_cast<std::size_t>(size_));
  Status status;
  for (int missing = size_ - 1; missing > 0 && status.ok();) {
    Socket socket = Accept(listener, deadline);
    if (!socket.valid()) {
      std::vector<int> absent;
      for (int i = 1; i < size_; ++i) {
        if (!sockets_[static_cast<std::size_t>(i)].valid()) {
          absent.push_back(i);
        }
      }
      status = Refuse(ErrorCode::TimedOut, where, Concat(RanksText(absent), " of ", size_, " did not come in time"));
      break;
    }
    Hello hello;
    if (!ReceiveHello(socket, &hello, std::min(deadline, Clock::now() + kHelloPatience))) {
      continue;
    }
    if (hello.size != size_ || hello.rank <= 0 || hello.rank >= size_) {
      status = Refuse(ErrorCode::InvalidArgument, where,
                      Concat("a process is rank ", hello.rank, " of ", hello.size, ", but rank 0 expects ", size_,
                             " ranks"));
      Answer(socket, status, 0);
    } else if (Socket& place = sockets_[static_cast<std::size_t>(hello.rank)]; place.valid()) {
      status = Refuse(ErrorCode::InvalidArgument, where, Concat("two processes are rank ", hello.rank));
      Answer(socket, status, 0);
    } else {
      place = std::move(socket);
      --missing;
    }
  }
  for (const Socket& socket : sockets_) {
    if (socket.valid()) {
      Answer(socket, status, token_);
    }
  }
  return status;
}

template <typename Connect>
Status Meeting::Join(const std::string& where, Clock::time_point deadline, Connect connect) {
  constexpr std::chrono::milliseconds kPause{20};
  while (true) {
    Socket socket = connect();
    Bytes answer;
    // Rank 0 answers when all have come, or it gives up.
    if (socket.valid() && SendHello(socket, {0, rank_, size_}, deadline) &&
        ReceiveFrame(socket, &answer, deadline + kHelloPatience)) {
      Reader reader(answer);
      if (reader.Get<bool>()) {
        token_ = reader.Get<std::uint64_t>();
        sockets_.push_back(std::move(socket));
        return {};
      }
      const auto code = reader.Get<ErrorCode>();
      return Refuse(code, where, reader.GetText());
    }
    if (Clock::now() >= deadline) {
      return Refuse(ErrorCode::TimedOut, where, "rank 0 did not answer in time");
    }
    std::this_thread::sleep_for(kPause);
  }
}

Status Meeting::AtPlace(const std::string& host, std::uint16_t port, int rank, int size,
                        Clock::time_point deadline, Meeting* meeting) {
  meeting->rank_ = rank;
  meeting->size_ = size;
  if (size == 1) {
    return {};
  }
  meeting->local_ = IsLoopback(host);
  const std::string where = Concat(host, ':', port);
  if (rank != 0) {
    return meeting->Join(where, deadline, [&] { return ConnectOnce(host, port, deadline); });
  }
  Socket listener;
  std::uint16_t bound = 0;
  KC_RETURN_IF_FAILED(Listen(meeting->local_, port, &listener, &bound));
  return meeting->Gather(std::move(listener), where, deadline);
}

Status Meeting::AtEndpoint(Socket listener, const Endpoint& endpoint, int rank, int size,
                           Clock::time_point deadline, Meeting* meeting) {
  meeting->rank_ = rank;
  meeting->size_ = size;
  const std::string where = Concat("port ", endpoint.port, " of rank 0");
  return rank == 0 ? meeting->Gather(std::move(listener), where, deadline)
                   : meeting->Join(where, deadline, [&] { return ConnectOnce(endpoint, deadline); });
}

Status Meeting::AllGather(const Bytes& mine, Clock::time_point deadline, std::vector<Bytes>* all) {
  const auto lost = [](int rank) {
    return Refuse(ErrorCode::PeerLost, Concat("rank ", rank), "the process ended while the ranks were connecting");
  };
  all->assign(static_cast<std::size_t>(size_), {});
  if (rank_ != 0) {
    Bytes joined;
    if (!SendFrame(sockets_[0], mine, deadline) || !ReceiveFrame(sockets_[0], &joined, deadline)) {
      return lost(0);
    }
    Reader reader(joined);
    for (Bytes& each : *all) {
      const std::string text = reader.GetText();
      const auto* const raw = reinterpret_cast<const std::byte*>(text.data());
      each.assign(raw, raw + text.size());
    }
    return {};
  }
  (*all)[0] = mine;
  for (int i = 1; i < size_; ++i) {
    if (!ReceiveFrame(sockets_[static_cast<std::size_t>(i)], &(*all)[static_cast<std::size_t>(i)], deadline)) {
      return lost(i);
    }
  }
  Bytes joined;
  for (const Bytes& each : *all) {
    Put(joined, std::string_view(reinterpret_cast<const char*>(each.data()), each.size()));
  }
  for (int i = 1; i < size_; ++i) {
    if (!SendFrame(sockets_[static_cast<std::size_t>(i)], joined, deadline)) {
      return lost(i);
    }
  }
  return {};
}

Status Meeting::ConnectAll(Clock::time_point deadline, std::vector<Socket>* sockets) {
  sockets->clear();
  sockets->resize(static_cast<std::size_t>(size_));
  if (size_ == 1) {
    return {};
  }
  Socket listener;
  std::uint16_t port = 0;
  KC_RETURN_IF_FAILED(Listen(local_, 0, &listener, &port));
  Bytes mine;
  PutEndpoint(mine, EndpointOf(port));
  std::vector<Bytes> all;
  KC_RETURN_IF_FAILED(AllGather(mine, deadline, &all));
  for (int i = 0; i < rank_; ++i) {
    Reader reader(all[static_cast<std::size_t>(i)]);
    Socket socket = ConnectOnce(GetEndpoint(reader), deadline);
    if (!socket.valid() || !SendHello(socket, {token_, rank_, size_}, deadline)) {
      return Refuse(ErrorCode::PeerLost, Concat("rank ", i), "the process cannot be reached");
    }
    (*sockets)[static_cast<std::size_t>(i)] = std::move(socket);
  }
  for (int missing = size_ - 1 - rank_; missing > 0;) {
    Socket socket = Accept(listener, deadline);
    if (!socket.valid()) {
      return Refuse(ErrorCode::PeerLost, Concat("rank ", rank_), "the ranks after this one did not connect to it");
    }
    Hello hello;
    if (ReceiveHello(socket, &hello, std::min(deadline, Clock::now() + kHelloPatience)) && hello.token == token_ &&
        hello.rank > rank_ && hello.rank < size_ && !(*sockets)[static_cast<std::size_t>(hello.rank)].valid()) {
      (*sockets)[static_cast<std::size_t>(hello.rank)] = std::move(socket);
      --missing;
    }
  }
  return {};
}

}  // namespace kernelc::collective
