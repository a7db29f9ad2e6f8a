// The text of the kernels of reductions and scans. A row is what one result of a reduction is made
// of; `m` counts rows, `r` the places of a row, `s` the splits that a row is cut into, `t` the
// threads of a block.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/generate/accumulation.h"
#include "compiler/driver/generate/algorithm_files.h"
#include "compiler/functions/functions.h"

namespace kernelc::driver::generate {
namespace {

class TextWriter {
 public:
  TextWriter(const Accumulation& accumulation, const AccumulationPlan& plan,
             const Parameters& parameters, const Traversal& traversal)
      : accumulation_(accumulation), plan_(plan), parameters_(parameters), traversal_(traversal) {
    lead_ = "p0";
    for (std::size_t p = 0; !traversal.is_partial && p < parameters.count; ++p) {
      if (parameters.arrays[p] != nullptr) {
        lead_ = fmt::format("p{}", p);
        break;
      }
    }
  }

  std::size_t count() const { return plan_.kinds.size(); }

  void Line(int indent, std::string_view text) {
    text_ += fmt::format("{:{}}{}\n", "", indent, text);
  }

  void Head(std::string_view name, bool has_carries, bool has_outputs, bool has_rows) {
    std::vector<std::string> parameters;
    if (has_carries) {
      parameters.push_back(Numbered("c", count()));
    }
    if (has_outputs) {
      parameters.push_back(Numbered("o", count()));
    }
    if (has_rows) {
      parameters.emplace_back("rows");
    }
    parameters.emplace_back("splits, chunk, length");
    if (uses_index()) {
      parameters.push_back(Numbered("s", traversal_.kept + traversal_.reduced));
    }
    parameters.push_back(Numbered("p", traversal_.is_partial ? count() : parameters_.count));
    std::erase(parameters, "");
    text_ += fmt::format("\n\n@_kc.jit\ndef {}({}):\n", name, fmt::join(parameters, ", "));
  }

  void SharedArrays(std::string_view prefix, std::uint32_t extent) {
    for (std::size_t k = 0; k < count(); ++k) {
      Line(4, fmt::format(
                  "{}{} = _kc.shared.array({}, {})", prefix, k, extent,
                  plan_.kinds[k] == ScalarKind::Bool ? "_np.bool_" : TypeText(plan_.kinds[k])));
    }
  }

  // Which row and split a block has.
  void BlockPlace() {
    Line(4, "t = _kc.threadIdx.x");
    Line(4, "b = _np.int64(_kc.blockIdx.x)");
    Line(4, "m = b // splits");
    Line(4, "s = b - m * splits");
    RowPlace(4);
    Line(4, "start = s * chunk");
    Line(4, "stop = min(start + chunk, length)");
  }

  void RowPlace(int indent) {
    text_ += Unravel("m", traversal_.kept, lead_, 0, traversal_.small, indent);
  }

  void ElementPlace(int indent) {
    text_ += Unravel("r", traversal_.reduced, lead_, traversal_.kept, traversal_.small, indent);
  }

  // One of the arrays `prefix`0.. at `place`: a value, or a tuple of them.
  std::string Values(std::string_view prefix, std::string_view place) const {
    if (count() == 1) {
      return fmt::format("{}0[{}]", prefix, place);
    }
    std::vector<std::string> values;
    for (std::size_t k = 0; k < count(); ++k) {
      values.push_back(fmt::format("{}{}[{}]", prefix, k, place));
    }
    return fmt::format("({})", fmt::join(values, ", "));
  }

  void Store(int indent, std::string_view prefix, std::string_view place, std::string_view value) {
    for (std::size_t k = 0; k < count(); ++k) {
      Line(indent, fmt::format("{}{}[{}] = {}{}", prefix, k, place, value,
                               count() == 1 ? "" : fmt::format("[{}]", k)));
    }
  }

