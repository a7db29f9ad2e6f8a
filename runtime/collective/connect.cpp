// Making communicators.
#include <charconv>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kernelc/collective.h"
#include "runtime/backend/text.h"
#include "runtime/collective/group.h"
#include "runtime/collective/host_engine.h"
#include "runtime/collective/mpi_library.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::Status;
using collective::Clock;
using collective::Group;
using collective::Meeting;
using collective::Transport;

constexpr const char* kOperation = "make communicator";

[[noreturn]] void Refuse(std::string object, std::string message) {
  backend::ThrowError(ErrorCode::InvalidArgument, kOperation, std::move(object), std::move(message));
}

std::optional<long> ParseNumber(std::string_view text) {
  long value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

void CheckContexts(std::span<const Context> contexts) {
  if (contexts.empty()) {
    Refuse("devices", "there are none");
  }
  std::set<const backend::Context*> seen;
  for (const Context& context : contexts) {
    backend::ThrowIfFailed(context.impl()->CheckUsable(kOperation));
    if (context.device().kind() != contexts[0].device().kind()) {
      Refuse(context.device().name(), Concat("the devices of a group are of one kind, and ",
                                             contexts[0].device().name(), " is of another"));
    }
    if (!seen.insert(context.impl().get()).second) {
      Refuse(context.device().name(), "a device can be one rank of a group alone");
    }
  }
}

bool IsCuda(const Context& context) { return context.device().kind() == DeviceKind::Cuda; }

// The id that rank 0 makes, on every rank; fails everywhere when rank 0 has no NCCL.
Status ShareNcclId(Meeting& meeting, Clock::time_point deadline, backend::NcclId* id) {
  Status made = meeting.rank() == 0 ? backend::MakeNcclId(id) : Status();
  collective::Bytes mine;
  if (meeting.rank() == 0 && made.ok()) {
    mine.assign(id->begin(), id->end());
  }
  std::vector<collective::Bytes> all;
  KC_RETURN_IF_FAILED(meeting.AllGather(mine, deadline, &all));
  if (!made.ok()) {
    return made;
  }
  if (all[0].size() != id->size()) {
    return backend::Fail(ErrorCode::NotFound, kOperation, "rank 0", "there is no NCCL on rank 0, which says why");
  }
  std::copy(all[0].begin(), all[0].end(), id->begin());
  return {};
}

// The ranks have met. `transport` is how those on CPU devices send; null: over connections that are made now.
std::shared_ptr<Group> MakeGroup(const Context& context, Meeting meeting, std::shared_ptr<Transport> transport,
                                 Clock::time_point deadline, const CollectiveOptions& options,
                                 std::function<void()> failure_hook = nullptr) {
  std::unique_ptr<backend::CollectiveEngine> engine;
  const int rank = meeting.rank();
  const int size = meeting.size();
  // All on one kind of device: those of the others would wait for each other.
  collective::Bytes mine;
  collective::Put(mine, context.device().kind());
  std::vector<collective::Bytes> all;
  backend::ThrowIfFailed(meeting.AllGather(mine, deadline, &all));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != mine) {
      Refuse(context.device().name(), Concat("the devices of a group are of one kind, and rank ", i, " has another"));
    }
  }
  if (IsCuda(context)) {
    backend::NcclId id{};
    backend::ThrowIfFailed(ShareNcclId(meeting, deadline, &id));
    backend::ThrowIfFailed(backend::MakeNcclEngine(context.impl(), id, rank, size, &engine));
  } else {
    if (transport == nullptr) {
      std::vector<collective::Socket> sockets;
      backend::ThrowIfFailed(meeting.ConnectAll(deadline, &sockets));
      transport = collective::MakeSocketTransport(std::move(sockets));
    }
    engine = collective::MakeHostEngine(size, std::move(transport));
  }
  auto group = std::make_shared<Group>(std::vector<Context>{context}, rank, size, std::move(engine));
  group->SetFailureHook(std::move(failure_hook));
  if (size > 1) {
    group->StartWatch(std::move(meeting), options);
  }
  return group;
}

// "HOST:PORT"; a host of version 6 may stand in brackets.
std::pair<std::string, std::uint16_t> ParsePlace(std::string_view place) {
  constexpr long kMaxPort = 65535;
  const std::size_t colon = place.rfind(':');
  const std::optional<long> port =
      colon == std::string_view::npos ? std::nullopt : ParseNumber(place.substr(colon + 1));
  if (!port || *port <= 0 || *port > kMaxPort || colon == 0) {
    Refuse(Concat('`', place, '`'), "a place is HOST:PORT, with a port from 1 to 65535");
  }
  std::string_view host = place.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  return {std::string(host), static_cast<std::uint16_t>(*port)};
}

