#include "compiler/sema/slips.h"

#include <algorithm>
#include <cmath>

#include "compiler/advice/report.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Longer texts are not repeated in messages.
constexpr std::size_t kLongestText = 50;

}  // namespace

void CheckLanes(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  const auto is_all = [&](const Argument& argument) {
    return argument.value.is_number() && argument.value.number.is_integral() &&
           (argument.value.number.integer == 0xffffffff || SpellingAt(fn, argument.range) == "-1");
  };
  // What is called a mask, or has the type of masks, is one; -1 may be a value, but elements of
  // arrays are hardly masks.
  const std::string_view first = SpellingAt(fn, arguments[0].range);
  const bool is_hex =
      arguments[1].value.is_number() && arguments[1].value.number.integer == 0xffffffff;
  const bool may_be_value = !arguments[0].value.is_number() &&
                            arguments[0].value.type != types::kUInt32 &&
                            first.find("mask") == std::string_view::npos &&
                            (is_hex || first.find('[') != std::string_view::npos);
  const bool is_swapped =
      types::IsFloat(arguments[0].value.type) || (is_all(arguments[1]) && may_be_value);
  if (!is_swapped || call.args.size() != arguments.size()) {
    return;
  }
  // The mask in front, the others as they stand.
  std::size_t mask = 1;
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    mask = is_all(arguments[i]) && !is_all(arguments[1]) ? i : mask;
  }
  std::string others;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    others += i == mask ? std::string() : fmt::format(", {}", SpellingAt(fn, arguments[i].range));
  }
  fn.Report(arguments[0].range, diag::Kind::SwappedArguments, name,
            Describe(fn, arguments[0].value))
      .Help(fmt::format("write `{}({}{})`", name, SpellingAt(fn, arguments[mask].range), others))
      .Emit();
}

bool CheckRange(FunctionContext& fn, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size() && i < 3; ++i) {
    const Value& value = arguments[i].value;
    const std::string_view text = SpellingAt(fn, arguments[i].range);
    const bool is_step = i == 2;
    if (!types::IsFloat(value.type)) {
      continue;
    }
    if (value.is_number() && is_step && std::abs(value.number.as_double()) < 1) {
      fn.Report(arguments[i].range, diag::Kind::ZeroStep, "`range`")
          .Help(fmt::format(
              "`range` counts in integers, and makes {0} a 0: count the steps, and compute each "
              "value, as in `x = start + i * {0}`",
              text))
          .Emit();
      return false;
    }
    const bool is_cut =
        value.is_number() && value.number.as_double() != std::trunc(value.number.as_double());
    if (is_cut || (is_step && !value.is_number())) {
      fn.Report(arguments[i].range, diag::Kind::RangeOfFloats, text)
          .Help(
              is_step
                  ? fmt::format(
                        "count the steps, and compute each value, as in `x = start + i * {}`", text)
                  : fmt::format("write `int({0})`, or `math.ceil({0})` to include the last part",
                                text))
          .Emit();
    }
  }
  return true;
}

void CheckLostArrays(FunctionContext& fn) {
  if (fn.instance.kind != kir::FunctionKind::Kernel || fn.is_library()) {
    return;
  }
  std::vector<bool> is_read(fn.renaming.versions.size(), false);
  const auto mark = [&](VersionId version) {
    if (version.has_value()) {
      is_read[version.index] = true;
    }
  };
  for (const auto& [node, use] : fn.renaming.uses) {
    mark(use.version);
  }
  for (const auto& [node, uses] : fn.renaming.closure_uses) {
    for (const auto& [name, use] : uses) {
      mark(use.version);
    }
  }
  for (const scopes::Version& version : fn.renaming.versions) {
    if (version.kind == scopes::VersionKind::Phi && version.live) {
      std::ranges::for_each(version.operands, mark);
    }
  }
  for (std::size_t i = 0; i < fn.renaming.versions.size(); ++i) {
    const scopes::Version& version = fn.renaming.versions[i];
    const VersionState& state = fn.states[i];
    if (version.kind != scopes::VersionKind::Assigned || is_read[i] || !state.known ||
        !types::IsScalar(state.type)) {
      continue;
    }
    const auto array =
        std::ranges::find_if(fn.renaming.versions, [&](const scopes::Version& parameter) {
          const auto index = static_cast<std::size_t>(&parameter - fn.renaming.versions.data());
          const VersionState& given = fn.states[index];
          return parameter.kind == scopes::VersionKind::Parameter &&
                 parameter.variable == version.variable && given.known && given.type.has_value() &&
                 fn.program.types().get(given.type).kind == types::TypeKind::Array;
        });
    if (array == fn.renaming.versions.end()) {
      continue;
    }
    const std::string_view name = fn.renaming.variables[version.variable];
    // Such names say that nobody reads them.
    if (name.starts_with('_')) {
      continue;
    }
    fn.Report(version.range, diag::Kind::LostArray, name)
        .Label(array->range, "the array")
        .Help(fmt::format("write an element: `{}[i] = ...`", name))
        .Emit();
  }
}