  // The value of the element at m and r.
  std::string Element() const {
    const std::string place = Place(true);
    if (traversal_.is_partial) {
      return Values("p", place);
    }
    return fmt::format("_kc_cast({}({}))", accumulation_.map,
                       Arguments(plan_.types, parameters_, place, uses_index() ? Index() : ""));
  }

  std::string Combined(std::string_view left, std::string_view right) const {
    return fmt::format("_kc_cast({}({}, {}))", accumulation_.combine, left, right);
  }

  // The place of the row, or of the element.
  std::string Place(bool with_reduced) const {
    std::string place = PlaceText("m", traversal_.kept);
    const std::string inner = with_reduced ? PlaceText("r", traversal_.reduced) : "";
    if (!place.empty() && !inner.empty()) {
      place += ", ";
    }
    place += inner;
    return place.empty() ? "0" : place;
  }

  const std::string& text() const { return text_; }
  const Traversal& traversal() const { return traversal_; }

 private:
  bool uses_index() const { return accumulation_.interface.uses_index && !traversal_.is_partial; }

  // The element's place in C order over the whole shape: strides come as numbers.
  std::string Index() const {
    std::vector<std::string> terms;
    for (std::size_t d = 0; d < traversal_.kept; ++d) {
      terms.push_back(fmt::format("m{} * s{}", traversal_.kept == 1 ? "" : std::to_string(d), d));
    }
    for (std::size_t d = 0; d < traversal_.reduced; ++d) {
      terms.push_back(fmt::format("r{} * s{}", traversal_.reduced == 1 ? "" : std::to_string(d),
                                  traversal_.kept + d));
    }
    return terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + "));
  }

  const Accumulation& accumulation_;
  const AccumulationPlan& plan_;
  const Parameters& parameters_;
  const Traversal& traversal_;
  std::string lead_;
  std::string text_;
};

// Every thread's `w` becomes what it and all threads before it have, in their order.
void WriteBlockScan(TextWriter& writer) {
  for (std::uint32_t step = 1; step < writer.traversal().block; step *= 2) {
    writer.Line(8, fmt::format("y = {}", writer.Values("w", "t")));
    writer.Line(8, fmt::format("if t >= {}:", step));
    writer.Line(12,
                fmt::format("y = {}",
                            writer.Combined(writer.Values("w", fmt::format("t - {}", step)), "y")));
    writer.Line(8, "_kc.syncthreads()");
    writer.Store(8, "w", "t", "y");
    writer.Line(8, "_kc.syncthreads()");
  }
}

void WriteTileLoads(TextWriter& writer, std::uint32_t items) {
  writer.Line(8, fmt::format("for j in range({}):", items));
  writer.Line(12, fmt::format("e = j * {} + t", writer.traversal().block));
  writer.Line(12, "r = base + e");
  writer.Line(12, "x = _kc_neutral()");
  writer.Line(12, "if r < stop:");
  writer.ElementPlace(16);
  writer.Line(16, fmt::format("x = {}", writer.Element()));
  writer.Store(12, "v", "e", "x");
  writer.Line(8, "_kc.syncthreads()");
  writer.Line(8, fmt::format("first = t * {}", items));
  writer.Line(8, fmt::format("acc = {}", writer.Values("v", "first")));
  writer.Line(8, fmt::format("for j in range(1, {}):", items));
  writer.Line(12, fmt::format("acc = {}", writer.Combined("acc", writer.Values("v", "first + j"))));
  writer.Store(8, "w", "t", "acc");
  writer.Line(8, "_kc.syncthreads()");
}

void WriteTileStores(TextWriter& writer, bool exclusive, std::uint32_t items) {
  writer.Line(8, "prefix = carry");
  writer.Line(8, "if t > 0:");
  writer.Line(12,
              fmt::format("prefix = {}", writer.Combined("carry", writer.Values("w", "t - 1"))));
  writer.Line(8, fmt::format("for j in range({}):", items));
  writer.Line(12, fmt::format("following = {}",
                              writer.Combined("prefix", writer.Values("v", "first + j"))));
  writer.Store(12, "v", "first + j", exclusive ? "prefix" : "following");
  writer.Line(12, "prefix = following");
  writer.Line(8, "_kc.syncthreads()");
  writer.Line(8, fmt::format("for j in range({}):", items));
  writer.Line(12, fmt::format("e = j * {} + t", writer.traversal().block));
  writer.Line(12, "r = base + e");
  writer.Line(12, "if r < stop:");
  writer.ElementPlace(16);
  for (std::size_t k = 0; k < writer.count(); ++k) {
    writer.Line(16, fmt::format("o{}[{}] = v{}[e]", k, writer.Place(true), k));
  }
}

}  // namespace

std::uint64_t Traversal::number() const {
  std::uint64_t number = block;
  for (const std::uint64_t part :
       {std::uint64_t{kept}, std::uint64_t{reduced}, std::uint64_t{small},
        std::uint64_t{is_partial}, std::uint64_t{is_final}}) {
    number = number * (kMaxRank + 1) + part;
  }
  return number;
}

JitKernel RowsKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                     const Parameters& parameters, const Traversal& traversal) {
  TextWriter writer(accumulation, plan, parameters, traversal);
  writer.Head("_kc_rows", false, true, false);
  writer.SharedArrays("w", traversal.block);
  writer.BlockPlace();
  writer.Line(4, "acc = _kc_neutral()");
  writer.Line(4, fmt::format("for r in range(start + t, stop, {}):", traversal.block));
  writer.ElementPlace(8);
  writer.Line(8, fmt::format("acc = {}", writer.Combined("acc", writer.Element())));
  writer.Store(4, "w", "t", "acc");
  writer.Line(4, "_kc.syncthreads()");
  for (std::uint32_t half = traversal.block / 2; half > 0; half /= 2) {
    writer.Line(4, fmt::format("if t < {}:", half));
    writer.Line(8, fmt::format("acc = {}",
                               writer.Combined(writer.Values("w", "t"),
                                               writer.Values("w", fmt::format("t + {}", half)))));
    writer.Store(8, "w", "t", "acc");
    writer.Line(4, "_kc.syncthreads()");
  }
  writer.Line(4, "if t == 0:");
  writer.Line(8, fmt::format("acc = {}", writer.Values("w", "0")));
  writer.Store(8, "o", traversal.is_final ? writer.Place(false) : "b", "acc");
  return KernelOf(plan.file, writer.text(), "_kc_rows");
}

