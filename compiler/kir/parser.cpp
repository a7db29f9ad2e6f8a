#include "compiler/kir/parser.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/text.h"
#include "compiler/kir/token_reader.h"
#include "compiler/kir/type_parser.h"

namespace kernelc::kir {
namespace {

// Nesting beyond this is a fault of the text; it bounds the recursion of parser, verifier and
// passes.
constexpr unsigned kMaxDepth = 200;

const std::unordered_map<std::string_view, Op>& OpsByText() {
  static const std::unordered_map<std::string_view, Op> map = [] {
    std::unordered_map<std::string_view, Op> ops;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Op::kCount); ++i) {
      ops.emplace(op_info(static_cast<Op>(i)).text, static_cast<Op>(i));
    }
    return ops;
  }();
  return map;
}

// Every method that can fail gives false after Fail has noted the first fault.
class Parser : private TokenReader {
 public:
  explicit Parser(std::string_view text) : TokenReader(text) {}

  Result<Module> Run() {
    if (!ParseModule()) {
      return Failure{error()};
    }
    return std::move(module_);
  }

 private:
  struct PendingCall {
    FunctionId caller;
    InstId inst;
    Token symbol;
  };

  bool ParseModule() {
    if (TryTakeWord("module") && !ParseModuleOptions()) {
      return false;
    }
    while (TryTakeWord("constant")) {
      if (!ParseConstant()) {
        return false;
      }
    }
    while (Peek().kind != TokenKind::End) {
      if (!ParseFunction()) {
        return false;
      }
    }
    return ResolveCalls();
  }

  bool ParseModuleOptions() {
    const auto take = [this](std::string_view word, bool* option) {
      const bool taken = TryTakeWord(word);
      *option = *option || taken;
      return taken;
    };
    Checks& checks = module_.checks;
    bool any = false;
    while (take("errors", &checks.errors) || take("bounds", &checks.bounds) ||
           take("float_division", &checks.float_division) || take("init", &checks.init) ||
           take("race", &checks.race)) {
      any = true;
    }
    return any || FailExpected("the name of a check");
  }

  bool ResolveCalls() {
    for (const PendingCall& call : pending_calls_) {
      const auto found = functions_.find(call.symbol.text);
      if (found == functions_.end()) {
        return Fail(call.symbol, fmt::format("no function @{}", call.symbol.text));
      }
      module_.function(call.caller).inst(call.inst).imm = static_cast<std::int64_t>(found->second);
    }
    return true;
  }

  // constant @symbol: type [extent, ...] = "hexadecimal digits"
  bool ParseConstant() {
    Constant constant;
    Token symbol;
    Token digits;
    if (!ExpectKind(TokenKind::Symbol, "the constant's name", &symbol) || !Expect(":") ||
        !ParseType(&constant.type) || !ParseIntegers(&constant.extents) || !Expect("=") ||
        !ExpectKind(TokenKind::String, "a string", &digits)) {
      return false;
    }
    if (!ReadBytes(digits.text, &constant.bytes)) {
      return Fail(digits, "expected two hexadecimal digits for each byte");
    }
    constant.symbol = symbol.text;
    if (!constants_.emplace(symbol.text, module_.constants.size()).second) {
      return Fail(symbol, fmt::format("@{} is defined twice", symbol.text));
    }
    module_.constants.push_back(std::move(constant));
    return true;
  }

  bool ParseConstantName(std::int64_t* imm) {
    Token name;
    if (!ExpectKind(TokenKind::Symbol, "the name of a constant", &name)) {
      return false;
    }
    const auto found = constants_.find(name.text);
    if (found == constants_.end()) {
      return Fail(name, fmt::format("no constant @{}", name.text));
    }
    *imm = static_cast<std::int64_t>(found->second);
    return true;
  }

