#include "runtime/backend/graph.h"

#include <bit>

namespace kernelc::backend {
namespace {

// Asks a stream for what it visits.
struct Player {
  Stream& stream;

  Status operator()(const EmptyWork&) const { return {}; }
  Status operator()(const LaunchWork& work) const {
    return work.function->Launch(stream, work.config, work.params.data());
  }
  Status operator()(const CopyWork& work) const {
    if (work.from_context != nullptr) {
      return stream.CopyFromPeer(work.to, *work.from_context, work.from, work.bytes);
    }
    if (work.kind == OperationKind::CopyToDevice) {
      return stream.CopyToDevice(work.to, std::bit_cast<const void*>(work.from), work.bytes);
    }
    if (work.kind == OperationKind::CopyToHost) {
      return stream.CopyToHost(std::bit_cast<void*>(work.to), work.from, work.bytes);
    }
    return stream.CopyOnDevice(work.to, work.from, work.bytes);
  }
  Status operator()(const MemsetWork& work) const {
    return stream.Memset(work.to, work.value, work.bytes);
  }
  Status operator()(const StridedCopy& copy) const { return stream.CopyStrided(copy); }
  Status operator()(const StridedFill& fill) const { return stream.FillStrided(fill); }
  Status operator()(const CallbackWork& work) const { return stream.AddCallback(*work.callback); }
  // Devices have their own ways.
  Status operator()(const ConditionWork&) const { return {}; }
  Status operator()(const NativeWork&) const { return {}; }
};

struct Namer {
  const char* operator()(const EmptyWork&) const { return "empty"; }
  const char* operator()(const LaunchWork&) const { return OperationText(OperationKind::Launch); }
  const char* operator()(const CopyWork& work) const { return OperationText(work.kind); }
  const char* operator()(const MemsetWork&) const { return OperationText(OperationKind::Memset); }
  const char* operator()(const StridedCopy&) const {
    return OperationText(OperationKind::CopyStrided);
  }
  const char* operator()(const StridedFill&) const {
    return OperationText(OperationKind::FillStrided);
  }
  const char* operator()(const CallbackWork&) const {
    return OperationText(OperationKind::Callback);
  }
  const char* operator()(const ConditionWork& work) const { return work.repeats ? "while" : "if"; }
  const char* operator()(const NativeWork&) const { return "work of another library"; }
};

}  // namespace

Status Play(const GraphWork& work, Stream& stream) {
  // Nothing is done yet: observers hear of a replay as a whole.
  const Unobserved unobserved;
  return std::visit(Player{stream}, work);
}

const char* WorkText(const GraphWork& work) noexcept { return std::visit(Namer{}, work); }

}  // namespace kernelc::backend
