#include "compiler/driver/array_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/driver/element_values.h"

namespace kernelc::driver {
namespace {

std::string_view Trim(std::string_view text) {
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  while (text.ends_with(' ')) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<std::int64_t> ParseIndex(std::string_view text) {
  text = Trim(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() ? std::optional(value)
                                                                             : std::nullopt;
}

// One of the texts between commas.
struct Item {
  enum Kind : std::uint8_t { Index, Slice, Ellipsis, Field } kind = Index;
  std::int64_t index = 0;
  // Slice: what was left out is none.
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> stop;
  std::optional<std::int64_t> step;
  std::string field;
};

bool ReadBound(std::string_view text, std::optional<std::int64_t>* bound) {
  if (!Trim(text).empty()) {
    *bound = ParseIndex(text);
    return bound->has_value();
  }
  return true;
}

std::optional<Item> ReadItem(std::string_view text) {
  Item item;
  text = Trim(text);
  if (text == "...") {
    item.kind = Item::Ellipsis;
    return item;
  }
  const bool is_quoted =
      text.size() > 2 && (text[0] == '\'' || text[0] == '"') && text.back() == text[0];
  if (is_quoted) {
    item.kind = Item::Field;
    item.field = text.substr(1, text.size() - 2);
    return item;
  }
  const std::size_t first = text.find(':');
  if (first == text.npos) {
    const std::optional<std::int64_t> index = ParseIndex(text);
    item.index = index.value_or(0);
    return index ? std::optional(item) : std::nullopt;
  }
  item.kind = Item::Slice;
  const std::size_t second = text.find(':', first + 1);
  const std::string_view stop =
      second == text.npos ? text.substr(first + 1) : text.substr(first + 1, second - first - 1);
  const std::string_view step = second == text.npos ? std::string_view() : text.substr(second + 1);
  const bool is_read = ReadBound(text.substr(0, first), &item.start) &&
                       ReadBound(stop, &item.stop) && ReadBound(step, &item.step);
  return is_read && item.step != 0 ? std::optional(item) : std::nullopt;
}

// Python's slice.indices(): where it begins, and how many elements it has.
std::pair<std::int64_t, std::int64_t> Resolve(const Item& slice, std::int64_t extent) {
  const std::int64_t step = slice.step.value_or(1);
  const std::int64_t least = step < 0 ? -1 : 0;
  const std::int64_t most = step < 0 ? extent - 1 : extent;
  const auto place = [&](const std::optional<std::int64_t>& bound, std::int64_t otherwise) {
    if (!bound) {
      return otherwise;
    }
    return std::clamp(*bound < 0 ? std::max(*bound, -extent - 1) + extent : *bound, least, most);
  };
  const std::int64_t start = place(slice.start, step < 0 ? most : least);
  const std::int64_t stop = place(slice.stop, step < 0 ? least : most);
  // Of each sign in its own way, so that the largest steps do not overflow.
  const std::int64_t span = step < 0 ? start - stop : stop - start;
  const auto width =
      step < 0 ? ~static_cast<std::uint64_t>(step) + 1 : static_cast<std::uint64_t>(step);
  const std::int64_t count =
      span <= 0 ? 0 : static_cast<std::int64_t>((static_cast<std::uint64_t>(span) - 1) / width) + 1;
  return {start, count};
}

class Selector {
 public:
  Selector(const std::string& text, const ArgumentValue& value) : text_(text) {
    named_.text = text;
    SetValue(value);
  }

  Result<NamedPart> Select() {
    std::string_view rest = std::string_view(text_).substr(NameIn(text_).size());
    while (!rest.empty()) {
      std::optional<std::string> fault;
      if (rest.front() == '.') {
        const std::size_t end = std::min(rest.find_first_of(".[", 1), rest.size());
        fault = SelectField(rest.substr(1, end - 1));
        rest.remove_prefix(end);
      } else {
        const std::size_t close = rest.find(']');
        if (rest.front() != '[' || close == rest.npos) {
          return Fail("a part is written as in `a[0:3, :]`");
        }
        fault = SelectItems(rest.substr(1, close - 1));
        rest.remove_prefix(close + 1);
      }
      if (fault) {
        return Fail(*fault);
      }
    }
    return std::move(named_);
  }

 private:
  Failure Fail(std::string_view why) const { return Failure{fmt::format("`{}`: {}", text_, why)}; }

  void SetValue(const ArgumentValue& value) {
    named_.value = &value;
    if (value.kind == abi::ArgKind::Array || value.kind == abi::ArgKind::Record) {
      named_.part = ArrayPart::Of(value.array);
      if (value.kind == abi::ArgKind::Record) {
        named_.part.shape = Dims();
        named_.part.strides = Dims();
      }
    }
  }

  bool is_array() const {
    return named_.value->kind == abi::ArgKind::Array || named_.value->kind == abi::ArgKind::Record;
  }

  std::optional<std::string> SelectItems(std::string_view text) {
    std::vector<Item> items;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::string_view item_text = text.substr(begin, end - begin);
      begin = end + 1;
      // `a[0,]`
      if (Trim(item_text).empty() && end == text.size() && !items.empty()) {
        break;
      }
      std::optional<Item> item = ReadItem(item_text);
      if (!item) {
        return fmt::format(
            "`{}` is no index: write integers, slices with a step that is not 0, `...`, or the "
            "name "
            "of a field in quotes",
            Trim(item_text));
      }
      items.push_back(std::move(*item));
    }
    if (items.size() == 1 && items.front().kind == Item::Field) {
      return SelectField(items.front().field);
    }
    if (named_.value->kind == abi::ArgKind::Tuple) {
      return SelectElement(items);
    }
    return is_array() ? SelectElements(items) : std::optional<std::string>("it is no array");
  }

  std::optional<std::string> SelectElement(const std::vector<Item>& items) {
    const auto count = static_cast<std::int64_t>(named_.value->elements.size());
    if (items.size() != 1 || items.front().kind != Item::Index) {
      return "elements of a tuple are named by their number";
    }
    const std::int64_t index = items.front().index;
    if (index < -count || index >= count) {
      return fmt::format("element {} of a tuple of {}", index, count);
    }
    SetValue(named_.value->elements[static_cast<std::size_t>(index < 0 ? index + count : index)]);
    return std::nullopt;
  }

  std::optional<std::string> SelectElements(const std::vector<Item>& items) {
    const ArrayPart& from = named_.part;
    const auto is_ellipsis = [](const Item& item) { return item.kind == Item::Ellipsis; };
    const auto ellipses = static_cast<std::size_t>(std::ranges::count_if(items, is_ellipsis));
    if (ellipses > 1 ||
        std::ranges::any_of(items, [](const Item& item) { return item.kind == Item::Field; })) {
      return ellipses > 1 ? "`...` stands once" : "a field stands in brackets of its own";
    }
    const std::size_t given = items.size() - ellipses;
    if (given > from.shape.size()) {
      return fmt::format("{} indices for {} dimension{}", given, from.shape.size(),
                         from.shape.size() == 1 ? "" : "s");
    }
    ArrayPart part{from.type, from.data, {}, {}};
    std::size_t dim = 0;
    const auto keep = [&](std::size_t count) {
      for (; count > 0; --count, ++dim) {
        part.shape.push_back(from.shape[dim]);
        part.strides.push_back(from.strides[dim]);
      }
    };
    for (const Item& item : items) {
      if (item.kind == Item::Ellipsis) {
        keep(from.shape.size() - given);
        continue;
      }
      const std::int64_t extent = from.shape[dim];
      if (item.kind == Item::Index && (item.index < -extent || item.index >= extent)) {
        return fmt::format("index {} is out of range for dimension {} with {} element{}",
                           item.index, dim, extent, extent == 1 ? "" : "s");
      }
      if (item.kind == Item::Index) {
        part.data += (item.index < 0 ? item.index + extent : item.index) * from.strides[dim];
      } else {
        const auto [start, count] = Resolve(item, extent);
        part.data += count == 0 ? 0 : start * from.strides[dim];
        part.shape.push_back(count);
        // One element has no next one.
        part.strides.push_back(count < 2 ? from.strides[dim]
                                         : item.step.value_or(1) * from.strides[dim]);
      }
      ++dim;
    }
    keep(from.shape.size() - dim);
    named_.part = part;
    named_.is_whole = false;
    named_.is_indexed = true;
    return std::nullopt;
  }

  std::optional<std::string> SelectField(std::string_view name) {
    const ArgumentValue& value = *named_.value;
    if (value.kind == abi::ArgKind::Tuple) {
      const auto found = std::ranges::find(value.field_names, name);
      if (found == value.field_names.end()) {
        return fmt::format("there is no field `{}`", name);
      }
      SetValue(value.elements[static_cast<std::size_t>(found - value.field_names.begin())]);
      return std::nullopt;
    }
    const bool has_fields = is_array() && named_.part.type.record;
    const std::vector<RecordField> none;
    const std::vector<RecordField>& fields = has_fields ? named_.part.type.record->fields : none;
    const auto found = std::ranges::find(fields, name, &RecordField::name);
    if (found == fields.end()) {
      std::string names;
      for (const RecordField& field : fields) {
        names += fmt::format("{}`{}`", names.empty() ? "" : ", ", field.name);
      }
      return names.empty() ? fmt::format("there is no field `{}`: it is no record", name)
                           : fmt::format("there is no field `{}`; there are {}", name, names);
    }
    const RecordField field = *found;
    if (named_.part.shape.size() + field.extents.size() > kMaxRank) {
      return fmt::format("more than {} dimensions", kMaxRank);
    }
    named_.part.type = TypeOf(field);
    named_.part.data += field.offset;
    auto stride = static_cast<std::int64_t>(named_.part.type.size());
    std::vector<std::int64_t> strides;
    for (std::size_t i = field.extents.size(); i-- > 0; stride *= field.extents[i]) {
      strides.insert(strides.begin(), stride);
    }
    for (std::size_t i = 0; i < field.extents.size(); ++i) {
      named_.part.shape.push_back(field.extents[i]);
      named_.part.strides.push_back(strides[i]);
    }
    named_.is_whole = false;
    return std::nullopt;
  }

  std::string text_;
  NamedPart named_;
};

}  // namespace

ArrayPart ArrayPart::Of(const HostArray& array) {
  return {array.element(), array.data(), array.shape(), array.strides()};
}

std::int64_t ArrayPart::size() const { return ElementCount(shape); }

void ArrayPart::ForEach(
    const std::function<void(const Dims& index, const std::byte* element)>& visit) const {
  Dims index;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    index.push_back(0);
  }
  const std::byte* element = data;
  for (std::int64_t left = size(); left > 0; --left) {
    visit(index, element);
    for (std::size_t d = shape.size(); d-- > 0;) {
      element += strides[d];
      if (++index[d] < shape[d]) {
        break;
      }
      element -= strides[d] * shape[d];
      index[d] = 0;
    }
  }
}

std::string_view NameIn(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(".["), text.size()));
}

Result<NamedPart> SelectPart(const std::string& text, const ArgumentValue& value) {
  return Selector(text, value).Select();
}

}  // namespace kernelc::driver
