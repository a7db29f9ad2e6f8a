#include "compiler/driver/run_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "kernelc/error.h"

namespace kernelc::driver {
namespace {

// Follows `like:` through other arguments to a value, with a limit against cycles.
Result<ArgumentValue> ResolveLike(const std::map<std::string, ParsedValue>& parsed,
                                  const std::string& name) {
  const ParsedValue* value = &parsed.at(name);
  for (std::size_t steps = 0; !value->like.empty(); ++steps) {
    const auto next = parsed.find(value->like);
    if (next == parsed.end()) {
      return Failure{fmt::format("argument `{}`: `like:{}` names no argument", name, value->like)};
    }
    if (steps > parsed.size()) {
      return Failure{fmt::format("argument `{}`: its `like:` leads back to itself", name)};
    }
    value = &next->second;
  }
  return ZerosLike(value->value);
}

// Errors of files name the argument as well.
Result<ParsedValue> ReadValue(const std::string& name, std::string_view text,
                              const FileNames& names) {
  try {
    Result<ParsedValue> value = ParseArgumentValue(text, names);
    return value ? std::move(value)
                 : Failure{fmt::format("argument `{}`: {}", name, value.failure().message)};
  } catch (const Error& error) {
    ErrorInfo info = error.info();
    info.operation = fmt::format("argument `{}`: {}", name, info.operation);
    throw Error(std::move(info));
  }
}

}  // namespace

std::optional<std::pair<std::string, std::string>> SplitAssignment(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return std::nullopt;
  }
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

Result<RunArguments> RunArguments::Read(const std::vector<std::string>& texts,
                                        const std::vector<std::string>& params,
                                        const std::string& signature,
                                        const FileNames& names) {
  std::map<std::string, ParsedValue> parsed;
  for (const std::string& text : texts) {
    const auto assignment = SplitAssignment(text);
    if (!assignment) {
      return Failure{
          fmt::format("`{}` is no argument: write NAME=VALUE for `{}`", text, signature)};
    }
    const auto& [name, value_text] = *assignment;
    if (std::find(params.begin(), params.end(), name) == params.end()) {
      return Failure{fmt::format("`{}` has no parameter `{}`", signature, name)};
    }
    Result<ParsedValue> value = ReadValue(name, value_text, names);
    if (!value) {
      return value.failure();
    }
    if (!parsed.emplace(name, std::move(*value)).second) {
      return Failure{fmt::format("argument `{}` is given twice", name)};
    }
  }
  RunArguments arguments;
  arguments.names_ = params;
  for (const std::string& name : params) {
    const auto found = parsed.find(name);
    if (found == parsed.end()) {
      return Failure{
          fmt::format("argument `{}` of `{}` is missing: add {}=VALUE", name, signature, name)};
    }
    // Values that others are `like` are still needed, so they are moved out only after the last
    // one.
    if (found->second.like.empty()) {
      arguments.values_.emplace_back();
      continue;
    }
    Result<ArgumentValue> value = ResolveLike(parsed, name);
    if (!value) {
      return value.failure();
    }
    arguments.values_.push_back(std::move(*value));
  }
  for (std::size_t i = 0; i < params.size(); ++i) {
    ParsedValue& value = parsed.at(params[i]);
    if (value.like.empty()) {
      arguments.values_[i] = std::move(value.value);
    }
  }
  return arguments;
}

ArgumentValue* RunArguments::Find(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? nullptr
                               : &values_[static_cast<std::size_t>(found - names_.begin())];
}

}  // namespace kernelc::driver
