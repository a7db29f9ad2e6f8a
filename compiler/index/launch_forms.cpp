// What launches pass to functions that Numba calls on the host for whole arrays.
#include <algorithm>
#include <cctype>

#include "compiler/index/index.h"

namespace kernelc::index {
namespace {

// The name of the parameter for the result, which the function lacks.
std::string ResultName(const std::vector<std::string>& names) {
  std::string name = "out";
  while (std::ranges::find(names, name) != names.end()) {
    name += "_";
  }
  return name;
}

}  // namespace

std::vector<std::string> OwnParams(const FunctionInfo& function) {
  std::vector<std::string> names;
  const ast::Arguments& arguments = function.arguments();
  for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
    for (const ast::Arg* arg : list) {
      names.emplace_back(arg->arg);
    }
  }
  if (function.has_self()) {
    names.erase(names.begin());
  }
  return names;
}

LaunchForm LaunchFormOf(std::string_view path) {
  if (path == "numba.vectorize") {
    return LaunchForm::Vectorize;
  }
  if (path == "numba.guvectorize") {
    return LaunchForm::Generalize;
  }
  return path == "cuda.reduce" || path == "cuda.Reduce" ? LaunchForm::Reduce : LaunchForm::Kernel;
}

std::vector<std::string> LaunchParams(const FunctionInfo& function) {
  std::vector<std::string> names = OwnParams(function);
  if (function.options.launch == LaunchForm::Reduce) {
    return {"arr", "res", "init", "size"};
  }
  if (function.options.launch == LaunchForm::Vectorize) {
    names.push_back(ResultName(names));
  }
  return names;
}

std::size_t OptionalLaunchParams(const FunctionInfo& function) {
  return function.options.launch == LaunchForm::Reduce ? 2 : 0;
}

std::optional<Layout> ReadLayout(std::string_view text) {
  Layout layout;
  bool is_result = false;
  bool wants_part = true;
  const auto skip_blanks = [&text] {
    while (text.starts_with(' ')) {
      text.remove_prefix(1);
    }
  };
  for (skip_blanks(); !text.empty(); skip_blanks()) {
    if (!wants_part) {
      const bool is_arrow = text.starts_with("->") && !is_result;
      if (!is_arrow && text.front() != ',') {
        return std::nullopt;
      }
      is_result = is_result || is_arrow;
      text.remove_prefix(is_arrow ? 2 : 1);
      wants_part = true;
      continue;
    }
    const std::size_t end = text.find(')');
    if (text.front() != '(' || end == std::string_view::npos) {
      return std::nullopt;
    }
    std::vector<std::string>& part = layout.parts.emplace_back();
    std::string_view inside = text.substr(1, end - 1);
    while (inside.find_first_not_of(' ') != std::string_view::npos) {
      const std::size_t comma = inside.find(',');
      std::string name(inside.substr(0, comma));
      std::erase(name, ' ');
      const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
      if (name.empty() || !std::ranges::all_of(name, is_word) || (name[0] >= '0' && name[0] <= '9') ||
          (comma != std::string_view::npos && comma + 1 == inside.size())) {
        return std::nullopt;
      }
      part.push_back(std::move(name));
      inside.remove_prefix(comma == std::string_view::npos ? inside.size() : comma + 1);
    }
    layout.results += is_result ? 1 : 0;
    text.remove_prefix(end + 1);
    wants_part = false;
  }
  return layout.results == 0 || wants_part ? std::nullopt : std::optional(std::move(layout));
}

}  // namespace kernelc::index
