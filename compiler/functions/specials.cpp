#include <iterator>
#include <unordered_map>
#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

struct Row {
  std::string_view paths;
  std::string_view parameters;
  std::size_t required;
  bool is_pure;
};

constexpr Row kRows[] = {
#define KC_SPECIAL(name, paths, parameters, required) {paths, parameters, required, false},
#define KC_PURE_SPECIAL(name, paths, parameters, required) {paths, parameters, required, true},
#include "compiler/functions/specials.def"
};
static_assert(std::size(kRows) == static_cast<std::size_t>(Special::kCount));

struct Tables {
  std::vector<SpecialInfo> infos;
  std::vector<std::string_view> paths;
  std::unordered_map<std::string_view, Special> by_path;

  Tables() {
    for (std::size_t i = 0; i < std::size(kRows); ++i) {
      SpecialInfo info;
      for (const std::string_view path : SplitBlanks(kRows[i].paths)) {
        if (info.name.empty()) {
          info.name = path;
        }
        paths.push_back(path);
        by_path.emplace(path, static_cast<Special>(i));
      }
      info.variadic = kRows[i].parameters == "*";
      if (!info.variadic) {
        info.parameters = SplitBlanks(kRows[i].parameters);
      }
      info.required = kRows[i].required;
      info.is_pure = kRows[i].is_pure;
      infos.push_back(std::move(info));
    }
  }
};

const Tables& tables() {
  static const Tables instance;
  return instance;
}

}  // namespace

std::vector<std::string_view> SplitBlanks(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    words.push_back(text.substr(0, blank));
    text = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
  }
  return words;
}

const SpecialInfo& special_info(Special special) {
  return tables().infos[static_cast<std::size_t>(special)];
}

bool FindSpecial(std::string_view path, Special* special) {
  const auto found = tables().by_path.find(path);
  if (found == tables().by_path.end()) {
    return false;
  }
  *special = found->second;
  return true;
}

const std::vector<std::string_view>& SpecialPaths() { return tables().paths; }

}  // namespace kernelc::functions