  // kernel @symbol(%a: type {facts}, ...) -> type options {
  bool ParseFunction() {
    Function function;
    if (TryTakeWord("device")) {
      function.kind = FunctionKind::Device;
    } else if (!TryTakeWord("kernel")) {
      return FailExpected("`kernel` or `device`");
    }
    Token symbol;
    if (!ExpectKind(TokenKind::Symbol, "a function name", &symbol)) {
      return false;
    }
    function.symbol = symbol.text;
    function.name = symbol.text;
    if (!functions_.emplace(symbol.text, module_.functions.size()).second) {
      return Fail(symbol, fmt::format("@{} is defined twice", symbol.text));
    }
    module_.functions.push_back(std::move(function));
    function_ = &module_.functions.back();
    values_.clear();
    if (!ParseParams()) {
      return false;
    }
    if (Peek().kind == TokenKind::Arrow) {
      Take();
      if (!ParseType(&function_->result)) {
        return false;
      }
    }
    if (!ParseFunctionOptions()) {
      return false;
    }
    function_->body = function_->AddRegion();
    return ParseRegion(function_->body, 0);
  }

  bool ParseParams() {
    if (!Expect("(")) {
      return false;
    }
    while (!Is(")")) {
      if (!function_->params.empty() && !Expect(",")) {
        return false;
      }
      Param param;
      Token name;
      if (!ExpectKind(TokenKind::Value, "a parameter or `)`", &name) || !Expect(":") ||
          !ParseType(&param.type) || !ParseFacts(&param.facts)) {
        return false;
      }
      param.name = name.text;
      Inst inst;
      inst.op = Op::Param;
      inst.type = param.type;
      inst.imm = static_cast<std::int64_t>(function_->params.size());
      param.value = function_->AddInst(inst);
      function_->params.push_back(param);
      if (!Define(name, param.value)) {
        return false;
      }
    }
    return Expect(")");
  }

  bool ParseFacts(ParamFacts* facts) {
    if (!TryTake("{")) {
      return true;
    }
    do {
      if (TryTakeWord("noalias")) {
        facts->noalias = true;
      } else if (TryTakeWord("readonly")) {
        facts->readonly = true;
      } else if (TryTakeWord("aligned16")) {
        facts->array.aligned16 = true;
      } else if (TryTakeWord("aligned_rows")) {
        facts->array.aligned_rows = true;
      } else if (TryTakeWord("small")) {
        facts->array.small = true;
      } else {
        return FailExpected("`noalias`, `readonly`, `aligned16`, `aligned_rows` or `small`");
      }
    } while (TryTake(","));
    return Expect("}");
  }

  bool ParseFunctionOptions() {
    FunctionOptions& options = function_->options;
    while (!Is("{")) {
      if (TryTakeWord("export")) {
        options.exported = Export::Plain;
      } else if (TryTakeWord("export_status")) {
        options.exported = Export::Status;
      } else if (TryTakeWord("fastmath")) {
        options.fastmath = true;
      } else if (TryTakeWord("debug")) {
        options.debug = true;
      } else if (TryTakeWord("force_inline")) {
        options.force_inline = true;
      } else if (TryTakeWord("no_overlap")) {
        options.no_overlap = true;
      } else if (std::uint32_t* const number = NumberNamedHere(options)) {
        if (!ParseOption(number)) {
          return false;
        }
      } else if (TryTakeWord("name")) {
        Token name;
        if (!Expect("(") || !ExpectKind(TokenKind::String, "a string", &name) || !Expect(")")) {
          return false;
        }
        function_->name = name.text;
      } else {
        return FailExpected("a function option or `{`");
      }
    }
    return true;
  }

  // The option whose name is next; null for others.
  std::uint32_t* NumberNamedHere(FunctionOptions& options) {
    return IsWord("max_threads")      ? &options.max_threads_per_block
           : IsWord("min_blocks")     ? &options.min_blocks_per_multiprocessor
           : IsWord("max_registers")  ? &options.max_registers
           : IsWord("max_cluster")    ? &options.max_blocks_per_cluster
           : IsWord("exchanged_axis") ? &options.exchanged_axis
                                      : nullptr;
  }

