#include "kernelc/generator.h"

#include <algorithms/random_fill.h>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "kernelc/error.h"
#include "runtime/random/draws.h"

namespace kernelc {
namespace {

using random::BlocksFor;
using random::IntoFlat;
using random::Throw;
using random::ThrowWrongType;

constexpr std::uint32_t kThreads = 256;
constexpr std::uint64_t kNarrowSpan = std::uint64_t{1} << 32;

void RequireFinite(const char* operation, const char* parameter, double value, bool valid,
                   const char* condition) {
  if (!std::isfinite(value) || !valid) {
    Throw(ErrorCode::InvalidArgument, operation,
          std::string("`") + parameter + "` is " + std::to_string(value) + ", but must be finite" +
              condition);
  }
}

std::uint64_t CountOf(const DeviceArrayAny& array) {
  return static_cast<std::uint64_t>(array.size());
}

LaunchConfig ConfigFor(std::uint64_t blocks, StreamRef stream) {
  const std::uint64_t grid = BlocksFor(blocks, kThreads);
  if (grid > std::numeric_limits<std::int32_t>::max()) {
    Throw(ErrorCode::InvalidArgument, "random numbers", "the array has more than 2**40 elements");
  }
  return {.grid = static_cast<std::uint32_t>(grid), .block = kThreads, .stream = stream};
}

// `body(T{})` for the one of these types that elements have; false where they have another one.
template <typename... Types, typename Body>
bool ForTypeAmong(ScalarKind kind, Body body) {
  return ((kind == kScalarKindOf<Types> && (body(Types{}), true)) || ...);
}

template <typename Body>
void WithFloat(const char* operation, const DeviceArrayAny& out, Body body) {
  if (!ForTypeAmong<float, double>(out.kind(), body)) {
    ThrowWrongType(operation, out, "float32 or float64");
  }
}

template <typename Body>
void WithInteger(const char* operation, const DeviceArrayAny& out, Body body) {
  if (!ForTypeAmong<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                    std::uint16_t, std::uint32_t, std::uint64_t>(out.kind(), body)) {
    ThrowWrongType(operation, out, "an integer type");
  }
}

template <typename T>
constexpr std::uint64_t kFloatsPerBlock = 16 / sizeof(T);

// [low, high) as the type has it, checked.
template <typename T>
void CheckIntegerRange(std::int64_t low, std::int64_t high) {
  const auto fits = [](std::int64_t value) {
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      return value >= 0;
    } else {
      return value >= std::int64_t{std::numeric_limits<T>::min()} &&
             value <= std::int64_t{std::numeric_limits<T>::max()};
    }
  };
  const char* const operation = "Generator::Integers";
  const std::string range = "[" + std::to_string(low) + ", " + std::to_string(high) + ")";
  if (low >= high) {
    Throw(ErrorCode::InvalidArgument, operation, "the range " + range + " is empty");
  }
  if (!fits(low) || !fits(high - 1)) {
    Throw(ErrorCode::InvalidArgument, operation,
          "the range " + range + " does not fit elements of " +
              ToString(ElementType(kScalarKindOf<T>)));
  }
}

}  // namespace

void Generator::Bits(const DeviceArrayAny& out, StreamRef stream) {
  const char* const operation = "Generator::Bits";
  if (out.nbytes() % sizeof(std::uint32_t) != 0) {
    Throw(ErrorCode::InvalidArgument, operation,
          "the array has " + std::to_string(out.nbytes()) + " bytes, which is no multiple of 4");
  }
  IntoFlat(out, stream, [&](const DeviceArrayAny& flat) {
    const std::uint64_t words = flat.nbytes() / sizeof(std::uint32_t);
    const DeviceArrayAny all = DeviceArrayAny::Wrap(
        flat.context(), flat.data(), ScalarKind::UInt32, Dims{static_cast<std::int64_t>(words)});
    const std::uint64_t blocks = BlocksFor(words, 4);
    DrawBlocks(blocks, [&](const GeneratorState& from) {
      random_fill::bits(ConfigFor(blocks, stream), all, from.seed, from.offset);
    });
  });
}

