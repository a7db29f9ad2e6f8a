#include "runtime/collective/socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <utility>

#include "runtime/backend/text.h"

namespace kernelc::collective {
namespace {

using backend::Concat;
using backend::Status;

struct FreeAddresses {
  void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};
using AddressList = std::unique_ptr<addrinfo, FreeAddresses>;

AddressList Resolve(const std::string& host, std::uint16_t port) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    return nullptr;
  }
  return AddressList(found);
}

bool IsLoopback(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto* in = reinterpret_cast<const sockaddr_in*>(address);
    return (ntohl(in->sin_addr.s_addr) >> 24) == 127;
  }
  if (address->sa_family == AF_INET6) {
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
  }
  return false;
}

void Prepare(int fd) {
  const int on = 1;
  // Small messages must not wait for others.
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

// True when `fd` is ready before `deadline`.
bool Await(int fd, short events, Clock::time_point deadline) {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd entry = {fd, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
    if (ready > 0) {
      return true;
    }
    if ((ready < 0 && errno != EINTR) || Clock::now() >= deadline) {
      return false;
    }
  }
}

Socket ConnectAddress(const addrinfo& address, Clock::time_point deadline) {
  Socket socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.valid()) {
    return {};
  }
  Prepare(socket.fd());
  if (::connect(socket.fd(), address.ai_addr, address.ai_addrlen) != 0) {
    int error = errno;
    socklen_t size = sizeof error;
    if (error != EINPROGRESS || !Await(socket.fd(), POLLOUT, deadline) ||
        ::getsockopt(socket.fd(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
      return {};
    }
  }
  return socket;
}

}  // namespace

Socket::~Socket() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Status Listen(bool local, std::uint16_t port, Socket* socket, std::uint16_t* bound) {
  // Of both versions of the protocol, where the system has the later one.
  for (const int family : {local ? AF_INET : AF_INET6, AF_INET}) {
    Socket made(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_storage address = {};
    socklen_t size = sizeof(sockaddr_in);
    address.ss_family = static_cast<sa_family_t>(family);
    if (family == AF_INET6) {
      size = sizeof(sockaddr_in6);
      reinterpret_cast<sockaddr_in6&>(address).sin6_port = htons(port);
    } else {
      auto& in = reinterpret_cast<sockaddr_in&>(address);
      in.sin_port = htons(port);
      in.sin_addr.s_addr = htonl(local ? INADDR_LOOPBACK : INADDR_ANY);
    }
    const int on = 1;
    const int off = 0;
    constexpr int kWaiting = 4096;
    if (!made.valid()) {
      continue;
    }
    ::setsockopt(made.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (family == AF_INET6) {
      ::setsockopt(made.fd(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    }
    if (::bind(made.fd(), reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
        ::listen(made.fd(), kWaiting) == 0 &&
        ::getsockname(made.fd(), reinterpret_cast<sockaddr*>(&address), &size) == 0) {
      ::fcntl(made.fd(), F_SETFL, ::fcntl(made.fd(), F_GETFL) | O_NONBLOCK);
      *bound = ntohs(family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                        : reinterpret_cast<const sockaddr_in&>(address).sin_port);
      *socket = std::move(made);
      return {};
    }
    if (errno == EADDRINUSE) {
      break;
    }
  }
  const int error = errno;
  return backend::Fail(ErrorCode::InvalidArgument, "listen", Concat("port ", port),
                       Concat("rank 0 cannot listen there: ", std::strerror(error),
                              error == EADDRINUSE ? "; choose another port (KERNELC_RENDEZVOUS=HOST:PORT)" : ""));
}

Endpoint EndpointOf(std::uint16_t port) {
  Endpoint endpoint;
  endpoint.port = port;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id") >> std::ws, endpoint.machine);
  ifaddrs* list = nullptr;
  if (::getifaddrs(&list) != 0) {
    return endpoint;
  }
  for (const ifaddrs* each = list; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || IsLoopback(each->ifa_addr)) {
      continue;
    }
    const int family = each->ifa_addr->sa_family;
    const bool usable =
        family == AF_INET ||
        (family == AF_INET6 &&
         !IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6*>(each->ifa_addr)->sin6_addr));
    char text[NI_MAXHOST];
    const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    if (usable && ::getnameinfo(each->ifa_addr, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0) {
      endpoint.addresses.emplace_back(text);
    }
  }
  ::freeifaddrs(list);
  return endpoint;
}

bool IsLoopback(const std::string& host) {
  const AddressList list = Resolve(host, 0);
  for (const addrinfo* each = list.get(); each != nullptr; each = each->ai_next) {
    if (!IsLoopback(each->ai_addr)) {
      return false;
    }
  }
  return list != nullptr;
}

Socket ConnectOnce(const std::string& host, std::uint16_t port, Clock::time_point deadline) {
  const AddressList list = Resolve(host, port);
  for (const addrinfo* each = list.get(); each != nullptr; each = each->ai_next) {
    if (Socket socket = ConnectAddress(*each, deadline); socket.valid()) {
      return socket;
    }
  }
  return {};
}

Socket ConnectOnce(const Endpoint& endpoint, Clock::time_point deadline) {
  // An address that nobody answers at takes its time; the next one may do.
  constexpr std::chrono::seconds kPatience{5};
  std::vector<std::string> addresses = endpoint.addresses;
  if (EndpointOf(0).machine == endpoint.machine) {
    addresses.insert(addresses.begin(), "127.0.0.1");
  }
  for (const std::string& address : addresses) {
    Socket socket = ConnectOnce(address, endpoint.port, std::min(deadline, Clock::now() + kPatience));
    if (socket.valid()) {
      return socket;
    }
  }
  return {};
}

Socket Accept(const Socket& listener, Clock::time_point deadline) {
  while (Await(listener.fd(), POLLIN, deadline)) {
    Socket socket(::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC));
    if (socket.valid()) {
      Prepare(socket.fd());
      return socket;
    }
  }
  return {};
}

bool SendAll(const Socket& socket, std::span<const std::byte> data, Clock::time_point deadline) {
  while (!data.empty()) {
    const ssize_t sent = ::send(socket.fd(), data.data(), data.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      data = data.subspan(static_cast<std::size_t>(sent));
    } else if ((errno != EAGAIN && errno != EINTR) || !Await(socket.fd(), POLLOUT, deadline)) {
      return false;
    }
  }
  return true;
}

bool ReceiveAll(const Socket& socket, std::span<std::byte> data, Clock::time_point deadline) {
  while (!data.empty()) {
    const ssize_t received = ::recv(socket.fd(), data.data(), data.size(), 0);
    if (received > 0) {
      data = data.subspan(static_cast<std::size_t>(received));
    } else if (received == 0 || (errno != EAGAIN && errno != EINTR) ||
               !Await(socket.fd(), POLLIN, deadline)) {
      return false;
    }
  }
  return true;
}

}  // namespace kernelc::collective