void CheckTupleOrder(FunctionContext& fn, ast::CompareOperator op, std::size_t parts,
                     SourceRange range, SourceRange left, SourceRange right) {
  const bool orders = op == ast::CompareOperator::Lt || op == ast::CompareOperator::LtE ||
                      op == ast::CompareOperator::Gt || op == ast::CompareOperator::GtE;
  const std::string_view sign = ast::operator_spelling(op);
  const std::string_view first = SpellingAt(fn, left);
  const std::string_view second = SpellingAt(fn, right);
  const bool has_shape = first.ends_with(".shape") || second.ends_with(".shape");
  if (!orders || !has_shape || parts < 2) {
    return;
  }
  const auto part = [](std::string_view text, int number) {
    const std::size_t comma = text.find(',');
    const bool is_pair =
        text.starts_with('(') && text.ends_with(')') && comma != std::string_view::npos;
    if (!is_pair) {
      return fmt::format("{}[{}]", text, number);
    }
    std::string_view one =
        number == 0 ? text.substr(1, comma - 1) : text.substr(comma + 1, text.size() - comma - 2);
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    return std::string(one);
  };
  const bool is_short = first.size() + second.size() <= kLongestText && parts == 2;
  fn.Report(range, diag::Kind::TupleOrder, sign)
      .Help(is_short ? fmt::format("compare each part: `{} {} {} and {} {} {}`", part(first, 0),
                                   sign, part(second, 0), part(first, 1), sign, part(second, 1))
                     : "compare each part, and join the comparisons with `and`")
      .Emit();
}

void CheckMissingReturn(FunctionContext& fn, const Value& optional, SourceRange range) {
  const kir::Inst& inst = fn.kir_function.inst(optional.inst);
  if (inst.op != kir::Op::Call || std::ranges::find(fn.tested, optional.inst) != fn.tested.end()) {
    return;
  }
  for (const Instance* callee : fn.instance.callees) {
    if (static_cast<std::int64_t>(callee->id.index) == inst.imm && callee->open_end.has_value() &&
        !callee->says_none && callee->function->name_range.has_value()) {
      fn.Report(range, diag::Kind::MissingReturn, callee->function->name)
          .Label(callee->open_end,
                 fmt::format("`{}` comes to its end behind this, without `return`",
                             callee->function->name))
          .Help(
              "give a value there as well; where None is meant, write `return None`, and test for "
              "it")
          .Emit();
      return;
    }
  }
}

void ReportUnknownType(FunctionContext& fn) {
  const std::string_view name = SpellingAt(fn, fn.pending_range);
  const SourceFile& file = fn.function.file->sources().file(fn.pending_range.file);
  const std::uint32_t line = file.line_column(fn.pending_range.begin).line;
  // `total += x` alone: what stands in front of it in the text, or behind it in a loop, does not
  // assign the variable.
  const bool is_first =
      std::ranges::all_of(fn.renaming.versions, [&](const scopes::Version& version) {
        return version.kind == scopes::VersionKind::Phi ||
               fn.renaming.variables[version.variable] != name ||
               (version.kind == scopes::VersionKind::Assigned &&
                file.line_column(version.range.begin).line == line);
      });
  const bool is_variable =
      std::ranges::find(fn.renaming.variables, name) != fn.renaming.variables.end();
  if (is_variable && is_first) {
    fn.Report(fn.pending_range, diag::Kind::UndefinedVariable, name)
        .Help(HelpForUndefined(name))
        .Emit();
    return;
  }
  fn.Report(fn.pending_range, diag::Kind::UnknownType)
      .Help("give the variable a value whose type is known before it is used")
      .Emit();
}

}  // namespace kernelc::sema
