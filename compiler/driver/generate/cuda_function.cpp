#include "compiler/driver/generate/cuda_function.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "compiler/driver/generate/function_text.h"

namespace kernelc::driver::generate {
namespace {

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The text with comments and the contents of strings as blanks, so that places stay.
std::string WithoutComments(std::string text) {
  enum class In { Code, Line, Block, Text } in = In::Code;
  char quote = 0;
  for (std::size_t p = 0; p < text.size(); ++p) {
    const std::string_view rest = std::string_view(text).substr(p, 2);
    if (in == In::Code) {
      if (rest == "//") {
        in = In::Line;
      } else if (rest == "/*") {
        in = In::Block;
      } else if (text[p] == '"' || text[p] == '\'') {
        in = In::Text;
        quote = text[p];
        continue;
      } else {
        continue;
      }
    } else if (in == In::Line && text[p] == '\n') {
      in = In::Code;
      continue;
    } else if (in == In::Block && rest == "*/") {
      text[p] = text[p + 1] = ' ';
      ++p;
      in = In::Code;
      continue;
    } else if (in == In::Text && text[p] == '\\') {
      text[p] = ' ';
      ++p;
    } else if (in == In::Text && text[p] == quote) {
      in = In::Code;
      continue;
    }
    if (p < text.size() && text[p] != '\n') {
      text[p] = ' ';
    }
  }
  return text;
}

std::string Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return std::string(text);
}

// The name of a parameter such as "T& out" or "float x = 1.0f".
std::string ParameterName(std::string_view declaration) {
  declaration = declaration.substr(0, declaration.find('='));
  std::string text = Trim(declaration);
  std::size_t begin = text.size();
  while (begin > 0 && IsWord(text[begin - 1])) {
    --begin;
  }
  return text.substr(begin);
}

std::vector<std::string> ParameterNames(std::string_view list) {
  std::vector<std::string> names;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t p = 0; p <= list.size(); ++p) {
    const char c = p < list.size() ? list[p] : ',';
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      if (const std::string name = ParameterName(list.substr(begin, p - begin)); !name.empty()) {
        names.push_back(name);
      }
      begin = p + 1;
    }
  }
  return names;
}

// Where the declaration that holds `code[open]` == '(' is inserted to, behind `template <...>` and
// preprocessor lines.
struct Declaration {
  std::size_t begin = 0;
  bool is_template = false;
};

Declaration SkipTemplate(const std::string& code, std::size_t begin) {
  Declaration declaration{begin};
  while (declaration.begin < code.size()) {
    if (std::isspace(static_cast<unsigned char>(code[declaration.begin])) != 0) {
      ++declaration.begin;
    } else if (code[declaration.begin] == '#') {
      const std::size_t end = code.find('\n', declaration.begin);
      declaration.begin = end == std::string::npos ? code.size() : end + 1;
    } else if (code.compare(declaration.begin, 8, "template") == 0) {
      int depth = 0;
      declaration.is_template = true;
      std::size_t p = code.find('<', declaration.begin);
      for (; p < code.size(); ++p) {
        depth += code[p] == '<' ? 1 : code[p] == '>' ? -1 : 0;
        if (depth == 0) {
          break;
        }
      }
      declaration.begin = p < code.size() ? p + 1 : code.size();
    } else {
      break;
    }
  }
  return declaration;
}

std::string CTypeOf(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::Bool:
      return "bool";
    case ScalarKind::Int8:
      return "signed char";
    case ScalarKind::Int16:
      return "short";
    case ScalarKind::Int32:
      return "int";
    case ScalarKind::Int64:
      return "long long";
    case ScalarKind::UInt8:
      return "unsigned char";
    case ScalarKind::UInt16:
      return "unsigned short";
    case ScalarKind::UInt32:
      return "unsigned int";
    case ScalarKind::UInt64:
      return "unsigned long long";
    case ScalarKind::Float32:
      return "float";
    case ScalarKind::Float64:
      return "double";
    case ScalarKind::Float16:
    case ScalarKind::BFloat16:
    case ScalarKind::Complex64:
    case ScalarKind::Complex128:
    case ScalarKind::Float8E4M3:
    case ScalarKind::Float8E5M2:
    case ScalarKind::Float8E8M0:
    case ScalarKind::kCount:
      return {};
  }
  return {};
}

// As a literal of Python.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\\' || c == '"') {
      out += '\\';
    }
    out += c == '\n' ? "\\n" : c == '\r' ? "" : c == '\t' ? " " : std::string(1, c);
  }
  return out + "\"";
}

}  // namespace

