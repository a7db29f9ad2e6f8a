#include "compiler/driver/generate/expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "compiler/ast/walk.h"
#include "compiler/diag/emitter.h"
#include "compiler/driver/jit_diagnostics.h"

namespace kernelc::driver::generate {
namespace {

constexpr std::string_view kIndexName = "i";
constexpr std::string_view kOutputName = "out";

// Heads of dotted names that are modules in the generated text.
constexpr std::array<std::string_view, 5> kModules = {"np", "math", "libdevice", "random", "cuda"};
// Names that stand for themselves, unless `inputs` says otherwise.
constexpr std::array<std::string_view, 7> kConstants = {"pi",    "inf",  "nan",    "int",
                                                        "float", "bool", "complex"};

template <typename List>
bool Contains(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != std::end(list);
}

bool IsTypeName(std::string_view name) {
  return std::ranges::any_of(abi::kScalarInfos,
                             [&](const auto& info) { return info.text == name; });
}

bool IsBitOperator(ast::BinaryOperator op) {
  switch (op) {
    case ast::BinaryOperator::LShift:
    case ast::BinaryOperator::RShift:
    case ast::BinaryOperator::BitOr:
    case ast::BinaryOperator::BitXor:
    case ast::BinaryOperator::BitAnd:
      return true;
    case ast::BinaryOperator::Add:
    case ast::BinaryOperator::Sub:
    case ast::BinaryOperator::Mult:
    case ast::BinaryOperator::MatMult:
    case ast::BinaryOperator::Div:
    case ast::BinaryOperator::Mod:
    case ast::BinaryOperator::Pow:
    case ast::BinaryOperator::FloorDiv:
      return false;
  }
  return false;
}

struct ReadName {
  std::string name;
  SourceRange range;
};

// Names in the order in which Python would come to them.
class NameCollector {
 public:
  explicit NameCollector(const std::vector<std::string>& declared) : declared_(declared) {}

  void Visit(const ast::Node* node) {
    if (const auto* name = ast::As<ast::Name>(node)) {
      VisitName(*name);
    } else if (const auto* assign = ast::As<ast::Assign>(node)) {
      Visit(assign->value);
      VisitAll(assign->targets);
    } else if (const auto* augmented = ast::As<ast::AugAssign>(node)) {
      if (const auto* target = ast::As<ast::Name>(augmented->target)) {
        Read(*target);
      }
      const bool bits = IsBitOperator(augmented->op);
      bit_depth_ += bits ? 1 : 0;
      Visit(augmented->value);
      bit_depth_ -= bits ? 1 : 0;
      Visit(augmented->target);
    } else if (const auto* loop = ast::As<ast::For>(node)) {
      VisitLoop(*loop);
    } else if (const auto* call = ast::As<ast::Call>(node)) {
      if (ast::As<ast::Name>(call->func) == nullptr) {
        Visit(call->func);
      }
      VisitAll(call->args);
      VisitAll(call->keywords);
    } else if (const auto* attribute = ast::As<ast::Attribute>(node)) {
      const auto* head = ast::As<ast::Name>(attribute->value);
      if (head == nullptr || !Contains(kModules, head->id) || Contains(declared_, head->id)) {
        Visit(attribute->value);
      }
    } else {
      VisitBits(node);
    }
  }

  const std::vector<ReadName>& reads() const { return reads_; }
  const std::vector<std::string>& assigned() const { return assigned_; }
  const std::set<std::string, std::less<>>& integral() const { return integral_; }
  bool uses_index() const { return uses_index_; }

 private:
  template <typename List>
  void VisitAll(const List& nodes) {
    for (const auto* node : nodes) {
      Visit(node);
    }
  }

  void VisitBits(const ast::Node* node) {
    const auto* binary = ast::As<ast::BinOp>(node);
    const auto* unary = ast::As<ast::UnaryOp>(node);
    const bool bits = (binary != nullptr && IsBitOperator(binary->op)) ||
                      (unary != nullptr && unary->op == ast::UnaryOperator::Invert);
    bit_depth_ += bits ? 1 : 0;
    ast::ForEachChild(node, [&](const ast::Node* child) { Visit(child); });
    bit_depth_ -= bits ? 1 : 0;
  }

  void VisitLoop(const ast::For& loop) {
    Visit(loop.iter);
    if (const auto* target = ast::As<ast::Name>(loop.target)) {
      local_.insert(std::string(target->id));
    }
    VisitAll(loop.body);
    VisitAll(loop.orelse);
  }

  void VisitName(const ast::Name& name) {
    if (name.ctx == ast::ExprContext::Load) {
      Read(name);
    } else if (!Contains(assigned_, name.id)) {
      assigned_.emplace_back(name.id);
    }
  }