  bool ParseOption(std::uint32_t* value) {
    Take();
    return Expect("(") && ParseInteger(value) && Expect(")");
  }

  bool ParseType(TypeId* type) { return kir::ParseType(*this, module_.types, type); }

  // Names in quotes and plain ones are different names.
  static std::string Key(const Token& value) {
    return value.quoted ? "\"" + value.text : value.text;
  }

  bool Define(const Token& name, InstId id) {
    if (!values_.emplace(Key(name), id).second) {
      return Fail(name, fmt::format("%{} is defined twice", name.text));
    }
    return true;
  }

  bool ParseOperand(InstId* id) {
    Token name;
    if (!ExpectKind(TokenKind::Value, "a value", &name)) {
      return false;
    }
    const auto found = values_.find(Key(name));
    if (found == values_.end()) {
      return Fail(name, fmt::format("no value %{}", name.text));
    }
    *id = found->second;
    return true;
  }

  bool ParseRegion(RegionId region, unsigned depth) {
    if (depth > kMaxDepth) {
      return Fail(Peek(), "regions are nested too deeply");
    }
    if (!Expect("{")) {
      return false;
    }
    while (!TryTake("}")) {
      if (!ParseInst(region, depth)) {
        return false;
      }
    }
    return true;
  }

  InstId AddToRegion(RegionId region, const Inst& inst) {
    const InstId id = function_->AddInst(inst);
    function_->region(region).insts.push_back(id);
    return id;
  }

  // %name = mnemonic ...
  bool ParseInst(RegionId region, unsigned depth) {
    std::optional<Token> label;
    if (Peek().kind == TokenKind::Value) {
      label = Take();
      if (!Expect("=")) {
        return false;
      }
    }
    Token mnemonic;
    if (!ExpectKind(TokenKind::Word, "an operation or `}`", &mnemonic)) {
      return false;
    }
    const auto found = OpsByText().find(mnemonic.text);
    if (found == OpsByText().end()) {
      return Fail(mnemonic, fmt::format("unknown operation `{}`", mnemonic.text));
    }
    Inst inst;
    inst.op = found->second;
    if (inst.op == Op::ForRange) {
      return !label ? ParseForRange(inst, region, depth)
                    : Fail(*label, "`for_range` gives no value");
    }
    std::vector<InstId> operands;
    Token callee;
    if (!ParseLeadingAttribute(&inst, &callee) || !ParseOperands(&operands) ||
        !ParseTrailingAttribute(&inst) || !ParseResult(label, mnemonic, &inst) ||
        !ParseRange(&inst)) {
      return false;
    }
    inst.operands = function_->AddOperands(operands);
    const std::uint32_t region_count = op_info(inst.op).regions;
    std::vector<RegionId> regions;
    for (std::uint32_t i = 0; i < region_count; ++i) {
      regions.push_back(function_->AddRegion());
    }
    inst.regions = function_->AddRegions(regions);
    const InstId id = AddToRegion(region, inst);
    if (inst.op == Op::Call) {
      pending_calls_.push_back({FunctionId(module_.functions.size() - 1), id, callee});
    }
    if (label && !Define(*label, id)) {
      return false;
    }
    return ParseInstRegions(inst.op, regions, depth);
  }