CudaFunction ReadCudaFunction(const std::string& text) {
  const std::string code = WithoutComments(text);
  CudaFunction function;
  std::vector<std::size_t> marks;
  int depth = 0;
  std::size_t begin = 0;
  std::size_t open = std::string::npos;
  std::size_t close = std::string::npos;
  for (std::size_t p = 0; p < code.size(); ++p) {
    if (depth == 0 && code[p] == '(' && open == std::string::npos) {
      open = p;
    } else if (depth == 0 && code[p] == ')') {
      close = p;
    } else if (code[p] == '{' && depth++ == 0 && open != std::string::npos &&
               close != std::string::npos) {
      const Declaration declaration = SkipTemplate(code, begin);
      const std::string head = Trim(code.substr(declaration.begin, open - declaration.begin));
      std::size_t name = head.size();
      while (name > 0 && IsWord(head[name - 1])) {
        --name;
      }
      function.name = head.substr(name);
      function.is_template = declaration.is_template;
      function.parameters = ParameterNames(code.substr(open + 1, close - open - 1));
      if (head.find("__device__") == std::string::npos) {
        marks.push_back(declaration.begin);
      }
    } else if (code[p] == '}') {
      --depth;
    }
    if (depth == 0 && (code[p] == '}' || code[p] == ';')) {
      begin = p + 1;
      open = close = std::string::npos;
    }
  }
  if (function.name.empty()) {
    ThrowCall(ErrorCode::InvalidArgument, "CUDA C++ text",
              fmt::format("`{}` defines no function; write one such as `template <typename T> T "
                          "f(T x) {{ return x * x; }}`",
                          Trim(text).substr(0, 60)));
  }
  std::size_t from = 0;
  for (const std::size_t mark : marks) {
    function.text += text.substr(from, mark - from) + "__device__ ";
    from = mark;
  }
  function.text += text.substr(from);
  return function;
}

std::string CudaFunctionText(const CudaFunction& function, ScalarKind kind, std::size_t inputs,
                             std::size_t outputs) {
  const std::string number = CTypeOf(kind);
  // A bool is passed as a byte.
  const bool is_bool = kind == ScalarKind::Bool;
  const std::string passed = is_bool ? "unsigned char" : number;
  const std::string type = is_bool ? "uint8" : std::string(abi::scalar_info(kind).text);
  std::vector<std::string> c_parameters;
  std::vector<std::string> arguments;
  std::vector<std::string> types;
  std::vector<std::string> results;
  std::vector<std::string> names;
  const bool is_void = outputs > 1;
  for (std::size_t k = 0; is_void && k < outputs; ++k) {
    c_parameters.push_back(fmt::format("{}* kc_o{}", passed, k));
    types.push_back(fmt::format("CPointer({})", type));
    results.push_back(fmt::format("r{}", k));
  }
  for (std::size_t k = 0; k < inputs; ++k) {
    c_parameters.push_back(fmt::format("{} kc_p{}", passed, k));
    arguments.push_back(fmt::format("({})kc_p{}", number, k));
    types.push_back(type);
    names.push_back(fmt::format("p{}", k));
  }
  std::string before;
  std::string after;
  for (std::size_t k = 0; is_void && k < outputs; ++k) {
    before += fmt::format("  {} kc_r{};\n", number, k);
    after += fmt::format("  *kc_o{0} = kc_r{0};\n", k);
    arguments.push_back(fmt::format("kc_r{}", k));
  }
  const std::string call = fmt::format("{}{}({})", function.name,
                                       function.is_template ? fmt::format("<{}>", number) : "",
                                       fmt::join(arguments, ", "));
  const std::string body = is_void ? fmt::format("{}  {};\n{}  return 0;\n", before, call, after)
                                   : fmt::format("  return {};\n", call);
  const std::string source =
      fmt::format("{}\nextern \"C\" __device__ {} kc_external({}) {{\n{}}}\n", function.text,
                  is_void ? "int" : passed, fmt::join(c_parameters, ", "), body);
  std::string text = fmt::format(
      "\n_kc_external = _kc.declare_device(\"kc_external\", \"{}({})\", link=_kc.CUSource({}), "
      "abi=\"c\")\n",
      is_void ? "int32" : type, fmt::join(types, ", "), Quoted(source));
  text += fmt::format("\n\ndef _kc_function({}):\n", fmt::join(names, ", "));
  if (!is_void) {
    return text +
           fmt::format("    return {}(_kc_external({}))\n", TypeText(kind), fmt::join(names, ", "));
  }
  for (const std::string& result : results) {
    text += fmt::format("    {} = _kc.local.array(1, _np.{})\n", result, type);
  }
  text += fmt::format("    _kc_external({}, {})\n    return ", fmt::join(results, ", "),
                      fmt::join(names, ", "));
  for (const std::string& result : results) {
    text += fmt::format("{}({}[0]), ", TypeText(kind), result);
  }
  return text + "\n";
}

ScalarKind CudaKindOf(ScalarKind kind, const char* what) {
  if (kind == ScalarKind::Float16 || kind == ScalarKind::BFloat16) {
    return ScalarKind::Float32;
  }
  if (CTypeOf(kind).empty()) {
    ThrowCall(
        ErrorCode::TypeMismatch, what,
        fmt::format("CUDA C++ text is made for bool, integers and floats, not for {}; write the "
                    "expression in the kernel language",
                    abi::scalar_info(kind).text));
  }
  return kind;
}

}  // namespace kernelc::driver::generate
