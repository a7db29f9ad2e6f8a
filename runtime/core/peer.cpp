#include "kernelc/peer.h"

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

// Of two devices of one kind.
void CheckPeers(const char* operation, const Context& context, const Context& peer) {
  if (!can_access_peer(context.device(), peer.device())) {
    backend::ThrowError(
        ErrorCode::NotSupported, operation, context.device().name(),
        Concat(context.device().name(), " cannot access the memory of ", peer.device().name(),
               ": copy what is needed, DeviceArrayAny::CopyFrom() goes between any devices"));
  }
}

}  // namespace

bool can_access_peer(const Device& device, const Device& peer) {
  bool can = device == peer;
  if (!can && device.kind() == peer.kind()) {
    backend::ThrowIfFailed(device.impl().CanAccessPeer(peer.impl(), &can));
  }
  return can;
}

void EnablePeerAccess(const Context& context, const Context& peer) {
  constexpr const char* kOperation = "enable peer access";
  backend::ThrowIfFailed(context.impl()->CheckUsable(kOperation));
  backend::ThrowIfFailed(peer.impl()->CheckUsable(kOperation));
  CheckPeers(kOperation, context, peer);
  if (context.device() != peer.device()) {
    backend::ThrowIfFailed(context.impl()->EnablePeerAccess(*peer.impl()));
  }
}

void DisablePeerAccess(const Context& context, const Context& peer) {
  constexpr const char* kOperation = "disable peer access";
  backend::ThrowIfFailed(context.impl()->CheckUsable(kOperation));
  backend::ThrowIfFailed(peer.impl()->CheckUsable(kOperation));
  CheckPeers(kOperation, context, peer);
  if (context.device() == peer.device()) {
    backend::ThrowError(ErrorCode::InvalidArgument, kOperation, context.device().name(),
                        "a device always has access to its own memory");
  }
  backend::ThrowIfFailed(context.impl()->DisablePeerAccess(*peer.impl()));
}

}  // namespace kernelc