const char* Variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') {
    Refuse(name, "the variable is not set; torchrun sets RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, and a "
                 "program can set them itself for each process that it starts");
  }
  return value;
}

int NumberVariable(const char* name) {
  const std::string value = Variable(name);
  constexpr long kMost = 1 << 20;
  const std::optional<long> number = ParseNumber(value);
  if (!number || *number < 0 || *number > kMost) {
    Refuse(name, Concat('`', value, "` is no number"));
  }
  return static_cast<int>(*number);
}

// Where rank 0 of MPI's processes listens, on every rank.
Status ShareEndpoint(collective::MpiLibrary& mpi, collective::Socket* listener, collective::Endpoint* endpoint) {
  collective::Bytes bytes;
  if (mpi.rank == 0) {
    std::uint16_t port = 0;
    KC_RETURN_IF_FAILED(collective::Listen(false, 0, listener, &port));
    collective::PutEndpoint(bytes, collective::EndpointOf(port));
  }
  int size = static_cast<int>(bytes.size());
  const std::lock_guard lock(mpi.mutex);
  KC_RETURN_IF_FAILED(collective::CheckMpi(mpi, mpi.functions->broadcast(&size, sizeof size), "MPI_Bcast"));
  bytes.resize(static_cast<std::size_t>(size));
  KC_RETURN_IF_FAILED(collective::CheckMpi(mpi, mpi.functions->broadcast(bytes.data(), size), "MPI_Bcast"));
  collective::Reader reader(bytes);
  *endpoint = collective::GetEndpoint(reader);
  return {};
}

}  // namespace

Communicator Communicator::OfDevices(std::span<const Context> contexts) {
  CheckContexts(contexts);
  std::unique_ptr<backend::CollectiveEngine> engine;
  const int size = static_cast<int>(contexts.size());
  if (IsCuda(contexts[0])) {
    std::vector<std::shared_ptr<backend::Context>> impls;
    for (const Context& context : contexts) {
      impls.push_back(context.impl());
    }
    backend::ThrowIfFailed(backend::MakeNcclEngine(impls, &engine));
  } else {
    engine = collective::MakeHostEngine(size, collective::MakeMemoryTransport(size));
  }
  return Communicator(std::make_shared<Group>(std::vector<Context>(contexts.begin(), contexts.end()), 0, size,
                                              std::move(engine)));
}

Communicator Communicator::Connect(const Context& context, int rank, int size, std::string_view place,
                                   const CollectiveOptions& options) {
  CheckContexts(std::span(&context, 1));
  const auto [host, port] = ParsePlace(place);
  if (size < 1 || rank < 0 || rank >= size) {
    Refuse(Concat("rank ", rank), Concat("a group of ", size, " has no such rank"));
  }
  const auto deadline = Clock::now() + options.connect_timeout;
  Meeting meeting;
  backend::ThrowIfFailed(Meeting::AtPlace(host, port, rank, size, deadline, &meeting));
  return Communicator(MakeGroup(context, std::move(meeting), nullptr, deadline, options));
}

Communicator Communicator::FromEnvironment(const Context& context, const CollectiveOptions& options) {
  const int rank = NumberVariable("RANK");
  const int size = NumberVariable("WORLD_SIZE");
  const char* const given = std::getenv("KERNELC_RENDEZVOUS");
  const std::string place = given != nullptr && *given != '\0'
                                ? std::string(given)
                                : Concat(Variable("MASTER_ADDR"), ':', Variable("MASTER_PORT"));
  return Connect(context, rank, size, place, options);
}

Communicator Communicator::FromMpi(const Context& context, const CollectiveOptions& options) {
  CheckContexts(std::span(&context, 1));
  collective::MpiLibrary* mpi = nullptr;
  backend::ThrowIfFailed(collective::OpenMpi(&mpi));
  const auto deadline = Clock::now() + options.connect_timeout;
  collective::Socket listener;
  collective::Endpoint endpoint;
  backend::ThrowIfFailed(ShareEndpoint(*mpi, &listener, &endpoint));
  Meeting meeting;
  backend::ThrowIfFailed(
      Meeting::AtEndpoint(std::move(listener), endpoint, mpi->rank, mpi->size, deadline, &meeting));
  // A tag of MPI has at least 15 bits.
  constexpr int kTags = 32767;
  const int tag = mpi->groups++ % kTags;
  return Communicator(MakeGroup(context, std::move(meeting), collective::MakeMpiTransport(*mpi, tag), deadline,
                                options, [mpi] {
                                  // The end of MPI would wait for those that are gone.
                                  const std::lock_guard lock(mpi->mutex);
                                  mpi->functions->leave();
                                }));
}

}  // namespace kernelc
