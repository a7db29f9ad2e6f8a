// Values of a command line beyond numbers and arrays: named tuples of the file, times, numbers that the file names.
#include "compiler/driver/named_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace kernelc::driver {
namespace {

std::optional<std::int64_t> Integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty()
             ? std::optional(value)
             : std::nullopt;
}

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

// The parts of `2024-02-29` or `2024-02-29T12:30:15`; null for other texts.
struct Moment {
  std::int64_t days = 0;
  std::int64_t seconds = 0;
  std::int64_t months = 0;
};
std::optional<Moment> ParseMoment(std::string_view text) {
  const auto number = [&](std::size_t begin, std::size_t count) {
    return text.size() >= begin + count ? Integer(text.substr(begin, count)) : std::nullopt;
  };
  const std::optional<std::int64_t> year = number(0, 4);
  const std::optional<std::int64_t> month = number(5, 2);
  const std::optional<std::int64_t> day = number(8, 2);
  const bool has_time = text.size() == 19;
  if (!year || !month || !day || (text.size() != 10 && !has_time) || text[4] != '-' ||
      text[7] != '-' || *month < 1 || *month > 12 || *day < 1 || *day > DaysIn(*year, *month)) {
    return std::nullopt;
  }
  Moment moment{DaysOf(*year, *month, *day), 0, (*year - 1970) * 12 + *month - 1};
  if (has_time) {
    const std::optional<std::int64_t> hour = number(11, 2);
    const std::optional<std::int64_t> minute = number(14, 2);
    const std::optional<std::int64_t> second = number(17, 2);
    if (!hour || !minute || !second || (text[10] != 'T' && text[10] != ' ') || text[13] != ':' ||
        text[16] != ':' || *hour > 23 || *minute > 59 || *second > 59) {
      return std::nullopt;
    }
    moment.seconds = *hour * 3600 + *minute * 60 + *second;
  }
  return moment;
}

// How many units of a second or less make a second; 0 for longer and unknown ones.
std::int64_t PerSecond(std::string_view unit) {
  constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
      {"s", 1}, {"ms", 1'000}, {"us", 1'000'000}, {"ns", 1'000'000'000}};
  for (const auto& [name, count] : kUnits) {
    if (name == unit) {
      return count;
    }
  }
  return 0;
}

std::optional<std::int64_t> CountOf(const Moment& moment, std::string_view unit) {
  const auto floor_div = [](std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
  };
  if (unit == "Y" || unit == "M") {
    return unit == "M" ? moment.months : floor_div(moment.months, 12);
  }
  if (unit == "W" || unit == "D") {
    return unit == "D" ? moment.days : floor_div(moment.days, 7);
  }
  const std::int64_t seconds = moment.days * 86400 + moment.seconds;
  if (unit == "h" || unit == "m") {
    return floor_div(seconds, unit == "h" ? 3600 : 60);
  }
  const std::int64_t factor = PerSecond(unit);
  std::int64_t count = 0;
  if (factor == 0 || __builtin_mul_overflow(seconds, factor, &count)) {
    return std::nullopt;
  }
  return count;
}

}  // namespace

bool IsTimeText(std::string_view text) {
  return text.starts_with("datetime64[") || text.starts_with("timedelta64[");
}

Result<ParsedValue> ParseTimeValue(std::string_view text) {
  const bool is_delta = text.starts_with('t');
  const std::size_t open = text.find('[');
  const std::size_t close = text.find("]:", open);
  const std::string_view unit =
      close == std::string_view::npos ? "" : text.substr(open + 1, close - open - 1);
  const std::optional<unsigned> found = abi::FindTimeUnit(unit);
  if (!found) {
    return Failure{fmt::format("`{}` is no time: write `datetime64[D]:2024-02-29`, "
                               "`datetime64[s]:2024-02-29T12:30:00` or `timedelta64[ms]:250`",
                               text)};
  }
  const std::string_view value = text.substr(close + 2);
  std::optional<std::int64_t> count = Integer(value);
  if (value == "NaT") {
    count = std::numeric_limits<std::int64_t>::min();
  } else if (const std::optional<Moment> moment = ParseMoment(value); moment && !is_delta) {
    count = CountOf(*moment, unit);
  }
  if (!count) {
    return Failure{fmt::format("`{}` is no {} in the unit `{}`: write a count{}, or `NaT`", value,
                               is_delta ? "duration" : "time", unit,
                               is_delta ? "" : " or a date, `2024-02-29`")};
  }
  ParsedValue parsed;
  parsed.value.kind = abi::ArgKind::Scalar;
  parsed.value.scalar = ScalarValue(*count);
  parsed.value.time = abi::RecordType::Time(
      is_delta ? abi::RecordKind::Timedelta : abi::RecordKind::Datetime, *found);
  return parsed;
}

Result<ParsedValue> NamedTupleOf(const sema::NamedOnCommandLine& cls,
                                 const std::vector<std::string_view>& parts,
                                 const FileNames& names) {
  ParsedValue parsed;
  parsed.value.kind = abi::ArgKind::Tuple;
  parsed.value.tuple_class = cls.tuple_class;
  parsed.value.field_names = cls.fields;
  parsed.value.elements.resize(cls.fields.size());
  std::vector<bool> given(cls.fields.size());
  std::size_t position = 0;
  for (const std::string_view part : parts) {
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals == std::string_view::npos ? 0 : equals);
    const auto found = std::ranges::find(cls.fields, name);
    const auto place = name.empty()
                           ? position++
                           : static_cast<std::size_t>(found - cls.fields.begin());
    if (place >= cls.fields.size() || given[place]) {
      return Failure{fmt::format("`{}` has the fields {}: `{}` is none of them, or given twice",
                                 cls.tuple_class, fmt::join(cls.fields, ", "), part)};
    }
    Result<ParsedValue> element =
        ParseArgumentValue(name.empty() ? part : part.substr(equals + 1), names);
    if (!element) {
      return element.failure();
    }
    if (!element->like.empty()) {
      return Failure{fmt::format("`{}` cannot stand in a tuple", part)};
    }
    given[place] = true;
    parsed.value.elements[place] = std::move(element->value);
  }
  const auto missing = std::ranges::find(given, false);
  if (missing != given.end()) {
    return Failure{fmt::format(
        "`{}` has the fields {}: `{}` is missing", cls.tuple_class, fmt::join(cls.fields, ", "),
        cls.fields[static_cast<std::size_t>(missing - given.begin())])};
  }
  return parsed;
}

bool HasDeclaredType(const ArgumentValue& value) {
  return value.time || !value.tuple_class.empty() ||
         std::ranges::any_of(value.elements, HasDeclaredType);
}

abi::ArgType DeclaredType(const ArgumentValue& value, abi::ArgType type) {
  if (value.time) {
    return abi::ArgType::Record(value.time);
  }
  type.name = value.tuple_class;
  type.field_names = value.field_names;
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    type.elements[i] = DeclaredType(value.elements[i], type.elements[i]);
  }
  return type;
}

}  // namespace kernelc::driver