  void Read(const ast::Name& name) {
    if (Contains(assigned_, name.id) || local_.contains(name.id)) {
      return;
    }
    const bool declared = Contains(declared_, name.id);
    if (!declared && (Contains(kConstants, name.id) || IsTypeName(name.id))) {
      return;
    }
    if (!declared && name.id == kIndexName) {
      uses_index_ = true;
      return;
    }
    if (bit_depth_ > 0) {
      integral_.insert(std::string(name.id));
    }
    if (std::ranges::none_of(reads_, [&](const ReadName& read) { return read.name == name.id; })) {
      reads_.push_back({std::string(name.id), name.range});
    }
  }

  const std::vector<std::string>& declared_;
  std::vector<ReadName> reads_;
  std::vector<std::string> assigned_;
  std::set<std::string, std::less<>> local_;
  std::set<std::string, std::less<>> integral_;
  int bit_depth_ = 0;
  bool uses_index_ = false;
};

// Without the blanks that all lines begin with, and without empty lines at the ends.
std::vector<std::string> Dedent(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t common = std::string::npos;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::size_t first = lines.back().find_first_not_of(" \t");
    if (first != std::string::npos) {
      common = std::min(common, first);
    } else {
      lines.back().clear();
    }
  }
  while (!lines.empty() && lines.back().empty()) {
    lines.pop_back();
  }
  while (!lines.empty() && lines.front().empty()) {
    lines.erase(lines.begin());
  }
  for (std::string& line : lines) {
    line.erase(0, line.empty() ? 0 : common);
  }
  return lines;
}

std::optional<ScalarValue> NumberOf(const ast::Expr* expr) {
  bool negative = false;
  if (const auto* unary = ast::As<ast::UnaryOp>(expr)) {
    if (unary->op != ast::UnaryOperator::USub) {
      return std::nullopt;
    }
    negative = true;
    expr = unary->operand;
  }
  const auto* constant = ast::As<ast::Constant>(expr);
  if (constant == nullptr) {
    return std::nullopt;
  }
  switch (constant->value.kind) {
    case ast::ConstantKind::True:
      return ScalarValue(true);
    case ast::ConstantKind::False:
      return ScalarValue(false);
    case ast::ConstantKind::Int: {
      const auto value = static_cast<std::int64_t>(constant->value.int_value);
      return ScalarValue(negative ? -value : value);
    }
    case ast::ConstantKind::Float:
      return ScalarValue(negative ? -constant->value.float_value : constant->value.float_value);
    case ast::ConstantKind::None:
    case ast::ConstantKind::Ellipsis:
    case ast::ConstantKind::Imaginary:
    case ast::ConstantKind::Str:
    case ast::ConstantKind::Bytes:
      return std::nullopt;
  }
  return std::nullopt;
}

// Parameters in order; the last ones with numbers as defaults.
Interface InterfaceOfArguments(const ast::Arguments& arguments, const std::string& function) {
  std::vector<const ast::Arg*> parameters(arguments.posonlyargs.begin(),
                                          arguments.posonlyargs.end());
  parameters.insert(parameters.end(), arguments.args.begin(), arguments.args.end());
  if (arguments.vararg != nullptr || arguments.kwarg != nullptr || !arguments.kwonlyargs.empty()) {
    ThrowCall(ErrorCode::InvalidArgument, function,
              "its parameters must be plain names: elements are passed by their places");
  }
  Interface interface;
  const std::size_t first_default = parameters.size() - arguments.defaults.size();
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const std::string name(parameters[p]->arg);
    const std::optional<ScalarValue> value =
        p < first_default ? std::nullopt : NumberOf(arguments.defaults[p - first_default]);
    if (value) {
      interface.defaults.emplace_back(name, *value);
    } else if (!interface.defaults.empty() || p >= first_default) {
      ThrowCall(ErrorCode::InvalidArgument, function,
                fmt::format("parameter `{}` has a default that is no number", name));
    } else {
      interface.inputs.push_back(name);
    }
  }
  interface.outputs = {std::string(kOutputName)};
  return interface;
}

// The user's text alone, so that lines and columns of syntax errors are its own.
class ExpressionReader {
 public:
  ExpressionReader(const std::string& text, const ExpressionOptions& options, const char* what)
      : options_(options), what_(what), lines_(Dedent(text)) {
    unit_ = SourceUnit::FromText(what, fmt::format("{}\n", fmt::join(lines_, "\n")));
    if (unit_->has_errors()) {
      ThrowCompileError(*unit_, unit_->diagnostics(), what_, "");
    }
  }

