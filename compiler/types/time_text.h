// Dates and times as NumPy reads them from texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kernelc::types {

// A point in time of the Gregorian calendar.
struct Moment {
  std::int64_t days = 0;
  // Of the day.
  std::int64_t seconds = 0;
  // Of the second.
  std::int64_t nanoseconds = 0;
  // From 1970-01.
  std::int64_t months = 0;
  // Index into abi::kTimeUnits: of the last part that the text has.
  unsigned unit = 0;
};

// `2024`, `2024-02`, `2024-02-29`, `2024-02-29T12`, `2024-02-29 12:30:15.25`; null for other texts.
std::optional<Moment> ParseMoment(std::string_view text);

// How many units of abi::kTimeUnits have passed from the beginning of 1970; null where 64 bits do not hold it, and for units
// below a nanosecond.
std::optional<std::int64_t> CountOf(const Moment& moment, unsigned unit);

}  // namespace kernelc::types
