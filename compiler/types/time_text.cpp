#include "compiler/types/time_text.h"

#include <charconv>
#include <cstdlib>

#include "runtime/abi/record_type.h"

namespace kernelc::types {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

unsigned UnitNamed(std::string_view name) { return *abi::FindTimeUnit(name); }

// Days from 1970-01-01 of a date of the Gregorian calendar.
std::int64_t DaysOf(std::int64_t year, std::int64_t month, std::int64_t day) {
  // Years begin in March here, so that the leap day is the last.
  const std::int64_t shifted = month <= 2 ? year - 1 : year;
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - 399) / 400;
  const std::int64_t year_of_era = shifted - era * 400;
  const std::int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  const std::int64_t day_of_era =
      year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

int DaysIn(std::int64_t year, std::int64_t month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && is_leap ? 29 : kDays[month - 1];
}

std::int64_t FloorDiv(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Takes a number of so many digits from the front of the text; null where it has something else.
std::optional<std::int64_t> TakeNumber(std::string_view* text, std::size_t digits) {
  std::int64_t value = 0;
  const std::string_view part = text->substr(0, digits);
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (part.size() != digits || error != std::errc() || end != part.data() + part.size() ||
      part.front() == '-') {
    return std::nullopt;
  }
  text->remove_prefix(digits);
  return value;
}

// A part that stands behind one of the `separators`, at most `most`.
struct Part {
  std::string_view separators;
  std::string_view unit;
  std::int64_t least;
  std::int64_t most;
};

constexpr Part kParts[] = {{"-", "M", 1, 12}, {"-", "D", 1, 31},  {"T ", "h", 0, 23},
                           {":", "m", 0, 59}, {":", "s", 0, 59}};

// The digits behind the point of the seconds.
bool TakeFraction(std::string_view text, Moment* moment) {
  const std::size_t digits = text.size();
  const std::optional<std::int64_t> fraction =
      digits > 0 && digits <= 9 ? TakeNumber(&text, digits) : std::nullopt;
  if (!fraction) {
    return false;
  }
  moment->nanoseconds = *fraction;
  for (std::size_t i = digits; i < 9; ++i) {
    moment->nanoseconds *= 10;
  }
  moment->unit = UnitNamed(digits <= 3 ? "ms" : digits <= 6 ? "us" : "ns");
  return true;
}

}  // namespace

std::optional<Moment> ParseMoment(std::string_view text) {
  std::int64_t numbers[] = {1, 1, 0, 0, 0};
  const std::optional<std::int64_t> year = TakeNumber(&text, 4);
  if (!year) {
    return std::nullopt;
  }
  Moment moment;
  moment.unit = UnitNamed("Y");
  std::size_t count = 0;
  for (; count < std::size(kParts) && !text.empty(); ++count) {
    const Part& part = kParts[count];
    if (part.separators.find(text.front()) == std::string_view::npos) {
      return std::nullopt;
    }
    text.remove_prefix(1);
    const std::optional<std::int64_t> number = TakeNumber(&text, 2);
    if (!number || *number < part.least || *number > part.most) {
      return std::nullopt;
    }
    numbers[count] = *number;
    moment.unit = UnitNamed(part.unit);
  }
  const auto& [month, day, hour, minute, second] = numbers;
  if (day > DaysIn(*year, month)) {
    return std::nullopt;
  }
  if (!text.empty() && (text.front() != '.' || !TakeFraction(text.substr(1), &moment))) {
    return std::nullopt;
  }
  moment.days = DaysOf(*year, month, day);
  moment.seconds = hour * 3600 + minute * 60 + second;
  moment.months = (*year - 1970) * 12 + month - 1;
  return moment;
}

std::optional<std::int64_t> CountOf(const Moment& moment, unsigned unit) {
  const std::string_view name = abi::kTimeUnits[unit];
  if (name == "Y" || name == "M") {
    return name == "M" ? moment.months : FloorDiv(moment.months, 12);
  }
  if (name == "W" || name == "D") {
    return name == "D" ? moment.days : FloorDiv(moment.days, 7);
  }
  const std::int64_t seconds = moment.days * 86400 + moment.seconds;
  if (name == "h" || name == "m") {
    return FloorDiv(seconds, name == "h" ? 3600 : 60);
  }
  const std::int64_t per_second = name == "s"    ? 1
                                  : name == "ms" ? 1'000
                                  : name == "us" ? 1'000'000
                                  : name == "ns" ? kNanoseconds
                                                 : 0;
  std::int64_t count = 0;
  if (per_second == 0 || __builtin_mul_overflow(seconds, per_second, &count) ||
      __builtin_add_overflow(count, moment.nanoseconds / (kNanoseconds / per_second), &count)) {
    return std::nullopt;
  }
  return count;
}

}  // namespace kernelc::types
