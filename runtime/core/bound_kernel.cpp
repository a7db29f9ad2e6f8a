#include "kernelc/bound_kernel.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

[[noreturn]] void ThrowNoParameter(const abi::KernelInfo& info, const std::string& parameter) {
  backend::ThrowError(ErrorCode::InvalidArgument, "set an argument",
                      Concat("kernel `", info.name, '`'),
                      Concat("there is no ", parameter, "; it takes ", SignatureText(info)));
}

// An argument with what it borrows: a copy shares the memory of the array, not the array.
class OwnedArg {
 public:
  explicit OwnedArg(const Arg& arg) {
    switch (arg.kind()) {
      case abi::ArgKind::Array:
        array_ = std::make_unique<DeviceArrayAny>(arg.array());
        arg_ = Arg(*array_);
        break;
      case abi::ArgKind::Record:
        array_ = std::make_unique<DeviceArrayAny>(arg.array());
        arg_ = Arg::Record(*array_);
        break;
      case abi::ArgKind::Tuple:
        for (const Arg& element : arg.elements()) {
          owned_elements_.emplace_back(element);
          elements_.push_back(owned_elements_.back().arg());
        }
        arg_ = Arg::Tuple(elements_);
        break;
      case abi::ArgKind::None:
      case abi::ArgKind::Scalar:
      case abi::ArgKind::Vector:
      case abi::ArgKind::Pointer:
        arg_ = arg;
        break;
    }
  }

  const Arg& arg() const { return arg_; }

 private:
  Arg arg_;
  std::unique_ptr<DeviceArrayAny> array_;
  std::deque<OwnedArg> owned_elements_;
  std::vector<Arg> elements_;
};

}  // namespace

struct BoundKernel::State {
  // Packs all arguments, with `arg` in the place of number `index`, and keeps it if they fit.
  void Replace(std::size_t index, const Arg& arg) {
    if (ReplaceScalar(index, arg)) {
      return;
    }
    OwnedArg replacement(arg);
    std::vector<Arg> changed = args;
    changed[index] = replacement.arg();
    std::vector<std::byte> packed(params.size());
    kernel.PackHere(changed, packed.data());
    owned[index] = std::move(replacement);
    args = std::move(changed);
    params = std::move(packed);
  }

  // A number in the place of another one needs no look at the rest. False when it is not so simple.
  bool ReplaceScalar(std::size_t index, const Arg& arg) {
    const abi::ParamInfo& param = kernel.info().params[index];
    if (arg.kind() != abi::ArgKind::Scalar || param.type.kind != abi::ArgKind::Scalar) {
      return false;
    }
    const abi::ParamField& field = kernel.info().fields[param.first_field];
    if (!ConvertScalar(arg.scalar(), param.type.scalar, params.data() + field.offset)) {
      return false;
    }
    owned[index] = OwnedArg(arg);
    args[index] = arg;
    return true;
  }

  Kernel kernel;
  std::vector<OwnedArg> owned;
  // Of `owned`.
  std::vector<Arg> args;
  std::vector<std::byte> params;
};

BoundKernel::BoundKernel(Kernel kernel, std::span<const Arg> args)
    : state_(new State{std::move(kernel), {}, {}, {}}) {
  state_->owned.reserve(args.size());
  for (const Arg& arg : args) {
    state_->args.push_back(state_->owned.emplace_back(arg).arg());
  }
  state_->params.resize(state_->kernel.info().param_bytes);
  state_->kernel.PackHere(state_->args, state_->params.data());
}

BoundKernel Kernel::BindArgs(std::span<const Arg> args) const { return BoundKernel(*this, args); }

BoundKernel::~BoundKernel() = default;
BoundKernel::BoundKernel(BoundKernel&&) noexcept = default;
BoundKernel& BoundKernel::operator=(BoundKernel&&) noexcept = default;

const Kernel& BoundKernel::kernel() const noexcept { return state_->kernel; }

void BoundKernel::Launch(const LaunchConfig& config) const {
  state_->kernel.LaunchHere(config, state_->params.data());
}

void BoundKernel::Set(std::size_t index, const Arg& arg) {
  if (index >= state_->args.size()) {
    ThrowNoParameter(state_->kernel.info(), Concat("parameter number ", index));
  }
  state_->Replace(index, arg);
}

void BoundKernel::Set(std::string_view name, const Arg& arg) {
  const std::vector<abi::ParamInfo>& params = state_->kernel.info().params;
  const auto found = std::ranges::find(params, name, &abi::ParamInfo::name);
  if (found == params.end()) {
    ThrowNoParameter(state_->kernel.info(), Concat("parameter `", name, '`'));
  }
  state_->Replace(static_cast<std::size_t>(found - params.begin()), arg);
}

}  // namespace kernelc