JitKernel ColumnsKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                        const Parameters& parameters, const Traversal& traversal) {
  TextWriter writer(accumulation, plan, parameters, traversal);
  writer.Head("_kc_columns", false, true, true);
  writer.Line(4, "g = _kc.grid(1)");
  writer.Line(4, "if g < rows * splits:");
  writer.Line(8, "s = g // rows");
  writer.Line(8, "m = g - s * rows");
  writer.RowPlace(8);
  writer.Line(8, "acc = _kc_neutral()");
  writer.Line(8, "for r in range(s * chunk, min(s * chunk + chunk, length)):");
  writer.ElementPlace(12);
  writer.Line(12, fmt::format("acc = {}", writer.Combined("acc", writer.Element())));
  writer.Store(8, "o", traversal.is_final ? writer.Place(false) : "g", "acc");
  return KernelOf(plan.file, writer.text(), "_kc_columns");
}

JitKernel TilesKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                      const Parameters& parameters, const Traversal& traversal, ScanPhase phase,
                      bool exclusive, std::uint32_t items) {
  TextWriter writer(accumulation, plan, parameters, traversal);
  writer.Head("_kc_tiles", phase != ScanPhase::Whole, phase != ScanPhase::Totals, false);
  writer.SharedArrays("v", traversal.block * items);
  writer.SharedArrays("w", traversal.block);
  writer.BlockPlace();
  writer.Line(4, fmt::format("carry = {}", phase == ScanPhase::Resume ? writer.Values("c", "b")
                                                                      : "_kc_neutral()"));
  writer.Line(4, "base = start");
  writer.Line(4, "while base < stop:");
  WriteTileLoads(writer, items);
  WriteBlockScan(writer);
  if (phase != ScanPhase::Totals) {
    WriteTileStores(writer, exclusive, items);
  }
  writer.Line(
      8, fmt::format(
             "carry = {}",
             writer.Combined("carry", writer.Values("w", std::to_string(traversal.block - 1)))));
  writer.Line(8, "_kc.syncthreads()");
  writer.Line(8, fmt::format("base += {}", traversal.block * items));
  if (phase == ScanPhase::Totals) {
    writer.Line(4, "if t == 0:");
    writer.Store(8, "c", "b", "carry");
  }
  return KernelOf(plan.file, writer.text(), "_kc_tiles");
}