  ParsedExpression ReadStatements() {
    const ast::NodeList<ast::Stmt> body = unit_->module().body();
    if (body.size() == 1 && ast::As<ast::ExprStmt>(body.front()) != nullptr) {
      return ReadExpression();
    }
    NameCollector names(options_.inputs);
    for (const ast::Stmt* statement : body) {
      if (ast::As<ast::ExprStmt>(statement) != nullptr ||
          ast::As<ast::Return>(statement) != nullptr) {
        Refuse(statement->range, "this gives no name a value",
               "write `z = ...` for each result, or one expression alone");
      }
      names.Visit(statement);
    }
    ParsedExpression parsed;
    SetInputs(names, &parsed.interface);
    SetOutputs(names, &parsed.interface);
    if (parsed.interface.outputs.empty()) {
      Refuse(SourceRange{unit_->file(), 0, 0}, "no statement gives a result",
             "write `z = ...` for each result, or one expression alone");
    }
    for (const std::string& line : lines_) {
      parsed.body += fmt::format("    {}\n", line);
    }
    parsed.body += fmt::format("    return {}\n", fmt::join(parsed.interface.outputs, ", "));
    return parsed;
  }

  ParsedExpression ReadExpression() {
    const ast::NodeList<ast::Stmt> body = unit_->module().body();
    const auto* statement = body.size() == 1 ? ast::As<ast::ExprStmt>(body.front()) : nullptr;
    if (statement == nullptr) {
      Refuse(body.empty() ? SourceRange{unit_->file(), 0, 0} : body.front()->range,
             "one expression is wanted here", "write what the value is, as in `x * y`");
    }
    ParsedExpression parsed;
    if (const auto* lambda = ast::As<ast::Lambda>(statement->value)) {
      parsed.interface = InterfaceOfArguments(*lambda->args, what_);
      parsed.body = fmt::format("    return ({})\n", unit_->sources().text(lambda->body->range));
      return parsed;
    }
    NameCollector names(options_.inputs);
    names.Visit(statement->value);
    SetInputs(names, &parsed.interface);
    parsed.interface.outputs = {std::string(kOutputName)};
    if (const auto* tuple = ast::As<ast::Tuple>(statement->value)) {
      parsed.interface.outputs.clear();
      for (std::size_t k = 0; k < tuple->elts.size(); ++k) {
        parsed.interface.outputs.push_back(fmt::format("{}{}", kOutputName, k));
      }
    }
    parsed.body = lines_.size() == 1 ? fmt::format("    return {}\n", lines_.front())
                                     : fmt::format("    return (\n        {}\n    )\n",
                                                   fmt::join(lines_, "\n        "));
    return parsed;
  }

 private:
  [[noreturn]] void Refuse(SourceRange range, std::string message, std::string help) {
    Report(range, diag::Kind::SyntaxError, std::move(message), std::move(help));
  }

  [[noreturn]] void Report(SourceRange range, diag::Kind kind, std::string message,
                           std::string help) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    emitter.BuildMessage(range, kind, std::move(message)).Help(std::move(help)).Emit();
    ThrowCompileError(*unit_, consumer.Take(), what_, "");
  }

  // What is read, less the defaults; where `inputs` says an order, that one.
  void SetInputs(const NameCollector& names, Interface* interface) {
    interface->uses_index = names.uses_index();
    interface->integral = names.integral();
    const auto is_default = [&](std::string_view name) {
      return std::ranges::any_of(options_.defaults,
                                 [&](const NamedScalar& scalar) { return scalar.first == name; });
    };
    const auto is_read = [&](std::string_view name) {
      return std::ranges::any_of(names.reads(),
                                 [&](const ReadName& read) { return read.name == name; });
    };
    for (const ReadName& read : names.reads()) {
      if (is_default(read.name)) {
        continue;
      }
      if (!options_.inputs.empty() && !Contains(options_.inputs, read.name)) {
        Report(read.range, diag::Kind::UnknownName,
               fmt::format("name `{}` is not defined", read.name),
               fmt::format("the inputs are {}; a further one must be named there",
                           fmt::join(options_.inputs, ", ")));
      }
      interface->inputs.push_back(read.name);
    }
    if (!options_.inputs.empty()) {
      interface->inputs = options_.inputs;
    }
    std::vector<std::string> given = interface->inputs;
    for (const NamedScalar& scalar : options_.defaults) {
      given.push_back(scalar.first);
    }
    for (const std::string& name : given) {
      if (!is_read(name)) {
        ThrowCall(ErrorCode::InvalidArgument, what_,
                  fmt::format("`{}` is named as an input, but `{}` does not read it", name,
                              fmt::join(lines_, " ")));
      }
    }
    interface->defaults = options_.defaults;
  }

  void SetOutputs(const NameCollector& names, Interface* interface) {
    for (const std::string& name : options_.outputs) {
      if (!Contains(names.assigned(), name)) {
        ThrowCall(ErrorCode::InvalidArgument, what_,
                  fmt::format("`{}` is named as a result, but `{}` does not assign it", name,
                              fmt::join(lines_, " ")));
      }
    }
    interface->outputs = options_.outputs.empty() ? names.assigned() : options_.outputs;
  }

  const ExpressionOptions& options_;
  std::string what_;
  std::vector<std::string> lines_;
  std::shared_ptr<const SourceUnit> unit_;
};