void Generator::Uniform(const DeviceArrayAny& out, double low, double high, StreamRef stream) {
  const char* const operation = "Generator::Uniform";
  WithFloat(operation, out, [&](auto type) {
    using T = decltype(type);
    const T from_low = static_cast<T>(low);
    const T to_high = static_cast<T>(high);
    RequireFinite(operation, "low", static_cast<double>(from_low), true, "");
    RequireFinite(operation, "high", static_cast<double>(to_high), from_low < to_high,
                  " and above `low`");
    RequireFinite(operation, "high - low", static_cast<double>(to_high - from_low), true, "");
    IntoFlat(out, stream, [&](const DeviceArrayAny& flat) {
      const std::uint64_t blocks = BlocksFor(CountOf(flat), kFloatsPerBlock<T>);
      const T last = std::nextafter(to_high, from_low);
      DrawBlocks(blocks, [&](const GeneratorState& from) {
        const LaunchConfig config = ConfigFor(blocks, stream);
        if constexpr (std::is_same_v<T, float>) {
          random_fill::uniform_float32(config, flat, from.seed, from.offset, from_low, to_high - from_low,
                                last);
        } else {
          random_fill::uniform_float64(config, flat, from.seed, from.offset, from_low, to_high - from_low,
                                last);
        }
      });
    });
  });
}

void Generator::Normal(const DeviceArrayAny& out, double mean, double deviation,
                       StreamRef stream) {
  const char* const operation = "Generator::Normal";
  WithFloat(operation, out, [&](auto type) {
    using T = decltype(type);
    RequireFinite(operation, "mean", static_cast<double>(static_cast<T>(mean)), true, "");
    RequireFinite(operation, "deviation", static_cast<double>(static_cast<T>(deviation)),
                  deviation >= 0, " and not negative");
    IntoFlat(out, stream, [&](const DeviceArrayAny& flat) {
      const std::uint64_t blocks = BlocksFor(CountOf(flat), kFloatsPerBlock<T>);
      DrawBlocks(blocks, [&](const GeneratorState& from) {
        const LaunchConfig config = ConfigFor(blocks, stream);
        if constexpr (std::is_same_v<T, float>) {
          random_fill::normal_float32(config, flat, from.seed, from.offset, static_cast<T>(mean),
                               static_cast<T>(deviation));
        } else {
          random_fill::normal_float64(config, flat, from.seed, from.offset, mean, deviation);
        }
      });
    });
  });
}

void Generator::Exponential(const DeviceArrayAny& out, double scale, StreamRef stream) {
  const char* const operation = "Generator::Exponential";
  WithFloat(operation, out, [&](auto type) {
    using T = decltype(type);
    RequireFinite(operation, "scale", static_cast<double>(static_cast<T>(scale)), scale > 0,
                  " and positive");
    IntoFlat(out, stream, [&](const DeviceArrayAny& flat) {
      const std::uint64_t blocks = BlocksFor(CountOf(flat), kFloatsPerBlock<T>);
      DrawBlocks(blocks, [&](const GeneratorState& from) {
        const LaunchConfig config = ConfigFor(blocks, stream);
        if constexpr (std::is_same_v<T, float>) {
          random_fill::exponential_float32(config, flat, from.seed, from.offset, static_cast<T>(scale));
        } else {
          random_fill::exponential_float64(config, flat, from.seed, from.offset, scale);
        }
      });
    });
  });
}

void Generator::Integers(const DeviceArrayAny& out, std::int64_t low, std::int64_t high,
                         StreamRef stream) {
  WithInteger("Generator::Integers", out, [&](auto type) {
    using T = decltype(type);
    CheckIntegerRange<T>(low, high);
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    IntoFlat(out, stream, [&](const DeviceArrayAny& flat) {
      const ArrayView<T, 1> view(flat);
      const bool narrow = span <= kNarrowSpan;
      const std::uint64_t blocks = BlocksFor(CountOf(flat), narrow ? 4 : 2);
      DrawBlocks(blocks, [&](const GeneratorState& from) {
        const LaunchConfig config = ConfigFor(blocks, stream);
        if (narrow) {
          random_fill::narrow_integers(config, view, from.seed, from.offset, low, span,
                                static_cast<std::uint32_t>(kNarrowSpan % span));
        } else if constexpr (sizeof(T) == sizeof(std::int64_t)) {
          random_fill::wide_integers(config, view, from.seed, from.offset, low, span);
        }
      });
    });
  });
}

}  // namespace kernelc
