// PTX of kernels that were compiled apart, as one text.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"

namespace kernelc::codegen {
namespace {

// The first line behind version, target and size of addresses.
constexpr std::string_view kLastOfHeader = ".address_size 64\n";
constexpr std::string_view kDeclaration = ".extern ";
// Of what several parts may have: functions of the driver and of other code, dynamic shared memory;
// and constants of the program, which are a line each and have the same names.
constexpr std::string_view kShared[] = {kDeclaration, ".const ", ".global "};

bool MayBeShared(std::string_view item) {
  return std::ranges::any_of(kShared,
                             [&](std::string_view begin) { return item.starts_with(begin); });
}

std::string_view TextOf(const abi::Code& code) {
  return {reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size()};
}

// Takes the first line, or what goes on to a semicolon where it begins a declaration.
std::string_view TakeItem(std::string_view& text) {
  const bool declares = text.starts_with(kDeclaration);
  const std::size_t from = declares ? text.find(';') : 0;
  const std::size_t end = text.find('\n', from == std::string_view::npos ? 0 : from);
  const std::string_view item = text.substr(0, end == std::string_view::npos ? end : end + 1);
  text.remove_prefix(item.size());
  return item;
}

}  // namespace

abi::Code JoinPtx(std::vector<abi::Code> parts) {
  std::set<std::string, std::less<>> shared;
  std::string joined;
  for (const abi::Code& part : parts) {
    std::string_view text = TextOf(part);
    const std::size_t header = text.find(kLastOfHeader);
    KC_CHECK(header != std::string_view::npos, "PTX without a header");
    if (joined.empty()) {
      joined = text.substr(0, header + kLastOfHeader.size());
    }
    KC_CHECK(joined.starts_with(text.substr(0, header)), "parts of a module differ in target");
    text.remove_prefix(header + kLastOfHeader.size());
    while (!text.empty()) {
      const std::string_view item = TakeItem(text);
      if (!MayBeShared(item) || shared.emplace(item).second) {
        joined += item;
      }
    }
  }
  abi::Code code = std::move(parts.front());
  const auto* bytes = reinterpret_cast<const std::byte*>(joined.data());
  code.bytes.assign(bytes, bytes + joined.size());
  return code;
}

}  // namespace kernelc::codegen
