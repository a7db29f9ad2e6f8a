// Statements that hold statements, calls, print and reports as CUDA C++.
#include <fmt/format.h>

#include <limits>

#include "compiler/base/check.h"
#include "compiler/codegen/cuda_cpp/function_writer.h"

namespace kernelc::codegen::cuda_cpp {

using kir::Op;

bool FunctionWriter::Writes(const kir::Inst& value, Hazards* hazards) const {
  if (value.op == Op::SlotStore) {
    hazards->slots.insert(operand(value, 0).index);
    return true;
  }
  if (value.op == Op::CallBuiltin) {
    const builtins::BuiltinEffects effects =
        builtins::builtin_info(static_cast<builtins::BuiltinId>(value.imm)).effects;
    const bool pure = effects == builtins::BuiltinEffects::Pure ||
                      effects == builtins::BuiltinEffects::ThreadPure;
    hazards->memory |= !pure;
    return !pure;
  }
  const kir::Effects effects = kir::op_info(value.op).effects;
  const bool writes = effects == kir::Effects::Writes || effects == kir::Effects::Call;
  hazards->memory |= writes;
  return writes;
}

FunctionWriter::Hazards FunctionWriter::WritesOf(kir::RegionId region) const {
  Hazards hazards;
  for (const kir::InstId id : function_.region(region).insts) {
    const kir::Inst& value = inst(id);
    static_cast<void>(Writes(value, &hazards));
    for (const kir::RegionId inner : function_.regions_of(value)) {
      hazards.Add(WritesOf(inner));
    }
  }
  return hazards;
}

bool FunctionWriter::IsExpression(kir::RegionId region) const {
  for (const kir::InstId id : function_.region(region).insts) {
    const kir::Inst& value = inst(id);
    Hazards hazards;
    if (Writes(value, &hazards)) {
      return false;
    }
    if (value.op == Op::Yield || value.op == Op::Condition || idle_checks_.contains(id.index)) {
      continue;
    }
    // What would get a name of its own is a statement.
    const bool is_place = value.op == Op::ElementPtr || value.op == Op::FieldPtr;
    const bool is_array = type(value.type).kind == types::TypeKind::Array;
    const bool is_repeated = uses_[id.index] > 1 && value.op != Op::SlotLoad;
    if (!IsLiteral(id) && !is_place && (is_repeated || is_array)) {
      return false;
    }
    if (!value_names_[id.index].empty() && uses_[id.index] > 0 && !IsLiteral(id)) {
      return false;
    }
    if (value.op == Op::If) {
      if (value.type == types::kVoid || !IsExpression(function_.region_of(value, 0)) ||
          !IsExpression(function_.region_of(value, 1))) {
        return false;
      }
    } else if (kir::op_info(value.op).regions > 0 ||
               kir::op_info(value.op).effects == kir::Effects::Control || IsStaticArray(value)) {
      return false;
    }
    if (value.op == Op::CallBuiltin && type(value.type).kind == types::TypeKind::Tuple) {
      return false;
    }
  }
  return true;
}

// The region is an expression: writes nothing.
Expr FunctionWriter::RegionValue(kir::RegionId region) {
  const Hazards outer = hazards_;
  Expr result;
  for (const kir::InstId id : function_.region(region).insts) {
    const kir::Inst& value = inst(id);
    if (value.op == Op::Yield || value.op == Op::Condition) {
      hazards_ = outer;
      return Use(operand(value, 0));
    }
    WriteInst(id);
  }
  KC_FATAL("a region of {} has no value", function_.name);
}

void FunctionWriter::WriteIf(kir::InstId id, const kir::Inst& value) {
  const kir::RegionId yes = function_.region_of(value, 0);
  const kir::RegionId no = function_.region_of(value, 1);
  const bool has_value = value.type != types::kVoid;
  if (has_value && IsExpression(yes) && IsExpression(no)) {
    const Expr condition = Use(operand(value, 0));
    const Expr first = RegionValue(yes);
    const Expr second = RegionValue(no);
    Give(id, Conditional(condition, first, second));
    return;
  }
  WriteComments(value);
  std::string result;
  const Expr condition = Use(operand(value, 0));
  Hazards written = WritesOf(yes);
  written.Add(WritesOf(no));
  Settle(written);
  if (has_value) {
    result = NewName(id);
    Declare(Spell(value.type), result, "");
  }
  const auto branch = [&](kir::RegionId region) {
    const std::size_t mark = names_.mark();
    ++indent_;
    WriteRegion(region);
    const std::vector<kir::InstId>& insts = function_.region(region).insts;
    if (has_value && !insts.empty() && inst(insts.back()).op == Op::Yield) {
      hazards_ = Hazards();
      Assign(result, Use(operand(inst(insts.back()), 0)));
    }
    --indent_;
    names_.Release(mark);
  };
  const bool has_yes = !function_.region(yes).insts.empty();
  const bool has_no = !function_.region(no).insts.empty();
  const std::string text = has_yes || !has_no ? condition.text : Not(condition).text;
  Line(fmt::format("if ({}) {{", text));
  branch(has_yes ? yes : no);
  if (has_yes && has_no) {
    Line("} else {");
    branch(no);
  }
  Line("}");
  if (has_value) {
    SetName(id, result);
  }
}

void FunctionWriter::WriteWhile(const kir::Inst& value) {
  WriteComments(value);
  Settle(Hazards(), true);
  const std::size_t mark = names_.mark();
  const kir::RegionId test = function_.region_of(value, 0);
  const kir::RegionId body = function_.region_of(value, 1);
  if (IsExpression(test)) {
    hazards_ = Hazards();
    Block(fmt::format("while ({})", RegionValue(test).text), body);
  } else {
    Line("while (true) {");
    ++indent_;
    WriteRegion(test);
    const kir::Inst& last = inst(function_.region(test).insts.back());
    if (last.op == Op::Condition) {
      hazards_ = Hazards();
      Line(fmt::format("if ({}) {{", Not(Use(operand(last, 0))).text));
      Line("  break;");
      Line("}");
    }
    WriteRegion(body);
    --indent_;
  }
  Line("}");
  names_.Release(mark);
}

// The bounds are computed once: what is not a name or a number gets one.
std::string FunctionWriter::LoopBound(const kir::Inst& value, std::uint32_t index,
                                      std::string_view name) {
  const Expr expr = Use(operand(value, index));
  const bool is_plain = expr.is_name() && !hazards_.any();
  hazards_ = Hazards();
  if (IsLiteral(operand(value, index)) || is_plain) {
    return expr.text;
  }
  // What is added converts; a comparison would be one of unsigned numbers.
  if (index == 2 && expr.has_value() && expr.bare_binding == Binding::Name &&
      IsPositive(operand(value, index))) {
    return expr.bare;
  }
  const std::string named = names_.Add(name);
  Declare("const " + Spell(operand_type(value, 0)), named, expr.converted());
  return named;
}

void FunctionWriter::WriteFor(const kir::Inst& value) {
  WriteComments(value);
  const kir::RegionId body = function_.region_of(value, 0);
  const kir::InstId variable = function_.region(body).insts.front();
  const TypeId id = operand_type(value, 0);
  const std::optional<std::int64_t> step = KnownInteger(operand(value, 2));
  const std::string stop = LoopBound(value, 1, "stop");
  const std::string stride = LoopBound(value, 2, "step");
  const std::string start = Use(operand(value, 0)).converted();
  Settle(Hazards(), true);
  std::size_t mark = names_.mark();
  const std::string name = NewName(variable);
  SetName(variable, name);
  const std::string type_name = Spell(id);
  if (types::IsUnsigned(id)) {
    // Counted from the start, as distances are signed.
    const std::string count = names_.Add("count");
    const std::string first = names_.Add("first");
    // It stands before the loop.
    mark = names_.mark();
    Declare("const " + type_name, first, start);
    Line(fmt::format("for (int64_t {0} = 0; {0} < int64_t({1} - {2}); {0} += kc::distance({3})) {{",
                     count, stop, first, stride));
    ++indent_;
    Declare("const " + type_name, name, fmt::format("{} + {}({})", first, type_name, count));
    --indent_;
  } else {
    const bool may_overflow = types::scalar_bits(id) < 64 && step != 1;
    const std::string counter = may_overflow ? names_.Add(name + "_wide") : name;
    const std::string counter_type = may_overflow ? "int64_t" : type_name;
    std::string test = fmt::format("{} {} {}", counter, step.value_or(1) < 0 ? ">" : "<", stop);
    if (!step.has_value() && !IsPositive(operand(value, 2))) {
      test = fmt::format("kc::in_range({}, {}, {})", counter, stop, stride);
    } else if (*step == 0) {
      test = "false";
    }
    const std::string advance =
        step == 1    ? fmt::format("++{}", counter)
        : step == -1 ? fmt::format("--{}", counter)
        : step.has_value() && *step < 0 && *step != std::numeric_limits<std::int64_t>::min()
            ? fmt::format("{} -= {}", counter, -*step)
            : fmt::format("{} += {}", counter, stride);
    Line(fmt::format("for ({} {} = {}; {}; {}) {{", counter_type, counter, start, test, advance));
    if (may_overflow) {
      ++indent_;
      Declare("const " + type_name, name, fmt::format("{}({})", type_name, counter));
      --indent_;
    }
  }
  ++indent_;
  WriteRegion(body);
  --indent_;
  Line("}");
  names_.Release(mark);
}

void FunctionWriter::WriteCall(kir::InstId id, const kir::Inst& value) {
  Expr call;
  Hazards written;
  const bool writes = Writes(value, &written);
  if (writes) {
    WriteComments(value);
  }
  if (value.op == Op::Call) {
    const kir::FunctionId callee(static_cast<std::uint32_t>(value.imm));
    call = Call(module_.function_names().at(&module_.kir().function(callee)), Arguments(value));
  } else if (value.op == Op::CallBuiltin) {
    call = Builtin(value);
  } else {
    call = Atomic(value);
  }
  if (!writes) {
    Give(id, std::move(call));
    return;
  }
  Settle(written);
  hazards_ = Hazards();
  if (value.type == types::kVoid || uses_[id.index] == 0) {
    Line(fmt::format("{};", call.text));
    return;
  }
  if (value_names_[id.index].empty() && IsUsedAtOnce(id)) {
    hazards_.memory = true;
    Give(id, std::move(call));
    return;
  }
  Name(id, call, false);
}

void FunctionWriter::WritePrint(const kir::Inst& value) {
  WriteComments(value);
  const std::string_view text = function_.text_of(value);
  const auto operands = function_.operands(value);
  std::string format;
  std::string arguments;
  const auto escape = [&format](char c) {
    if (c == '\n') {
      format += "\\n";
    } else if (c == '"' || c == '\\') {
      format += '\\';
      format += c;
    } else if (c == '%') {
      format += "%%";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      format += fmt::format("\\{:03o}", static_cast<unsigned>(c));
    } else {
      format += c;
    }
  };
  const auto add = [&](const kir::InstId id) {
    const TypeId what = type_of(id);
    const Expr expr = UseTyped(id);
    if (types::IsBool(what)) {
      format += "%s";
      arguments += fmt::format(", {} ? \"True\" : \"False\"", Operand(expr, Binding::LogicalOr));
    } else if (types::IsComplex(what)) {
      format += "(%f%+fj)";
      const std::string base = Operand(expr, Binding::Primary);
      arguments += fmt::format(", double({0}.real), double({0}.imag)", base);
    } else if (types::IsFloat(what)) {
      format += "%f";
      arguments += types::scalar_bits(what) == 16
                       ? fmt::format(", double(kc::widen({}))", expr.text)
                       : fmt::format(", double({})", expr.value().text);
    } else {
      const bool is_unsigned = types::IsScalar(what) && types::IsUnsigned(what);
      format += is_unsigned ? "%llu" : "%lld";
      arguments += is_unsigned ? fmt::format(", (unsigned long long)({})", expr.value().text)
                               : fmt::format(", (long long)({})", expr.value().text);
    }
  };
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view pair = text.substr(i, 2);
    if (pair == "{}" && next < operands.size()) {
      add(operands[next++]);
      ++i;
    } else {
      escape(text[i]);
      i += pair == "{{" || pair == "}}" ? 1u : 0u;
    }
  }
  Line(fmt::format("printf(\"{}\"{});", format, arguments));
}

void FunctionWriter::WriteReport(const kir::Inst& value) {
  WriteComments(value);
  if (module_.kir().checks.errors) {
    module_.reports_errors() = true;
    const std::uint32_t location =
        module_.locations().NumberOf(module_.sources(), function_, value);
    std::string values;
    for (std::uint32_t i = 0; i < 3; ++i) {
      values += i < value.operands.count
                    ? fmt::format(", int64_t({})", Use(operand(value, i)).value().text)
                    : ", 0";
    }
    Line(fmt::format("kc::report_error(&kernelc_error_state, {}, {}{});", value.imm, location,
                     values));
  }
  if (value.op == Op::Fail) {
    Line("kc::exit_thread();");
  }
}

}  // namespace kernelc::codegen::cuda_cpp