JitKernel SequenceKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                         const Parameters& parameters, const Traversal& traversal, ScanPhase phase,
                         bool exclusive) {
  TextWriter writer(accumulation, plan, parameters, traversal);
  writer.Head("_kc_sequence", phase != ScanPhase::Whole, phase != ScanPhase::Totals, true);
  writer.Line(4, "g = _kc.grid(1)");
  writer.Line(4, "if g < rows * splits:");
  writer.Line(8, "s = g // rows");
  writer.Line(8, "m = g - s * rows");
  writer.Line(8, "b = m * splits + s");
  writer.RowPlace(8);
  writer.Line(8, fmt::format("acc = {}", phase == ScanPhase::Resume ? writer.Values("c", "b")
                                                                    : "_kc_neutral()"));
  writer.Line(8, "for r in range(s * chunk, min(s * chunk + chunk, length)):");
  writer.ElementPlace(12);
  writer.Line(12, fmt::format("following = {}", writer.Combined("acc", writer.Element())));
  if (phase != ScanPhase::Totals) {
    writer.Store(12, "o", writer.Place(true), exclusive ? "acc" : "following");
  }
  writer.Line(12, "acc = following");
  if (phase == ScanPhase::Totals) {
    writer.Store(8, "c", "b", "acc");
  }
  return KernelOf(plan.file, writer.text(), "_kc_sequence");
}

std::size_t StateWords(const Accumulation& accumulation, const AccumulationPlan& plan) {
  const abi::ScalarInfo& info = abi::scalar_info(plan.kinds.front());
  const bool is_number = info.cls == abi::ScalarClass::Signed ||
                         info.cls == abi::ScalarClass::Unsigned ||
                         info.cls == abi::ScalarClass::Float;
  // The files are in native mode, which is that of expressions.
  const bool has_text = accumulation.file.converts && plan.kinds.size() == 1;
  return has_text && is_number && info.size >= 4 ? info.size / 4 : 0;
}

JitKernel SinglePassKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                           const Parameters& parameters, const Traversal& traversal,
                           bool exclusive) {
  FileText file = plan.file;
  for (const AlgorithmFile& module : algorithm_files()) {
    file.options.modules[fmt::format("{}.py", module.name)] = module.text;
  }
  for (const functions::StdlibFile& module : functions::stdlib_files()) {
    if (module.name == "groups") {
      file.options.modules["groups.py"] = module.text;
    }
  }
  const int bits = StateWords(accumulation, plan) == 1 ? 32 : 64;
  const TextWriter writer(accumulation, plan, parameters, traversal);
  const std::string text = fmt::format(
      R"(

from scan_tile import scan_tile
from look_back import get{0}, put{0}


@_kc.jit
def _kc_single(o0, states, length, {1}{2}):
    def load(r):
        return {3}

    def store(r, value):
        o0[r] = value

    def combined(a, b):
        return {4}

    start = _kc_neutral()
    scan_tile(_np.uint64(length), load, store, states, combined, start, start, {5}, put{0}, get{0})
)",
      bits, accumulation.interface.uses_index ? "s0, " : "", Numbered("p", parameters.count),
      writer.Element(), writer.Combined("a", "b"), exclusive ? "True" : "False");
  return KernelOf(file, text, "_kc_single");
}

}  // namespace kernelc::driver::generate
