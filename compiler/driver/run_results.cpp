#include "compiler/driver/run_results.h"

#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "compiler/driver/print_value.h"
#include "kernelc/npy.h"

namespace kernelc::driver {
namespace {

Result<NamedPart> ReadPart(const std::string& option, const std::string& text,
                           RunArguments& arguments, const std::string& signature) {
  const ArgumentValue* value = arguments.Find(std::string(NameIn(text)));
  if (value == nullptr) {
    return Failure{
        fmt::format("{} {}: `{}` has no parameter `{}`", option, text, signature, NameIn(text))};
  }
  Result<NamedPart> part = SelectPart(text, *value);
  return part ? std::move(part) : Failure{fmt::format("{} {}", option, part.failure().message)};
}

// `--expect c[0]=5`: a number of the type that the result has, where that holds it.
Result<ParsedValue> ReadExpected(const std::string& text, const ArrayPart& got,
                                 const FileNames& names) {
  if (got.shape.empty() && !got.type.record && text.find_first_of(":@(") == std::string::npos) {
    Result<ParsedValue> typed = ParseArgumentValue(ToString(got.type) + ":" + text, names);
    if (typed) {
      return typed;
    }
  }
  return ParseArgumentValue(text, names);
}

Result<RunResults::Expectation> ReadExpectation(const std::string& text, RunArguments& arguments,
                                                const std::string& signature,
                                                const FileNames& names) {
  const auto assignment = SplitAssignment(text);
  if (!assignment) {
    return Failure{
        fmt::format("--expect {}: write NAME=@FILE.npy with a parameter of `{}`", text, signature)};
  }
  Result<NamedPart> got = ReadPart("--expect", assignment->first, arguments, signature);
  if (!got) {
    return got.failure();
  }
  const Result<ArrayPart> part = PartOf(*got);
  Result<ParsedValue> expected =
      part ? ReadExpected(assignment->second, *part, names) : Result<ParsedValue>(part.failure());
  if (!expected || !expected->like.empty()) {
    return Failure{fmt::format(
        "--expect {}: {}", text,
        expected ? "it is compared with a file or a value" : expected.failure().message)};
  }
  return RunResults::Expectation{std::move(*got), assignment->second, std::move(expected->value)};
}

}  // namespace

Result<RunResults> ReadResults(const RunOptions& options, RunArguments& arguments,
                               const std::string& signature, const FileNames& names) {
  RunResults results;
  if (options.expectations.empty() && (options.rtol || options.atol || options.equal_nan)) {
    return Failure{"`--rtol`, `--atol` and `--equal-nan` do nothing without `--expect`"};
  }
  for (const std::string& text : options.prints) {
    Result<NamedPart> part = ReadPart("--print", text, arguments, signature);
    if (!part) {
      return part.failure();
    }
    results.prints.push_back(std::move(*part));
  }
  for (const std::string& text : options.expectations) {
    Result<RunResults::Expectation> expectation =
        ReadExpectation(text, arguments, signature, names);
    if (!expectation) {
      return expectation.failure();
    }
    results.expectations.push_back(std::move(*expectation));
  }
  for (const std::string& text : options.outputs) {
    const auto assignment = SplitAssignment(text);
    const ArgumentValue* value = assignment ? arguments.Find(assignment->first) : nullptr;
    if (value == nullptr) {
      return Failure{
          fmt::format("--out {}: write NAME=FILE.npy with a parameter of `{}`", text, signature)};
    }
    if (value->kind != abi::ArgKind::Array && value->kind != abi::ArgKind::Record) {
      return Failure{fmt::format("--out {}: it is no array", assignment->first)};
    }
    results.outputs.emplace_back(value, assignment->second);
  }
  return results;
}

int ShowResults(CommandContext& context, const RunOptions& options, const RunResults& results) {
  for (const NamedPart& part : results.prints) {
    context.out() << PrintPart(part);
  }
  for (const auto& [value, path] : results.outputs) {
    WriteNpy(path, value->array);
  }
  Tolerance tolerance;
  tolerance.rtol = options.rtol.value_or(tolerance.rtol);
  tolerance.atol = options.atol.value_or(tolerance.atol);
  tolerance.for_integers = options.rtol || options.atol;
  tolerance.equal_nan = options.equal_nan;
  int status = kExitDone;
  for (const RunResults::Expectation& expectation : results.expectations) {
    NamedPart reference;
    reference.text = expectation.reference;
    reference.value = &expectation.expected;
    if (expectation.expected.kind == abi::ArgKind::Array) {
      reference.part = ArrayPart::Of(expectation.expected.array);
    }
    const Result<ArrayPart> got = PartOf(expectation.got);
    const Result<ArrayPart> expected = PartOf(reference);
    if (!got || !expected) {
      status =
          context.Fail(Fault::Differs, got ? expected.failure().message : got.failure().message);
      continue;
    }
    const Comparison comparison = CompareParts(
        expectation.got.text, *got, "`" + expectation.reference + "`", *expected, tolerance);
    if (comparison.is_equal) {
      context.out() << comparison.text;
    } else {
      status = context.Fail(Fault::Differs, comparison.text);
    }
  }
  return status;
}

}  // namespace kernelc::driver