  bool ParseInstRegions(Op op, const std::vector<RegionId>& regions, unsigned depth) {
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (op == Op::If && i == 1 && !TryTakeWord("else")) {
        return true;
      }
      if (op == Op::While && i == 1 && !ExpectWord("do")) {
        return false;
      }
      if (!ParseRegion(regions[i], depth + 1)) {
        return false;
      }
    }
    return true;
  }

  // for_range %i: int64 = %start to %stop step %step {
  bool ParseForRange(Inst inst, RegionId region, unsigned depth) {
    Token name;
    Inst variable;
    variable.op = Op::RegionArg;
    std::vector<InstId> operands(3);
    if (!ExpectKind(TokenKind::Value, "the loop's variable", &name) || !Expect(":") ||
        !ParseType(&variable.type) || !Expect("=") || !ParseOperand(&operands[0]) ||
        !ExpectWord("to") || !ParseOperand(&operands[1]) || !ExpectWord("step") ||
        !ParseOperand(&operands[2]) || !ParseRange(&inst)) {
      return false;
    }
    const RegionId body = function_->AddRegion();
    inst.operands = function_->AddOperands(operands);
    inst.regions = function_->AddRegions(std::span(&body, 1));
    AddToRegion(region, inst);
    return Define(name, AddToRegion(body, variable)) && ParseRegion(body, depth + 1);
  }

  // A value that is followed by `=` is the label of the next operation.
  bool AtOperand() const {
    return Peek().kind == TokenKind::Value &&
           !(Peek(1).kind == TokenKind::Punctuation && Peek(1).text == "=");
  }

  bool ParseOperands(std::vector<InstId>* operands) {
    if (!AtOperand()) {
      return true;
    }
    do {
      InstId operand;
      if (!ParseOperand(&operand)) {
        return false;
      }
      operands->push_back(operand);
    } while (TryTake(","));
    return true;
  }

  bool ParseLeadingAttribute(Inst* inst, Token* callee) {
    const OpInfo& info = op_info(inst->op);
    switch (info.attribute) {
      case AttributeKind::None:
      case AttributeKind::Ints:
        return true;
      case AttributeKind::Int:
        return info.max_operands > 0 || ParseInteger(&inst->imm);
      case AttributeKind::Float:
        return ParseFloat(&inst->imm);
      case AttributeKind::Text:
        return ParseText(&inst->text);
      case AttributeKind::Compare:
        return ParseEnum(&inst->imm, kPredicateCount, "a comparison", [](std::int64_t i) {
          return predicate_name(static_cast<ComparePredicate>(i));
        });
      case AttributeKind::Atomic:
        return ParseEnum(&inst->imm, kAtomicCount, "an atomic operation",
                         [](std::int64_t i) { return atomic_name(static_cast<AtomicKind>(i)); });
      case AttributeKind::Builtin:
        return ParseBuiltin(&inst->imm);
      case AttributeKind::Callee:
        return ExpectKind(TokenKind::Symbol, "a function name", callee);
      case AttributeKind::Constant:
        return ParseConstantName(&inst->imm);
      case AttributeKind::Error:
        return ParseInteger(&inst->imm) && ParseText(&inst->text);
    }
    KC_FATAL("attribute kind {}", static_cast<int>(info.attribute));
  }

  template <typename Name>
  bool ParseEnum(std::int64_t* value, std::int64_t count, std::string_view what, Name name) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (TryTakeWord(name(i))) {
        *value = i;
        return true;
      }
    }
    return FailExpected(what);
  }

  bool ParseBuiltin(std::int64_t* imm) {
    Token name;
    if (!ExpectKind(TokenKind::Word, "a builtin", &name)) {
      return false;
    }
    builtins::BuiltinId builtin{};
    if (!builtins::FindBuiltin(name.text, &builtin)) {
      return Fail(name, fmt::format("unknown builtin `{}`", name.text));
    }
    *imm = static_cast<std::int64_t>(builtin);
    return true;
  }

  bool ParseText(std::uint32_t* text) {
    Token token;
    if (!ExpectKind(TokenKind::String, "a string", &token)) {
      return false;
    }
    *text = function_->AddString(token.text);
    return true;
  }

  // A decimal number, inf, -inf, or nan(bits).
  bool ParseFloat(std::int64_t* imm) {
    if (TryTakeWord("nan")) {
      return ParseNan(imm);
    }
    double value = std::numeric_limits<double>::infinity();
    if (!TryTakeWord("inf")) {
      if (Peek().kind != TokenKind::Number) {
        return FailExpected("a number");
      }
      const std::string& text = Peek().text;
      const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (status != std::errc() || end != text.data() + text.size() || value != value) {
        return FailExpected("a double");
      }
      Take();
    }
    *imm = std::bit_cast<std::int64_t>(value);
    return true;
  }

  bool ParseNan(std::int64_t* imm) {
    Token bits;
    if (!Expect("(") || !ExpectKind(TokenKind::Number, "the bits of a NaN", &bits)) {
      return false;
    }
    std::uint64_t value = 0;
    const char* const end = bits.text.data() + bits.text.size();
    if (!bits.text.starts_with("0x") ||
        std::from_chars(bits.text.data() + 2, end, value, 16).ptr != end ||
        std::bit_cast<double>(value) == std::bit_cast<double>(value)) {
      return Fail(bits, "expected the bits of a NaN as 0x...");
    }
    *imm = static_cast<std::int64_t>(value);
    return Expect(")");
  }

  bool ParseTrailingAttribute(Inst* inst) {
    const OpInfo& info = op_info(inst->op);
    if (info.attribute == AttributeKind::Int && info.max_operands > 0) {
      return Expect("[") && ParseInteger(&inst->imm) && Expect("]");
    }
    if (info.attribute != AttributeKind::Ints) {
      return true;
    }
    std::vector<std::int64_t> values;
    if (!ParseIntegers(&values)) {
      return false;
    }
    inst->imm = function_->AddInts(std::move(values));
    return true;
  }

  // [1, 2]
  bool ParseIntegers(std::vector<std::int64_t>* values) {
    if (!Expect("[")) {
      return false;
    }
    while (!Is("]")) {
      if (!values->empty() && !Expect(",")) {
        return false;
      }
      values->emplace_back();
      if (!ParseInteger(&values->back())) {
        return false;
      }
    }
    return Expect("]");
  }

  bool ParseResult(const std::optional<Token>& label, const Token& mnemonic, Inst* inst) {
    if (!label) {
      return true;
    }
    if (op_info(inst->op).result == ResultRule::None) {
      return Fail(*label, fmt::format("`{}` gives no value", mnemonic.text));
    }
    const Token colon = Peek();
    if (!Expect(":") || !ParseType(&inst->type)) {
      return false;
    }
    return inst->type != types::kVoid || Fail(colon, "a value cannot be void");
  }

  // loc(file:begin-end); the lexer gives `-end` as one number.
  bool ParseRange(Inst* inst) {
    if (!TryTakeWord("loc")) {
      return true;
    }
    Token range;
    std::uint32_t file = 0;
    if (!Expect("(") || !ParseInteger(&file) || !Expect(":") ||
        !ExpectKind(TokenKind::Number, "a source range", &range)) {
      return false;
    }
    inst->range.file = FileId(file);
    const char* const end = range.text.data() + range.text.size();
    const auto [dash, status] = std::from_chars(range.text.data(), end, inst->range.begin);
    std::int64_t last = 0;
    if (status != std::errc() || dash != end || !ParseInteger(&last)) {
      return Fail(range, "expected a source range");
    }
    if (last > 0 || last < -std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
      return Fail(range, "expected a source range");
    }
    inst->range.end = static_cast<std::uint32_t>(-last);
    return Expect(")");
  }

  Module module_;
  Function* function_ = nullptr;
  std::map<std::string, std::size_t> functions_;
  std::map<std::string, std::size_t> constants_;
  std::unordered_map<std::string, InstId> values_;
  std::vector<PendingCall> pending_calls_;
};

}  // namespace

Result<Module> Parse(std::string_view text) { return Parser(text).Run(); }

}  // namespace kernelc::kir
