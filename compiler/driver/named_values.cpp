// Values of a command line beyond numbers and arrays: named tuples of the file, times, numbers that the file names.
#include "compiler/driver/named_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "compiler/types/time_text.h"

namespace kernelc::driver {
namespace {

std::optional<std::int64_t> Integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty()
             ? std::optional(value)
             : std::nullopt;
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
  } else if (const auto moment = types::ParseMoment(value); moment && !count && !is_delta) {
    count = types::CountOf(*moment, *found);
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
