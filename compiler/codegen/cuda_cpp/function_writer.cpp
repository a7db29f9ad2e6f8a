#include "compiler/codegen/cuda_cpp/function_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "compiler/base/check.h"

namespace kernelc::codegen::cuda_cpp {

using kir::Op;

namespace {

constexpr unsigned kIndentWidth = 2;

// With a blank behind it, or empty.
std::string LaunchBounds(const kir::FunctionOptions& options) {
  if (options.max_threads_per_block == 0) {
    return options.max_registers == 0 ? "" : fmt::format("__maxnreg__({}) ", options.max_registers);
  }
  const std::uint32_t min_blocks = std::max(1u, options.min_blocks_per_multiprocessor);
  if (options.max_blocks_per_cluster != 0) {
    return fmt::format("__launch_bounds__({}, {}, {}) ", options.max_threads_per_block, min_blocks,
                       options.max_blocks_per_cluster);
  }
  return options.min_blocks_per_multiprocessor == 0
             ? fmt::format("__launch_bounds__({}) ", options.max_threads_per_block)
             : fmt::format("__launch_bounds__({}, {}) ", options.max_threads_per_block,
                           options.min_blocks_per_multiprocessor);
}

// Functions of the library stand where they are used.
bool StandsAtItsName(const SourceManager* sources, const kir::Function& function) {
  const std::string_view name = function.name;
  return sources != nullptr && function.range.has_value() &&
         sources->text(function.range) == name.substr(name.rfind('.') + 1);
}

}  // namespace

FunctionWriter::FunctionWriter(ModuleText& module, const kir::Function& function)
    : module_(module),
      function_(function),
      assignments_(module.assignments(function)),
      names_(module.names()),
      comments_(module.sources(), function.range),
      uses_(function.insts.size()),
      user_(function.insts.size()),
      is_whole_(function.insts.size()),
      is_address_taken_(function.insts.size()),
      value_names_(function.insts.size()),
      pending_(function.insts.size()) {
  for (const kir::ValueName& name : function.value_names) {
    if (value_names_[name.value.index].empty()) {
      value_names_[name.value.index] = function.strings[name.text];
    }
  }
}

void FunctionWriter::PutLine(TextLine line) {
  if (module_.line_directives() && range_.has_value()) {
    const SourceManager& sources = *module_.sources();
    TextLine directive{fmt::format("#line {} \"", sources.begin(range_).line)};
    for (const char c : sources.file(range_.file).path()) {
      directive.text += c == '"' || c == '\\' ? "\\" : "";
      directive.text += c;
    }
    directive.text += '"';
    directive.is_code = false;
    lines_.push_back(std::move(directive));
  }
  line.indent = std::size_t{indent_} * kIndentWidth;
  lines_.push_back(std::move(line));
}

void FunctionWriter::Declare(std::string_view type, const std::string& name, std::string_view value,
                             std::string_view extents) {
  const std::string_view equals = value.empty() ? "" : " = ";
  TextLine line{fmt::format("{} {}{}{}{};", type, name, extents, equals, value)};
  line.declares = name;
  line.has_value = !value.empty();
  PutLine(std::move(line));
}

void FunctionWriter::Assign(const std::string& name, const Expr& value) {
  TextLine line{Assignment(name, value)};
  line.assigns = IsUpdate(name, value) ? "" : name;
  PutLine(std::move(line));
}

void FunctionWriter::Block(std::string_view head, kir::RegionId region) {
  Line(fmt::format("{} {{", head));
  ++indent_;
  WriteRegion(region);
  --indent_;
}

void FunctionWriter::WriteRegion(kir::RegionId region) {
  const std::span<const kir::InstId> outer = rest_;
  const std::vector<kir::InstId>& insts = function_.region(region).insts;
  for (std::size_t i = 0; i < insts.size(); ++i) {
    rest_ = std::span(insts).subspan(i + 1);
    WriteInst(insts[i]);
  }
  rest_ = outer;
}

// The next operation that gives text; none at the end of a block.
std::optional<kir::InstId> FunctionWriter::Next() const {
  for (const kir::InstId id : rest_) {
    if (!IsLiteral(id) && (uses_[id.index] != 0 || !IsDroppable(inst(id)))) {
      return id;
    }
  }
  return std::nullopt;
}

// Whether what a call gives goes into the statement behind it, on a way on which nothing else
// happens.
bool FunctionWriter::IsUsedAtOnce(kir::InstId id) const {
  kir::InstId value = id;
  for (const kir::InstId next : rest_) {
    const kir::Inst& user = inst(next);
    const bool uses = uses_[value.index] == 1 && user_[value.index] == next;
    Hazards hazards;
    const bool computes = !Writes(user, &hazards) && kir::op_info(user.op).regions == 0 &&
                          kir::op_info(user.op).effects != kir::Effects::Control &&
                          user.op != Op::Load && !IsStaticArray(user);
    if (!uses && computes) {
      continue;
    }
    if (!uses || !computes) {
      return uses && (user.op == Op::SlotStore || user.op == Op::Return || user.op == Op::Yield ||
                      user.op == Op::If || (user.op == Op::Store && operand(user, 1) == value));
    }
    if (!value_names_[next.index].empty()) {
      return true;
    }
    value = next;
  }
  return false;
}

void FunctionWriter::WriteComments(const kir::Inst& inst) {
  for (const std::string& comment : comments_.Before(inst.range)) {
    TextLine line{"// " + comment};
    line.is_code = false;
    PutLine(std::move(line));
  }
}

std::string FunctionWriter::SpellValue(kir::InstId id) {
  return IsReadOnly(id) ? module_.types().SpellConst(type_of(id)) : Spell(type_of(id));
}

std::string FunctionWriter::NewName(kir::InstId id) {
  if (!value_names_[id.index].empty()) {
    return names_.Add(value_names_[id.index]);
  }
  const kir::Inst& value = inst(id);
  constexpr std::pair<Op, std::string_view> kNames[] = {
      {Op::ArrayMake, "view"},    {Op::AtomicCas, "value"},      {Op::AtomicRmw, "value"},
      {Op::Compare, "condition"}, {Op::ElementPtr, "place"},     {Op::FieldPtr, "place"},
      {Op::Load, "value"},        {Op::LogicalNot, "condition"},
  };
  const auto* const found =
      std::ranges::find(kNames, value.op, &std::pair<Op, std::string_view>::first);
  return names_.Add(found == std::end(kNames) ? "t" : found->second);
}

void FunctionWriter::Name(kir::InstId id, const Expr& expr, bool is_place) {
  if (!value_names_[id.index].empty()) {
    WriteComments(inst(id));
  }
  const std::string name = NewName(id);
  const TypeId value_type = inst(id).type;
  if (is_place || type(value_type).kind == types::TypeKind::Pointer) {
    Declare("auto* const", name, is_place ? Prefix("&", expr).text : expr.text);
  } else {
    Declare("const " + SpellValue(id), name, expr.converted());
    lines_.back().has_value = inst(id).op != Op::Zero;
  }
  SetName(id, name);
}

void FunctionWriter::SetValue(kir::InstId id, Expr expr) {
  pending_[id.index].emplace();
  pending_[id.index]->expr = std::move(expr);
  pending_[id.index]->uses_left = ~0u;
}

void FunctionWriter::Give(kir::InstId id, Expr expr, bool is_place) {
  const std::uint32_t uses = uses_[id.index];
  const bool is_array = type(inst(id).type).kind == types::TypeKind::Array;
  // Another name for a variable is needed only where that changes.
  const bool is_repeated = uses > 1 && !is_place && inst(id).op != Op::SlotLoad;
  if (uses == 0) {
    hazards_ = Hazards();
    return;
  }
  Pending value;
  value.expr = std::move(expr);
  value.is_place = is_place;
  value.hazards = std::move(hazards_);
  value.uses_left = uses;
  hazards_ = Hazards();
  // What goes into a variable at once needs no other name.
  const bool is_stored =
      forwarded_.contains(id.index) || (uses == 1 && (inst(user_[id.index]).op == Op::SlotStore ||
                                                      forwarded_.contains(user_[id.index].index)));
  const bool is_user_name = !value_names_[id.index].empty() && !is_place && !is_stored;
  if (value.expr.is_name() && !value.hazards.any() && !is_user_name) {
    value.uses_left = ~0u;
    pending_[id.index] = std::move(value);
    return;
  }
  // What goes into a variable first is that variable from there on.
  const std::optional<kir::InstId> next = Next();
  const bool becomes_variable = next && !is_array && !is_place && inst(*next).op == Op::SlotStore &&
                                operand(inst(*next), 1) == id &&
                                loaded_slots_.contains(operand(inst(*next), 0).index);
  if (!becomes_variable && (is_user_name || is_array || is_repeated)) {
    Name(id, value.expr, is_place);
    return;
  }
  pending_[id.index] = std::move(value);
  order_.push_back(id);
}

void FunctionWriter::Settle(const Hazards& hazards, bool everything) {
  for (const kir::InstId id : std::vector<kir::InstId>(order_)) {
    const std::optional<Pending>& value = pending_[id.index];
    if (!value || value->uses_left == 0) {
      continue;
    }
    bool clash = everything || (hazards.memory && value->hazards.memory);
    for (const std::uint32_t slot : hazards.slots) {
      clash |= value->hazards.slots.contains(slot);
    }
    if (clash) {
      const Pending taken = *value;
      Name(id, taken.expr, taken.is_place);
      std::erase(order_, id);
    }
  }
}

Expr FunctionWriter::Use(kir::InstId id) {
  const kir::Inst& value = inst(id);
  if (IsLiteral(id)) {
    return Literal(value, false);
  }
  std::optional<Pending>& pending = pending_[id.index];
  if (!pending) {
    // An array that has its parts by name.
    KC_CHECK(FindArray(id) != nullptr, "{} of {} has no value", op_info(value.op).text,
             function_.name);
    return Whole(id);
  }
  hazards_.Add(pending->hazards);
  const Expr expr = pending->is_place ? Prefix("&", pending->expr) : pending->expr;
  if (pending->uses_left != ~0u && --pending->uses_left == 0) {
    std::erase(order_, id);
  }
  return expr;
}

Expr FunctionWriter::UseTyped(kir::InstId id) {
  return IsLiteral(id) ? Literal(inst(id), true) : Use(id);
}

Expr FunctionWriter::UsePlace(kir::InstId id) {
  std::optional<Pending>& pending = pending_[id.index];
  if (pending && pending->is_place) {
    Expr place = pending->expr;
    static_cast<void>(Use(id));
    return place;
  }
  return Prefix("*", Use(id));
}

void FunctionWriter::WriteSlotLoad(kir::InstId id, const kir::Inst& value) {
  if (const auto source = forwarded_.find(id.index); source != forwarded_.end()) {
    Give(id, Use(source->second));
    return;
  }
  const std::uint32_t slot = operand(value, 0).index;
  hazards_.slots.insert(slot);
  Give(id, {slots_.at(slot), Binding::Name});
}

void FunctionWriter::WriteSlotStore(kir::InstId id, const kir::Inst& value) {
  if (!loaded_slots_.contains(operand(value, 0).index)) {
    return;
  }
  WriteComments(value);
  const std::uint32_t slot = operand(value, 0).index;
  const kir::InstId source = operand(value, 1);
  const Expr stored = Use(source);
  // What is used again is the variable from here on.
  const bool goes_on = pending_[source.index] && !pending_[source.index]->is_place &&
                       std::erase(order_, source) != 0;
  Hazards written;
  written.slots.insert(slot);
  Settle(written);
  if (declaring_.contains(id.index)) {
    Declare(Spell(operand_type(value, 1)), slots_.at(slot), stored.converted());
  } else if (stored.text != slots_.at(slot)) {
    Assign(slots_.at(slot), stored);
  }
  if (goes_on) {
    pending_[source.index]->expr = {slots_.at(slot), Binding::Name};
    pending_[source.index]->hazards = written;
    order_.push_back(source);
  }
}

void FunctionWriter::WriteReturn(kir::InstId id, const kir::Inst& value) {
  WriteComments(value);
  if (value.operands.count == 0 && id == function_.region(function_.body).insts.back()) {
    return;
  }
  if (value.operands.count > 0 && function_.result != types::kVoid) {
    Line(fmt::format("return {};", Converted(operand(value, 0))));
  } else {
    Line("return;");
  }
}

void FunctionWriter::WriteJump(const kir::Inst& value) {
  WriteComments(value);
  Line(value.op == Op::Break ? "break;" : "continue;");
}

void FunctionWriter::WriteWaitTurn(kir::InstId id) {
  module_.reports_errors() = true;
  Give(id, Call("kc::has_failed", "&kernelc_error_state"));
}

void FunctionWriter::WritePure(kir::InstId id, const kir::Inst& value) {
  if (value.op == Op::ArrayMake && FindFieldArray(id, value)) {
    return;
  }
  Expr expr = Pure(value);
  if (!value_names_[id.index].empty()) {
    WriteComments(value);
  }
  Give(id, std::move(expr));
}

void FunctionWriter::WriteInst(kir::InstId id) {
  const kir::Inst& value = inst(id);
  range_ = value.range.has_value() ? value.range : range_;
  hazards_ = Hazards();
  if ((uses_[id.index] == 0 && IsDroppable(value)) || idle_checks_.contains(id.index)) {
    return;
  }
  if (const ElementAssignment* assignment = FindAssignment(id); assignment != nullptr) {
    WriteAssignment(value, *assignment);
    return;
  }
  WriteOperation(id, value);
}

void FunctionWriter::WriteOperation(kir::InstId id, const kir::Inst& value) {
  switch (value.op) {
#define KIR_CUDA_Expression(op) case Op::op:
#include "compiler/kir/op_cases.def"
    return WritePure(id, value);
#define KIR_EFFECTS_Control(op) case Op::op:
#include "compiler/kir/op_cases.def"
    return WriteControl(id, value);
    case Op::Param:
    case Op::RegionArg:
    case Op::ConstInt:
    case Op::ConstFloat:
      return;
    case Op::SlotLoad:
      return WriteSlotLoad(id, value);
    case Op::SlotStore:
      return WriteSlotStore(id, value);
    case Op::ElementPtr:
      return Give(id, Element(value), true);
    case Op::FieldPtr:
      return Give(id, Field(value), true);
    case Op::Load:
      WriteComments(value);
      return Give(id, Load(value));
    case Op::SharedArray:
    case Op::LocalArray:
      return WriteStaticArray(id, value);
    case Op::ConstArray:
      return FindConstant(id, value);
    case Op::DynamicSharedArray:
      return WriteDynamicArray(id, value);
    case Op::Store:
    case Op::RecordCopy:
      return WriteStore(value);
    case Op::AtomicCas:
    case Op::AtomicRmw:
    case Op::Call:
    case Op::CallBuiltin:
      return WriteCall(id, value);
    case Op::ReportError:
      return WriteReport(value);
    case Op::WaitTurn:
      return WriteWaitTurn(id);
    case Op::Print:
      return WritePrint(value);
    // For the CPU alone.
    case Op::AnyThread:
    case Op::ArraysApart:
    case Op::BlockFailed:
    case Op::CountThreads:
    case Op::NewEpoch:
    case Op::ThreadCount:
    case Op::ThreadMatch:
    case Op::ThreadSlotAt:
    case Op::ThreadVote:
    case Op::WatchAccess:
    case Op::kCount:
      break;
  }
  KC_FATAL("{} in CUDA C++", op_info(value.op).text);
}

void FunctionWriter::WriteControl(kir::InstId id, const kir::Inst& value) {
  switch (value.op) {
    case Op::If:
      return WriteIf(id, value);
    case Op::While:
      return WriteWhile(value);
    case Op::ForRange:
      return WriteFor(value);
    case Op::Break:
    case Op::Continue:
      return WriteJump(value);
    case Op::Return:
      return WriteReturn(id, value);
    case Op::Fail:
      return WriteReport(value);
    case Op::Slot:
    // Written by the operation around them.
    case Op::Condition:
    case Op::Yield:
      return;
    // For the CPU alone.
    case Op::GroupLoop:
    case Op::LaneLoop:
    case Op::ThreadLoop:
    case Op::ThreadSlot:
#define KIR_EFFECTS_Pure(op) case Op::op:
#define KIR_EFFECTS_Reads(op) case Op::op:
#define KIR_EFFECTS_Writes(op) case Op::op:
#define KIR_EFFECTS_Call(op) case Op::op:
#include "compiler/kir/op_cases.def"
    case Op::kCount:
      break;
  }
  KC_FATAL("{} in CUDA C++", op_info(value.op).text);
}

bool FunctionWriter::IsPositive(kir::InstId id) const {
  const kir::Inst& value = inst(id);
  if (value.op == Op::ConstInt) {
    return value.imm > 0;
  }
  if (value.op == Op::Convert) {
    return types::IsInteger(value.type) && types::IsInteger(operand_type(value, 0)) &&
           types::scalar_bits(value.type) >= types::scalar_bits(operand_type(value, 0)) &&
           types::IsSigned(value.type) && IsPositive(operand(value, 0));
  }
  if (value.op == Op::Mul || value.op == Op::Add) {
    return types::IsSigned(value.type) && IsPositive(operand(value, 0)) &&
           IsPositive(operand(value, 1));
  }
  using builtins::BuiltinId;
  const auto builtin = static_cast<BuiltinId>(value.imm);
  return value.op == Op::CallBuiltin &&
         ((builtin >= BuiltinId::GridSizeX && builtin <= BuiltinId::GridSizeZ) ||
          (builtin >= BuiltinId::BlockDimX && builtin <= BuiltinId::BlockDimZ) ||
          (builtin >= BuiltinId::GridDimX && builtin <= BuiltinId::GridDimZ));
}

FunctionText FunctionWriter::Head() {
  FunctionText text;
  text.name = module_.function_names().at(&function_);
  text.origin = function_.name;
  if (function_.range.has_value()) {
    text.origin += fmt::format(" {} {}", function_.range.file.index, function_.range.begin);
  }
  text.is_kernel = function_.kind == kir::FunctionKind::Kernel;
  text.is_exported = function_.options.exported != kir::Export::None;
  if (text.is_kernel) {
    text.qualifiers =
        fmt::format("extern \"C\" __global__ void {}", LaunchBounds(function_.options));
  } else {
    text.qualifiers = text.is_exported                 ? "extern \"C\" __device__ "
                      : function_.options.force_inline ? "static __device__ __forceinline__ "
                                                       : "static __device__ ";
    text.result = Spell(function_.result) + " ";
  }
  if (StandsAtItsName(module_.sources(), function_)) {
    text.comment = comments_.OfFunction();
  }
  text.params = ParamList();
  return text;
}

FunctionText FunctionWriter::Write() {
  Plan();
  FunctionText result = Head();
  PlanSlots();
  WriteRegion(function_.body);
  result.body = DropUnusedNames(lines_);
  return result;
}

}  // namespace kernelc::codegen::cuda_cpp
