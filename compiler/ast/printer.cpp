#include "compiler/ast/printer.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "compiler/base/unicode.h"

namespace kernelc::ast {
namespace {

// repr() of a float: the shortest digits that give the value back, exponents below -4 and from 16
// on.
std::string FloatRepr(double value) {
  if (std::isinf(value)) {
    return "inf";
  }
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  const std::size_t exponent_at = text.find('e');
  const int exponent = std::stoi(std::string(text.substr(exponent_at + 1)));
  std::string digits(1, text[0]);
  if (exponent_at > 2) {
    digits += text.substr(2, exponent_at - 2);
  }
  const int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    std::string result = digits.substr(0, 1);
    if (count > 1) {
      result += "." + digits.substr(1);
    }
    return result + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
  }
  if (exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) {
    return digits + std::string(whole - digits.size(), '0') + ".0";
  }
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

// repr() of a complex number without real part: "2j", "1.5j", "1e+100j".
std::string ImaginaryRepr(double value) {
  std::string text = FloatRepr(value);
  if (text.ends_with(".0")) {
    text.resize(text.size() - 2);
  }
  return text + "j";
}

// repr() of the code points or, for bytes, of the bytes of `text`.
std::string StringRepr(std::string_view text, bool is_bytes) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out = is_bytes ? "b" : "";
  out += quote;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t code = is_bytes ? static_cast<unsigned char>(text[at++]) : DecodeUtf8(text, at);
    if (code == static_cast<char32_t>(quote) || code == '\\') {
      out += '\\';
      out += static_cast<char>(code);
    } else if (code == '\n') {
      out += "\\n";
    } else if (code == '\r') {
      out += "\\r";
    } else if (code == '\t') {
      out += "\\t";
    } else if (is_bytes ? code >= 0x20 && code < 0x7f : IsPrintable(code)) {
      out += text.substr(begin, at - begin);
    } else if (code < 0x100) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(code));
    } else if (code < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
      out += fmt::format("\\U{:08x}", static_cast<unsigned>(code));
    }
  }
  return out + quote;
}

std::string ConstantRepr(const ConstantValue& value) {
  switch (value.kind) {
    case ConstantKind::None:
      return "None";
    case ConstantKind::True:
      return "True";
    case ConstantKind::False:
      return "False";
    case ConstantKind::Ellipsis:
      return "Ellipsis";
    case ConstantKind::Int:
      return std::string(value.text);
    case ConstantKind::Float:
      return FloatRepr(value.float_value);
    case ConstantKind::Imaginary:
      return ImaginaryRepr(value.float_value);
    case ConstantKind::Str:
      return StringRepr(value.text, false);
    case ConstantKind::Bytes:
      return StringRepr(value.text, true);
  }
  KC_FATAL("not a constant kind");
}

// The names of CPython's classes where they differ from the rows of nodes.def.
std::string_view ClassName(const Node* node) {
  constexpr std::pair<NodeKind, std::string_view> kNames[] = {
      {NodeKind::Alias, "alias"},
      {NodeKind::Arg, "arg"},
      {NodeKind::Arguments, "arguments"},
      {NodeKind::Comprehension, "comprehension"},
      {NodeKind::ExprStmt, "Expr"},
      {NodeKind::Keyword, "keyword"},
      {NodeKind::MatchCase, "match_case"},
      {NodeKind::WithItem, "withitem"},
  };
  for (const auto& [kind, name] : kNames) {
    if (kind == node->kind) {
      return name;
    }
  }
  return node_kind_name(node->kind);
}

std::string_view ContextName(ExprContext context) {
  constexpr std::string_view kNames[] = {"Load", "Store", "Del"};
  return kNames[static_cast<std::size_t>(context)];
}

// Follows ast.dump: a list or node whose parts are all scalars or empty is put on one line.
class Printer {
 public:
  std::string Take() { return std::move(out_); }

  void PrintModule(const Module& module) {
    if (module.body().empty()) {
      out_ = "Module(body=[], type_ignores=[])";
      return;
    }
    level_ = 1;
    out_ += "Module(";
    NewLine();
    out_ += "body=";
    PrintField(module.body());
    out_ += ',';
    NewLine();
    out_ += "type_ignores=[])";
  }

 private:
  void NewLine() {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(level_), ' ');
  }

  void PrintNode(const Node* node) {
    if (node == nullptr) {
      out_ += "None";
      return;
    }
    ++level_;
    out_ += ClassName(node);
    out_ += '(';
    is_first_ = true;
    one_line_ = FitsOneLine(node);
    switch (node->kind) {
#define AST_NODE(Name, fields)                   \
  case NodeKind::Name:                           \
    PrintFields(static_cast<const Name*>(node)); \
    break;
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
      case NodeKind::kCount:
        KC_FATAL("not a node kind");
    }
    if (const auto* constant = As<Constant>(node);
        constant != nullptr && constant->value.has_u_prefix) {
      out_ += ", kind='u'";
    }
    out_ += ')';
    is_first_ = false;
    --level_;
  }

  // One function for each kind, which keeps the frames of the recursion small.