struct Operation {
  std::string_view spelling;
  std::string_view expression;
};
constexpr Operation kOperations[] = {
    {"+", "a + b"}, {"*", "a * b"}, {"min", "min(a, b)"}, {"max", "max(a, b)"}, {"&", "a & b"},
    {"|", "a | b"}, {"^", "a ^ b"}, {"and", "a and b"},   {"or", "a or b"},
};

std::string WithoutBlanks(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](char c) { return c == ' ' || c == '\n' || c == '\t'; });
  return out;
}

const Operation* FindOperation(const std::string& reduce) {
  const std::string text = WithoutBlanks(reduce);
  for (const Operation& operation : kOperations) {
    if (text == operation.spelling || text == WithoutBlanks(operation.expression)) {
      return &operation;
    }
  }
  return nullptr;
}

}  // namespace

void ThrowCall(ErrorCode code, std::string object, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = "call";
  info.object = std::move(object);
  info.message = std::move(message);
  throw Error(std::move(info));
}

ParsedExpression ParseStatements(const std::string& text, const ExpressionOptions& options,
                                 const char* what) {
  return ExpressionReader(text, options, what).ReadStatements();
}

ParsedExpression ParseExpression(const std::string& text, const ExpressionOptions& options,
                                 const char* what) {
  return ExpressionReader(text, options, what).ReadExpression();
}

std::string CombineBody(const std::string& reduce) {
  const Operation* operation = FindOperation(reduce);
  const std::string text(operation != nullptr ? operation->expression : reduce);
  ExpressionOptions options;
  options.inputs = {"a", "b"};
  return ParseExpression(text, options, "reduce").body;
}

std::string NeutralOf(const std::string& reduce, ScalarKind kind) {
  const Operation* operation = FindOperation(reduce);
  if (operation == nullptr) {
    return {};
  }
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const std::string_view op = operation->spelling;
  const bool is_float = info.cls == abi::ScalarClass::Float;
  const bool is_bool = info.cls == abi::ScalarClass::Bool;
  if (op == "min" || op == "max") {
    if (is_float) {
      return op == "min" ? "_np.inf" : "-_np.inf";
    }
    return is_bool ? (op == "min" ? "True" : "False")
                   : fmt::format("_np.iinfo(_np.{}).{}", info.text, op == "min" ? "max" : "min");
  }
  if (op == "&") {
    return is_bool ? "True"
           : info.cls == abi::ScalarClass::Unsigned
               ? fmt::format("_np.iinfo(_np.{}).max", info.text)
               : "-1";
  }
  return op == "*" || op == "and" ? "1" : "0";
}

bool WidensIntegers(const std::string& reduce) {
  const Operation* operation = FindOperation(reduce);
  return operation != nullptr && (operation->spelling == "+" || operation->spelling == "*");
}

Interface InterfaceOf(const SourceUnit& unit, std::string_view name) {
  for (const ast::Stmt* statement : unit.module().body()) {
    const auto* function = ast::As<ast::FunctionDef>(statement);
    if (function != nullptr && function->name == name) {
      return InterfaceOfArguments(*function->args, fmt::format("function `{}`", name));
    }
    const auto* assign = ast::As<ast::Assign>(statement);
    const auto* target = assign != nullptr ? ast::As<ast::Name>(assign->targets.front()) : nullptr;
    const auto* lambda = assign != nullptr ? ast::As<ast::Lambda>(assign->value) : nullptr;
    if (target != nullptr && lambda != nullptr && target->id == name) {
      return InterfaceOfArguments(*lambda->args, fmt::format("function `{}`", name));
    }
  }
  ErrorInfo info;
  info.code = ErrorCode::NotFound;
  info.operation = "find function";
  info.object = unit.path();
  const Result<std::size_t> found = unit.FindFunction(name);
  info.message = found ? fmt::format(
                             "`{}` stands inside of something else; a function at the "
                             "top of the file is wanted",
                             name)
                       : found.failure().message;
  throw Error(std::move(info));
}

}  // namespace kernelc::driver::generate
