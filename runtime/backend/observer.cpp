#include "runtime/backend/observer.h"

namespace kernelc::backend {

constinit std::atomic<std::uint32_t> detail::watching{0};

namespace {

constexpr auto kPlaces = static_cast<std::size_t>(ObserverPlace::kCount);

constinit std::array<std::atomic<Observer*>, kPlaces> observers{};
constinit std::atomic<Capturer*> capturer_in_use{nullptr};
thread_local constinit int unobserved = 0;
thread_local constinit int uncaptured = 0;

constexpr std::uint32_t Bit(std::size_t place) { return 1U << place; }

Observer& ObserverAt(std::size_t place) noexcept {
  return *observers[place].load(std::memory_order_acquire);
}

}  // namespace

const char* OperationText(OperationKind kind) noexcept {
  static constexpr const char* kTexts[] = {
#define KC_OPERATION(name, text) text,
#include "runtime/backend/operations.def"
  };
  return kTexts[static_cast<std::size_t>(kind)];
}

void Watch(ObserverPlace place, Observer& observer) noexcept {
  const auto index = static_cast<std::size_t>(place);
  observers[index].store(&observer, std::memory_order_release);
  detail::watching.fetch_or(Bit(index), std::memory_order_release);
}

void Unwatch(ObserverPlace place) noexcept {
  detail::watching.fetch_and(~Bit(static_cast<std::size_t>(place)), std::memory_order_release);
}

bool IsWatching(ObserverPlace place) noexcept {
  return (detail::watching.load(std::memory_order_acquire) &
          Bit(static_cast<std::size_t>(place))) != 0;
}

void SetCapturer(Capturer* capturer) noexcept {
  capturer_in_use.store(capturer, std::memory_order_release);
  if (capturer != nullptr) {
    detail::watching.fetch_or(detail::kCapturing, std::memory_order_release);
  } else {
    detail::watching.fetch_and(~detail::kCapturing, std::memory_order_release);
  }
}

bool TakeOperation(Operation& operation, Status* status) {
  Capturer* const capturer = capturer_in_use.load(std::memory_order_acquire);
  return uncaptured == 0 && capturer != nullptr && capturer->Take(operation, status);
}

bool AllocateForGraph(Context& context, std::size_t bytes, DevicePointer* data,
                      std::shared_ptr<void>* owner, Status* status) {
  Capturer* const capturer = capturer_in_use.load(std::memory_order_acquire);
  return capturer != nullptr && capturer->Allocate(context, bytes, data, owner, status);
}

Status GatherOthers(Stream& stream) {
  Capturer* const capturer = capturer_in_use.load(std::memory_order_acquire);
  return capturer != nullptr ? capturer->GatherOthers(stream) : Status();
}

Unobserved::Unobserved() noexcept { ++unobserved; }
Unobserved::~Unobserved() { --unobserved; }

Uncaptured::Uncaptured() noexcept { ++uncaptured; }
Uncaptured::~Uncaptured() { --uncaptured; }

Status BeforeOperation(Operation& operation, std::uint32_t* seen) {
  if (unobserved != 0) {
    return {};
  }
  const std::uint32_t watching = detail::watching.load(std::memory_order_acquire);
  for (std::size_t place = 0; place < kPlaces; ++place) {
    if ((watching & Bit(place)) == 0) {
      continue;
    }
    const Unobserved own;
    if (Status status = ObserverAt(place).Before(operation); !status.ok()) {
      AfterOperation(operation, *seen, status);
      return status;
    }
    *seen |= Bit(place);
  }
  return {};
}

void AfterOperation(Operation& operation, std::uint32_t seen, const Status& status) noexcept {
  // In the opposite order: who began last ends first.
  for (std::size_t place = kPlaces; place-- > 0;) {
    if ((seen & Bit(place)) != 0) {
      const Unobserved own;
      ObserverAt(place).After(operation, status);
    }
  }
}

}  // namespace kernelc::backend