#define AST_FIELD(type, field_name)                       \
  if (IsPresent<field::type>(owner->field_name, #type)) { \
    StartField(#field_name, one_line);                    \
    PrintField(owner->field_name);                        \
  }
#define AST_NODE(Name, fields)                           \
  void PrintFields([[maybe_unused]] const Name* owner) { \
    [[maybe_unused]] const bool one_line = one_line_;    \
    AST_FOR_EACH_FIELD(fields)                           \
  }
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
#undef AST_FIELD

  void StartField(std::string_view name, bool one_line) {
    if (!is_first_) {
      out_ += one_line ? ", " : ",";
    }
    if (!one_line) {
      NewLine();
    }
    is_first_ = false;
    out_ += name;
    out_ += '=';
  }

  // Whether ast.dump puts the fields of `node` on one line: at most three, each a scalar or empty.
  bool FitsOneLine(const Node* node) {
    int count = 0;
    bool all_simple = true;
    switch (node->kind) {
#define AST_FIELD(type, field_name)                         \
  if (IsPresent<field::type>(owner->field_name, #type)) {   \
    ++count;                                                \
    all_simple = all_simple && IsSimple(owner->field_name); \
  }
#define AST_NODE(Name, fields)                                           \
  case NodeKind::Name: {                                                 \
    [[maybe_unused]] const auto* owner = static_cast<const Name*>(node); \
    AST_FOR_EACH_FIELD(fields)                                           \
    break;                                                               \
  }
#define AST_EXPR(Name, fields) AST_NODE(Name, fields)
#define AST_STMT(Name, fields) AST_NODE(Name, fields)
#define AST_PATTERN(Name, fields) AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"
#undef AST_FIELD
      case NodeKind::kCount:
        KC_FATAL("not a node kind");
    }
    return all_simple && count <= 3;
  }

  // Absent optional fields are left out.
  template <typename F>
  static bool IsPresent(const F& value, std::string_view type) {
    if constexpr (std::is_pointer_v<F>) {
      return value != nullptr;
    } else if constexpr (std::is_same_v<F, std::string_view>) {
      return type == "Id" || !value.empty();
    } else {
      return true;
    }
  }

  template <typename F>
  bool IsSimple(const F& value) {
    if constexpr (std::is_pointer_v<F>) {
      return !HasFields(value);
    } else if constexpr (requires { value.size(); } && !std::is_same_v<F, std::string_view>) {
      return value.empty();
    } else {
      return true;
    }
  }

  // Whether ast.dump shows anything between the node's parentheses.
  static bool HasFields(const Node* node) {
    if (node->kind == NodeKind::Break || node->kind == NodeKind::Continue ||
        node->kind == NodeKind::Pass) {
      return false;
    }
    if (node->kind == NodeKind::MatchStar) {
      return !static_cast<const MatchStar*>(node)->name.empty();
    }
    if (node->kind == NodeKind::MatchAs) {
      const auto* as = static_cast<const MatchAs*>(node);
      return as->pattern != nullptr || !as->name.empty();
    }
    if (node->kind == NodeKind::Slice) {
      const auto* slice = static_cast<const Slice*>(node);
      return slice->lower != nullptr || slice->upper != nullptr || slice->step != nullptr;
    }
    // Every other node has a field that is always there, or is never the child of a node alone.
    return node->kind != NodeKind::Yield || static_cast<const Yield*>(node)->value != nullptr;
  }

  void PrintField(const Node* node) { PrintNode(node); }
  void PrintField(std::string_view text) { out_ += StringRepr(text, false); }
  void PrintField(const ConstantValue& value) { out_ += ConstantRepr(value); }
  void PrintField(int value) { out_ += fmt::format("{}", value); }
  void PrintField(ExprContext context) { out_ += fmt::format("{}()", ContextName(context)); }
  void PrintField(BinaryOperator op) { out_ += fmt::format("{}()", operator_name(op)); }
  void PrintField(UnaryOperator op) { out_ += fmt::format("{}()", operator_name(op)); }
  void PrintField(BoolOperator op) { out_ += fmt::format("{}()", operator_name(op)); }
  void PrintField(CompareOperator op) { out_ += fmt::format("{}()", operator_name(op)); }
  template <typename T, std::size_t N>
  void PrintField(std::span<T, N> items) {
    out_ += '[';
    if (!items.empty()) {
      ++level_;
      bool is_first = true;
      for (const auto& item : items) {
        if (!is_first) {
          out_ += ',';
        }
        is_first = false;
        NewLine();
        PrintField(item);
      }
      --level_;
    }
    out_ += ']';
    is_first_ = false;
  }

  std::string out_;
  int level_ = 0;
  bool is_first_ = true;
  bool one_line_ = false;
};

}  // namespace

std::string Print(const Module& module) {
  Printer printer;
  printer.PrintModule(module);
  return printer.Take();
}

}  // namespace kernelc::ast
