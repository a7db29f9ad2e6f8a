// Memory of one device that the kernels of another one use.
#pragma once

#include "kernelc/context.h"
#include "kernelc/device.h"
#include "kernelc/export.h"

namespace kernelc {

// Whether kernels on `device` can use memory of `peer` after EnablePeerAccess(): true for a device
// and itself, false between a GPU and the CPU. Copies between devices need it not. Throws
// Error{Driver}.
KC_RUNTIME_API bool can_access_peer(const Device& device, const Device& peer);

// Kernels in `context` may use memory of `peer` from now on, by its addresses; nothing the second
// time. One way: the other one is a call of its own. Throws Error{NotSupported} naming both devices
// where that cannot be.
KC_RUNTIME_API void EnablePeerAccess(const Context& context, const Context& peer);
// Takes that back. Throws Error{InvalidArgument} where it was not enabled.
KC_RUNTIME_API void DisablePeerAccess(const Context& context, const Context& peer);

}  // namespace kernelc
