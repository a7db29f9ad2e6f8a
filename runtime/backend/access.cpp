#include "runtime/backend/access.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "runtime/backend/backend.h"

namespace kernelc::backend {
namespace {

// A dimension of bytes: `count` times, `stride` > 0 bytes apart.
struct Level {
  std::int64_t stride;
  std::int64_t count;
};

// Runs of `run` adjacent bytes at the levels' offsets, the largest stride first.
struct Runs {
  std::vector<Level> levels;
  std::int64_t run = 0;
  // From the first byte to the one after the last, without the first `skipped` levels.
  std::int64_t Span(std::size_t skipped) const {
    std::int64_t span = run;
    for (std::size_t i = skipped; i < levels.size(); ++i) {
      span += (levels[i].count - 1) * levels[i].stride;
    }
    return span;
  }
};

Runs RunsOf(const Access& access) {
  Runs runs;
  for (std::size_t d = 0; d < access.shape.size(); ++d) {
    const std::int64_t stride = std::abs(access.strides[d]);
    if (access.shape[d] > 1 && stride != 0) {
      runs.levels.push_back({stride, access.shape[d]});
    }
  }
  std::sort(runs.levels.begin(), runs.levels.end(),
            [](const Level& a, const Level& b) { return a.stride > b.stride; });
  runs.run = static_cast<std::int64_t>(access.element_size);
  while (!runs.levels.empty() && runs.levels.back().stride <= runs.run) {
    runs.run += (runs.levels.back().count - 1) * runs.levels.back().stride;
    runs.levels.pop_back();
  }
  return runs;
}

std::int64_t FloorDiv(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Steps before two views are taken to overlap.
constexpr int kMaxSteps = 1 << 14;

class OverlapSearch {
 public:
  OverlapSearch(const Runs& a, const Runs& b) : a_(a), b_(b) {}

  // Whether the two meet, without their first levels, when the second starts `offset` bytes after
  // the first.
  bool Meet(std::size_t a_level, std::size_t b_level, std::int64_t offset) {
    if (offset >= a_.Span(a_level) || -offset >= b_.Span(b_level)) {
      return false;
    }
    if (--steps_ < 0) {
      return true;
    }
    const Level a = a_level < a_.levels.size() ? a_.levels[a_level] : Level{0, 1};
    const Level b = b_level < b_.levels.size() ? b_.levels[b_level] : Level{0, 1};
    if (a.stride == 0 && b.stride == 0) {
      return true;
    }
    // Steps of the first, of the second, or of both, where only the difference counts.
    const bool moves_a = a.stride >= b.stride;
    const bool moves_b = b.stride >= a.stride;
    const std::size_t a_next = a_level + (moves_a ? 1 : 0);
    const std::size_t b_next = b_level + (moves_b ? 1 : 0);
    const std::int64_t stride = std::max(a.stride, b.stride);
    const std::int64_t least = moves_a ? 1 - a.count : 0;
    const std::int64_t most = moves_b ? b.count - 1 : 0;
    // offset + step * stride lies between -span of the second and span of the first.
    const std::int64_t first = FloorDiv(-b_.Span(b_next) - offset, stride) + 1;
    const std::int64_t last = -FloorDiv(offset - a_.Span(a_next), stride) - 1;
    for (std::int64_t step = std::max(least, first); step <= std::min(most, last); ++step) {
      if (Meet(a_next, b_next, offset + step * stride)) {
        return true;
      }
    }
    return false;
  }

 private:
  const Runs& a_;
  const Runs& b_;
  int steps_ = kMaxSteps;
};

std::int64_t ReadField(const std::byte* params, const abi::ParamField& field) {
  std::int64_t value = 0;
  std::memcpy(&value, params + field.offset, sizeof value);
  return value;
}

// Walks the parameters as they were packed.
class ParamWalk {
 public:
  ParamWalk(const abi::KernelInfo& info, const std::byte* params, std::vector<Access>* out)
      : info_(info), params_(params), out_(out) {}

  void Visit(const abi::ParamInfo& param) {
    field_ = param.first_field;
    Visit(param, param.type);
  }

 private:
  void Visit(const abi::ParamInfo& param, const abi::ArgType& type) {
    switch (type.kind) {
      case abi::ArgKind::Scalar:
      case abi::ArgKind::Vector:
        ++field_;
        return;
      case abi::ArgKind::None:
        return;
      case abi::ArgKind::Tuple:
        for (const abi::ArgType& element : type.elements) {
          Visit(param, element);
        }
        return;
      case abi::ArgKind::Array:
      case abi::ArgKind::Record:
      case abi::ArgKind::Pointer:
        Add(param, type);
        return;
    }
  }

  void Add(const abi::ParamInfo& param, const abi::ArgType& type) {
    Access access;
    access.name = param.name;
    access.writes = param.written;
    access.unbounded = type.kind == abi::ArgKind::Pointer;
    access.element_size = type.record ? type.record->size : abi::scalar_info(type.scalar).size;
    access.data = static_cast<DevicePointer>(Next());
    if (type.kind == abi::ArgKind::Array) {
      access.shape = Dims::Filled(type.ndim, 0);
      for (std::int64_t& extent : access.shape) {
        extent = Next();
      }
      const Order order = type.layout == abi::Layout::F ? Order::F : Order::C;
      access.strides = ContiguousStrides(access.shape, access.element_size, order);
      for (std::size_t d = 0; type.layout == abi::Layout::A && d < type.ndim; ++d) {
        access.strides[d] = Next();
      }
    }
    if (access.data != 0) {
      out_->push_back(std::move(access));
    }
  }

  std::int64_t Next() { return ReadField(params_, info_.fields[field_++]); }

  const abi::KernelInfo& info_;
  const std::byte* params_;
  std::vector<Access>* out_;
  std::size_t field_ = 0;
};

std::vector<Access> LaunchAccesses(const Operation& operation) {
  std::vector<Access> accesses;
  const abi::KernelInfo& info = operation.function->info();
  ParamWalk walk(info, operation.params, &accesses);
  for (const abi::ParamInfo& param : info.params) {
    walk.Visit(param);
  }
  return accesses;
}

Access StridedAccess(DevicePointer data, std::size_t element_size, const Dims& shape,
                     const Dims& strides, bool writes) {
  Access access;
  access.data = data;
  access.element_size = element_size;
  access.shape = shape;
  access.strides = strides;
  access.writes = writes;
  return access;
}

}  // namespace

Access BytesAccess(DevicePointer data, std::size_t bytes, bool writes) {
  return StridedAccess(data, 1, {static_cast<std::int64_t>(bytes)}, {1}, writes);
}

std::vector<Access> AccessesOf(const Operation& op) {
  switch (op.kind) {
    case OperationKind::Launch:
      return LaunchAccesses(op);
    case OperationKind::GraphLaunch:
      return std::vector<Access>(op.accesses.begin(), op.accesses.end());
    case OperationKind::CopyToDevice:
    case OperationKind::CopyToHost:
    case OperationKind::CopyOnDevice:
    case OperationKind::CopyFromPeer:
      return {BytesAccess(op.from, op.bytes, false), BytesAccess(op.to, op.bytes, true)};
    case OperationKind::Memset:
      return {BytesAccess(op.to, op.bytes, true)};
    case OperationKind::CopyStrided:
      return {StridedAccess(op.copy->from, op.copy->element_size, op.copy->shape,
                            op.copy->from_strides, false),
              StridedAccess(op.copy->to, op.copy->element_size, op.copy->shape, op.copy->to_strides,
                            true)};
    case OperationKind::FillStrided:
      return {StridedAccess(op.fill->to, op.fill->element_size, op.fill->shape, op.fill->strides,
                            true)};
    case OperationKind::Callback:
#define KC_OPERATION(name, text)
#define KC_IDLE_OPERATION(name, text) case OperationKind::name:
#include "runtime/backend/operations.def"
      return {};
  }
  return {};
}

void AccessBounds(const Access& access, DevicePointer* begin, DevicePointer* end) noexcept {
  *begin = access.data;
  *end = access.data;
  for (std::size_t d = 0; d < access.shape.size(); ++d) {
    if (access.shape[d] <= 0) {
      *end = *begin = access.data;
      return;
    }
    const std::int64_t reach = (access.shape[d] - 1) * access.strides[d];
    (reach < 0 ? *begin : *end) += static_cast<DevicePointer>(reach);
  }
  *end += access.element_size;
}

bool Overlap(const Access& a, const Access& b) noexcept {
  DevicePointer a_begin = 0;
  DevicePointer a_end = 0;
  DevicePointer b_begin = 0;
  DevicePointer b_end = 0;
  AccessBounds(a, &a_begin, &a_end);
  AccessBounds(b, &b_begin, &b_end);
  if (a_begin >= b_end || b_begin >= a_end || a_begin == a_end || b_begin == b_end) {
    return false;
  }
  const Runs a_runs = RunsOf(a);
  const Runs b_runs = RunsOf(b);
  return OverlapSearch(a_runs, b_runs).Meet(0, 0, static_cast<std::int64_t>(b_begin - a_begin));
}

}  // namespace kernelc::backend
