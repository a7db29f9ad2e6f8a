#include "compiler/codegen/cuda_cpp/function_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kernelc::codegen::cuda_cpp {

std::string HeadOf(const FunctionText& function) {
  constexpr std::size_t kWidth = 98;
  const std::string above =
      function.template_params.empty()
          ? std::string()
          : fmt::format("template <{}>\n", fmt::join(function.template_params, ", "));
  const std::string head = function.qualifiers + function.result + function.name;
  std::vector<std::string> params;
  for (const ParamText& param : function.params) {
    params.push_back(fmt::format("{} {}", param.type, param.name));
  }
  std::string text = fmt::format("{}({})", head, fmt::join(params, ", "));
  if (text.size() <= kWidth) {
    return above + text;
  }
  text = above + head + "(";
  std::string line = "\n    ";
  for (std::size_t i = 0; i < params.size(); ++i) {
    const std::string part = params[i] + (i + 1 < params.size() ? "," : ")");
    if (line.size() + part.size() > kWidth && line.size() > 5) {
      text += line;
      line = "\n    ";
    }
    line += (line.back() == ',' ? " " : "") + part;
  }
  return text + line;
}

}  // namespace kernelc::codegen::cuda_cpp
