#include "compiler/codegen/llvm/locations.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/abi/device_error.h"

namespace kernelc::codegen {

namespace {

constexpr std::size_t kMaxNameLength = 60;

// What is indexed, in the text of a subscript or of a call whose first argument it is: `a[i]` of
// `a[i][j]`, `hist` of `cuda.atomic.add(hist, i, 1)`. Empty where the text has another form.
std::string_view IndexedText(std::string_view text) {
  if (text.ends_with(')')) {
    const std::size_t open = text.find('(');
    const std::size_t end = text.find_first_of(",)", open);
    return open == std::string_view::npos ? "" : text.substr(open + 1, end - open - 1);
  }
  if (!text.ends_with(']')) {
    return "";
  }
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    depth += text[i] == ']' ? 1 : text[i] == '[' ? -1 : 0;
    if (depth == 0) {
      return text.substr(0, i);
    }
  }
  return "";
}

bool NamesArray(const kir::Inst& inst) {
  if (inst.op == kir::Op::WatchAccess) {
    return true;
  }
  return static_cast<abi::DeviceErrorCode>(inst.imm) == abi::DeviceErrorCode::IndexOutOfBounds;
}

}  // namespace

abi::SourceLocation LocationOf(const SourceManager* sources, const kir::Function& function,
                               const kir::Inst& inst) {
  abi::SourceLocation location;
  if (kir::op_info(inst.op).attribute == kir::AttributeKind::Error) {
    location.text = std::string(function.text_of(inst));
  }
  if (sources != nullptr && inst.range.has_value()) {
    const LineColumn begin = sources->begin(inst.range);
    location.file = sources->file(inst.range.file).path();
    location.line = begin.line;
    location.column = begin.column;
    location.length = inst.range.end - inst.range.begin;
    if (NamesArray(inst)) {
      const std::string_view name = IndexedText(sources->text(inst.range));
      if (!name.empty() && name.size() <= kMaxNameLength &&
          name.find('\n') == std::string_view::npos) {
        location.text = fmt::format("`{}`", name);
      }
    }
  }
  if (NamesArray(inst) && location.text.empty()) {
    location.text = "an array";
  }
  return location;
}

std::uint32_t LocationTable::NumberOf(const SourceManager* sources, const kir::Function& function,
                                      const kir::Inst& inst) {
  abi::SourceLocation location = LocationOf(sources, function, inst);
  const auto same = std::ranges::find_if(locations_, [&](const abi::SourceLocation& other) {
    return other.file == location.file && other.line == location.line &&
           other.column == location.column && other.text == location.text;
  });
  if (same != locations_.end()) {
    return static_cast<std::uint32_t>(same - locations_.begin());
  }
  locations_.push_back(std::move(location));
  return static_cast<std::uint32_t>(locations_.size() - 1);
}

}  // namespace kernelc::codegen
