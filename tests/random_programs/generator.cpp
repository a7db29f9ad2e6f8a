#include "tests/random_programs/generator.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/random_programs/arguments.h"
#include "tests/random_programs/device_functions.h"
#include "tests/random_programs/expressions.h"
#include "tests/random_programs/forms.h"
#include "tests/random_programs/loops.h"

namespace kernelc::random_programs {

namespace {

constexpr unsigned kDepth = 3;
// Loops inside each other.
constexpr unsigned kMaxLoops = 3;

struct Scope {
  unsigned nesting = 0;
  unsigned loops = 0;
  // Every thread of the block is here together.
  bool uniform = true;
  // Every thread of its warp is here.
  bool warps = true;
  bool in_function = false;
  // The innermost loop may be left by some threads alone, and iterations be cut short.
  bool may_break = false;
  bool may_continue = true;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), make_(random_) {}

  RandomProgram Run();

 private:
  Function Kernel();
  void AddViews(std::vector<Stmt>& body);
  void AddVariables(std::vector<Stmt>& body);
  std::vector<Stmt> Block(const Scope& scope, unsigned count);
  Stmt Statement(const Scope& scope);
  Stmt Assignment();
  Stmt HeldAssignment();
  Stmt Choice(const Scope& scope);
  Stmt WarpChoice(const Scope& scope);
  Stmt Loop(const Scope& scope);
  Stmt WhileLoop(const Scope& scope);
  Stmt Counting(const Scope& scope);
  Stmt Atomic();
  Stmt Together(const Scope& scope);
  bool MayShuffle(const Scope& scope) const;
  std::string Thread() const;
  Stmt FormHere(const Scope& scope);
  Stmt Shuffle();
  Stmt Tail();
  Stmt LocalStore();
  Stmt Stream(const Scope& scope);
  void Results(std::vector<Stmt>& body);

  Random random_;
  Expressions make_;
  Names names_;
  RandomProgram program_;
  // Above what the names of parameters end in.
  unsigned counters_ = 100;
  bool has_local_ = false;
  // Of c and e (complex), t (a tuple), m (a string): the statements that change them.
  std::vector<unsigned> held_;
};

void Generator::AddViews(std::vector<Stmt>& body) {
  for (const auto& [text, load] : Views()) {
    if (!random_.Chance(30)) {
      continue;
    }
    body.push_back(Simple(text, {}, true));
    names_.loads.push_back(load);
  }
}

void Generator::AddVariables(std::vector<Stmt>& body) {
  Names none;
  none.values = {Leaf("i", Type::Int64, 2048), Leaf("n", Type::Int64, 1000)};
  for (const auto& [text, value] : Variables()) {
    body.push_back(Simple(text, {}, true));
    names_.values.push_back(value);
  }
  const auto held = HeldVariables();
  for (unsigned kind = 0; kind < held.size(); ++kind) {
    if (!random_.Chance(25)) {
      continue;
    }
    held_.push_back(kind);
    body.push_back(Simple(held[kind].first, {}, true));
    for (const Expr& leaf : held[kind].second) {
      const bool is_load = leaf.text.find("{0}") != std::string::npos;
      (is_load ? names_.loads : names_.values).push_back(leaf);
    }
  }
  if (random_.Chance(40)) {
    has_local_ = true;
    body.push_back(Simple(
        "local = cuda.local.array(8, np.int32)\nfor k in range(8):\n    local[k] = k * 3 - 5", {},
        true));
    names_.loads.push_back(Leaf("local[{0} & 7]", Type::Int32, kVariable));
  }
}

Stmt Generator::Assignment() {
  if (!held_.empty() && random_.Chance(20)) {
    return HeldAssignment();
  }
  switch (random_.Below(12)) {
    case 0:
    case 1:
      return Simple("x = {0}", {make_.IntegerOf(Type::Int64, kVariable, names_, kDepth)});
    case 2:
      return Simple("y = {0}", {make_.IntegerOf(Type::Int64, kVariable, names_, kDepth)});
    case 3:
      return Simple("s = {0}", {make_.IntegerOf(Type::Int32, kVariable, names_, kDepth)});
    case 4:
      return Simple("b = {0}", {make_.IntegerOf(Type::UInt8, 256, names_, kDepth)});
    case 5:
      return Simple("h = {0}", {make_.IntegerOf(Type::Int16, 32768, names_, kDepth)});
    case 6:
      return Simple("w = {0}", {make_.IntegerOf(Type::UInt32, 2 * kVariable, names_, kDepth)});
    case 7:
      return Simple("u = {0}", {make_.IntegerOf(Type::UInt64, 2e19, names_, kDepth)});
    case 8:
      return Simple("f = {0}", {make_.FloatOf(Type::Float64, names_, kDepth)});
    case 9:
      return Simple("g = {0}", {make_.FloatOf(Type::Float32, names_, kDepth)});
    case 10:
      return Simple("x, y = {0}, {1}", {make_.IntegerOf(Type::Int64, kVariable, names_, 2),
                                        make_.IntegerOf(Type::Int64, kVariable, names_, 2)});
    default:
      return Simple("y, f = pair({0}, {1})", {make_.IntegerOf(Type::Int64, 1e15, names_, 2),
                                              make_.FloatOf(Type::Float64, names_, 2)});
  }
}

// Parts of complex numbers stay whole quarters that floats hold exactly.
Stmt Generator::HeldAssignment() {
  switch (random_.Pick(held_)) {
    case 0:
      return Simple("c = c * 1j + complex({0}, {1})\nc = complex(c.real % 1024.0, c.imag % 1024.0)",
                    {make_.IntegerOf(Type::Int64, kVariable, names_, 2),
                     make_.FloatOf(Type::Float64, names_, 2)});
    case 1:
      return Simple("e = np.complex64(e.conjugate() * 1j + complex({0} & 255, 3))",
                    {make_.IntegerOf(Type::Int64, kVariable, names_, 2)});
    case 2:
      return Simple("t = (t[1], t[2], {0})", {make_.IntegerOf(Type::Int64, kVariable, names_, 2)});
    default:
      return Simple("m = \"low\" if {0} else \"middle\"", {make_.Condition(names_, 2)});
  }
}

Stmt Generator::Choice(const Scope& scope) {
  Scope inner = scope;
  ++inner.nesting;
  Stmt stmt;
  stmt.kind = StmtKind::Compound;
  const bool uniform = scope.warps && random_.Chance(40);
  inner.warps = uniform;
  inner.uniform = scope.uniform && uniform;
  stmt.head = "if {0}:";
  stmt.exprs.push_back(uniform ? make_.UniformCondition(names_) : make_.Condition(names_, 2));
  stmt.body = Block(inner, 1 + random_.Below(3));
  if (random_.Chance(50)) {
    stmt.otherwise = Block(inner, 1 + random_.Below(2));
  }
  return stmt;
}

// Of some warps.
Stmt Generator::WarpChoice(const Scope& scope) {
  Scope inner = scope;
  ++inner.nesting;
  inner.uniform = false;
  const std::vector<std::string> conditions = {" < 32", " // 32 == 1", " >= 32", " < n32 + 38"};
  Stmt stmt;
  stmt.kind = StmtKind::Compound;
  stmt.head = "if " + Thread() + random_.Pick(conditions) + ":";
  stmt.body = Block(inner, 1 + random_.Below(3));
  if (random_.Chance(40)) {
    stmt.otherwise = Block(inner, 1 + random_.Below(2));
  }
  return stmt;
}

Stmt Generator::Loop(const Scope& scope) {
  Scope inner = scope;
  ++inner.nesting;
  ++inner.loops;
  const std::string variable = "k" + std::to_string(scope.loops);
  Stmt stmt;
  stmt.kind = StmtKind::Compound;
  const unsigned kind = random_.Below(5);
  const bool divergent = kind < 2;
  inner.may_continue = true;
  inner.may_break = !scope.warps || divergent || random_.Chance(30);
  inner.warps = !inner.may_break;
  inner.uniform = scope.uniform && inner.warps;
  if (kind == 0) {
    stmt.head = "for " + variable + " in range({0} % 5):";
    stmt.exprs.push_back(make_.IntegerOf(Type::Int64, 1e15, names_, 1));
  } else if (kind == 1) {
    stmt.head = "for " + variable + " in range(cuda.threadIdx.x % 4, {0} & 7, 2):";
    stmt.exprs.push_back(make_.IntegerOf(Type::Int64, 1e15, names_, 1));
  } else if (kind == 2) {
    stmt.head = "for " + variable + " in range(4, -1, -1):";
  } else if (kind == 3) {
    stmt.head = "for " + variable + " in range(n % 4):";
  } else {
    stmt.head = "for " + variable + " in (3, 1, 4):";
  }
  const Names outer = names_;
  names_.values.push_back(Leaf(variable, Type::Int64, 8));
  if (inner.warps) {
    names_.uniform.push_back(Leaf(variable, Type::Int64, 8));
  }
  stmt.body = Block(inner, 1 + random_.Below(3));
  names_ = outer;
  if (random_.Chance(10)) {
    Scope after = scope;
    after.warps = inner.warps;
    after.uniform = inner.uniform;
    stmt.otherwise = Block(after, 1);
  }
  return stmt;
}

Stmt Generator::WhileLoop(const Scope& scope) {
  Scope inner = scope;
  ++inner.nesting;
  ++inner.loops;
  inner.uniform = false;
  inner.warps = false;
  inner.may_break = true;
  inner.may_continue = true;
  const std::string counter = "c" + std::to_string(counters_++);
  Stmt outer;
  outer.kind = StmtKind::Compound;
  outer.head = counter + " = 0\nwhile " + counter + " < 4 and {0}:";
  outer.exprs.push_back(make_.Condition(names_, 1));
  outer.body.push_back(Simple(counter + " += 1", {}, true));
  for (Stmt& stmt : Block(inner, 1 + random_.Below(3))) {
    outer.body.push_back(std::move(stmt));
  }
  return outer;
}

Stmt Generator::Counting(const Scope& scope) {
  // Long enough to be unrolled; loops inside each other are shorter.
  const unsigned length = scope.loops == 0 ? 24 : 7;
  CountingLoop loop = MakeCountingLoop(random_, make_, names_, counters_++, length);
  Scope inner = scope;
  ++inner.nesting;
  ++inner.loops;
  inner.may_continue = loop.last.empty();
  inner.may_break = !(scope.warps && loop.is_uniform) || random_.Chance(30);
  inner.warps = !inner.may_break;
  inner.uniform = scope.uniform && inner.warps;
  Stmt stmt;
  stmt.kind = StmtKind::Compound;
  stmt.head = std::move(loop.head);
  stmt.exprs = std::move(loop.exprs);
  const Names outer = names_;
  names_.values.push_back(loop.variable);
  if (inner.warps) {
    names_.uniform.push_back(loop.variable);
  }
  if (!loop.step.empty()) {
    stmt.body.push_back(Simple(loop.step, {}, true));
  }
  // What tells how often it runs, and with which values.
  stmt.body.push_back(
      Simple("x = (x * 3 + " + loop.variable.text + ") % 1000003", {}, random_.Chance(50)));
  for (Stmt& inside : Block(inner, random_.Below(3))) {
    stmt.body.push_back(std::move(inside));
  }
  if (!loop.last.empty()) {
    stmt.body.push_back(Simple(loop.last, {}, true));
    if (random_.Chance(25)) {
      stmt.otherwise.push_back(Simple("x = (x * 5 + " + loop.variable.text + ") % 1000003", {}));
    }
  }
  names_ = outer;
  return stmt;
}

Stmt Generator::Atomic() {
  switch (random_.Below(4)) {
    case 0:
      return Simple("cuda.atomic.add(added, {0} & 15, {1})",
                    {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
                     make_.IntegerOf(Type::Int32, kVariable, names_, 2)});
    case 1:
      return Simple("cuda.atomic.max(highest, {0} & 15, {1})",
                    {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
                     make_.IntegerOf(Type::Int64, kVariable, names_, 2)});
    case 2:
      return Simple("cuda.atomic.xor(flipped, {0} & 15, {1})",
                    {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
                     make_.IntegerOf(Type::UInt32, 2 * kVariable, names_, 2)});
    default:
      return Simple(
          "cuda.atomic.min(lowest, ({0} & 3, {1} & 3), {2})",
          {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
           make_.IntegerOf(Type::Int64, 1e15, names_, 1), make_.FloatOf(Type::Float64, names_, 2)});
  }
}

// What the threads of a block do together.
Stmt Generator::Together(const Scope& scope) {
  const std::string threads = std::to_string(program_.threads);
  switch (random_.Below(4)) {
    case 0:
      return Simple("cuda.syncthreads()\nshared[" + Thread() +
                        "] = {0}\ncuda.syncthreads()\ns = shared[{1} % " + threads + "]",
                    {make_.IntegerOf(Type::Int64, kVariable, names_, 2),
                     make_.IntegerOf(Type::Int64, 1e15, names_, 1)});
    case 1:
      return Simple(
          "cuda.syncthreads()\nif " + Thread() + " < 8:\n    counts[" + Thread() +
              "] = 0\n"
              "cuda.syncthreads()\ncuda.atomic.add(counts, {0} & 7, {1})\ncuda.syncthreads()\n"
              "x = counts[{2} & 7] % 1000003",
          {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
           make_.IntegerOf(Type::Int64, kVariable, names_, 2),
           make_.IntegerOf(Type::Int64, 1e15, names_, 1)});
    case 2:
      if (MayShuffle(scope)) {
        return Shuffle();
      }
      [[fallthrough]];
    default: {
      Stmt stmt;
      stmt.kind = StmtKind::Compound;
      stmt.head = "cuda.syncthreads()\nreals[" + Thread() +
                  "] = {0}\ncuda.syncthreads()\n"
                  "f = reals[" +
                  threads + " - 1 - " + Thread() + "]\nif {1}:";
      stmt.exprs = {make_.FloatOf(Type::Float64, names_, 2), make_.UniformCondition(names_)};
      Scope inner = scope;
      ++inner.nesting;
      stmt.body = Block(inner, 1);
      return stmt;
    }
  }
}

bool Generator::MayShuffle(const Scope& scope) const {
  return scope.warps && !scope.in_function && !program_.serial && program_.threads % 32 == 0;
}

// Its number in the block.
std::string Generator::Thread() const {
  return program_.rows == 0 ? "cuda.threadIdx.x" : "(cuda.threadIdx.y * cuda.blockDim.x + cuda.threadIdx.x)";
}

Stmt Generator::FormHere(const Scope& scope) {
  return Form(random_, make_, names_, counters_++,
              {.together = scope.uniform && !program_.serial,
               .serial = program_.serial,
               .first = scope.loops == 0,
               .threads = program_.threads, .blocks = program_.blocks, .thread = Thread()});
}

Stmt Generator::Shuffle() {
  const std::vector<std::string> loops = {
      "off = 16\nwhile off > 0:\n    s = s ^ cuda.shfl_down_sync(-1, s, off)\n    off = off // 2",
      "off = 1\nwhile off < 32:\n    s = s ^ cuda.shfl_up_sync(-1, s, off)\n    off = off * 2",
      "for off in (16, 8, 4, 2, 1):\n    s = s ^ cuda.shfl_xor_sync(-1, s, off)",
      "s = s ^ cuda.shfl_xor_sync(-1, s, n32 + 7)",
      "off = n32 + 22\nwhile off > 0:\n    s = s ^ cuda.shfl_xor_sync(-1, s >> 1, off)\n    off = off >> 1"};
  switch (random_.Below(3)) {
    case 0:
      return Simple("s = cuda.shfl_xor_sync(-1, {0}, 5)", {make_.IntegerOf(Type::Int32, kVariable, names_, 2)});
    case 1:
      return Simple("s = cuda.shfl_sync(-1, {0}, {1} & 31)", {make_.IntegerOf(Type::Int32, kVariable, names_, 2),
                                                              make_.IntegerOf(Type::Int64, 1e15, names_, 1)});
    default:
      return Simple(random_.Pick(loops), {});
  }
}

// The rest of a kernel, for the first threads of the grid alone: the others have ended when these meet.
Stmt Generator::Tail() {
  Scope scope;
  scope.nesting = 1;
  scope.warps = false;
  Stmt tail;
  tail.kind = StmtKind::Compound;
  tail.head = random_.Chance(50) ? "if i < n + 26:" : "if i < n32 + 40:";
  std::vector<Stmt>* body = &tail.body;
  if (random_.Chance(30)) {
    Stmt inner;
    inner.kind = StmtKind::Compound;
    inner.head = "if " + Thread() + " < n:";
    tail.body.push_back(std::move(inner));
    body = &tail.body.back().body;
  }
  *body = Block(scope, 2 + random_.Below(4));
  Results(*body);
  return tail;
}

Stmt Generator::LocalStore() {
  return Simple("local[{0} & 7] = {1}", {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
                                         make_.IntegerOf(Type::Int64, kVariable, names_, 2)});
}

// A loop over more elements than the grid has threads, with neighbours read as they lie.
Stmt Generator::Stream(const Scope& scope) {
  Scope inner = scope;
  ++inner.nesting;
  ++inner.loops;
  inner.uniform = false;
  inner.warps = false;
  inner.may_continue = true;
  inner.may_break = random_.Chance(20);
  const Names outer = names_;
  names_.values.push_back(Leaf("j", Type::Int64, 200));
  for (const char* index : {"j", "j + 1", "199 - j", "j // 2"}) {
    const std::string place = std::string("[") + index + "]";
    names_.values.push_back(Leaf("p32" + place, Type::Int32, kVariable));
    names_.values.push_back(Leaf("pf" + place, Type::Float32, 256, 2));
  }
  Stmt stmt;
  stmt.kind = StmtKind::Compound;
  stmt.head = program_.rows == 0 ? "for j in range(i, 200, cuda.gridsize(1)):"
                                 : "for j in range(i, 200, " +
                                       std::to_string(program_.blocks * program_.threads) + "):";
  if (random_.Chance(40)) {
    stmt.body = Block(inner, 1 + random_.Below(2));
  }
  stmt.body.push_back(Simple(random_.Chance(50) ? "q32[j] = {0}" : "q32[j] += {0}",
                             {make_.IntegerOf(Type::Int32, kVariable, names_, 2)}));
  stmt.body.push_back(Simple("qf[j] = {0}", {make_.Float(names_, 2)}));
  names_ = outer;
  return stmt;
}

Stmt Generator::Statement(const Scope& scope) {
  const unsigned kind = random_.Below(100);
  const bool may_nest = scope.nesting < 4;
  if (scope.loops > 0 && scope.may_break && kind < 6) {
    Stmt stmt;
    stmt.kind = StmtKind::Compound;
    stmt.head = "if {0}:";
    stmt.exprs.push_back(make_.Condition(names_, 1));
    stmt.body.push_back(
        Simple(random_.Chance(50) || !scope.may_continue ? "break" : "continue", {}));
    return stmt;
  }
  if (may_nest && kind < 22) {
    return MayShuffle(scope) && kind < 10 ? WarpChoice(scope) : Choice(scope);
  }
  if (may_nest && kind < 36 && scope.loops < kMaxLoops) {
    switch (random_.Below(5)) {
      case 0:
        return WhileLoop(scope);
      case 1:
      case 2:
        return Loop(scope);
      default:
        return Counting(scope);
    }
  }
  if (kind < 48 && !program_.serial && scope.uniform && !scope.in_function) {
    return Together(scope);
  }
  if (kind < 44 && MayShuffle(scope)) {
    return Shuffle();
  }
  if (kind < 56 && !scope.in_function) {
    return Atomic();
  }
  if (kind < 62 && has_local_ && !scope.in_function) {
    return LocalStore();
  }
  if (kind < 72 && scope.loops == 0) {
    return Stream(scope);
  }
  if (kind < 86 && !scope.in_function) {
    return FormHere(scope);
  }
  if (kind < 89 && !scope.in_function) {
    return Simple("whole[i, 5] += {0}", {make_.IntegerOf(Type::Int32, kVariable, names_, 2)});
  }
  return Assignment();
}

std::vector<Stmt> Generator::Block(const Scope& scope, unsigned count) {
  std::vector<Stmt> block;
  for (unsigned i = 0; i < count; ++i) {
    block.push_back(Statement(scope));
  }
  return block;
}

void Generator::Results(std::vector<Stmt>& body) {
  body.push_back(
      Simple("whole[i, 0] = x\nwhole[i, 1] = y\nwhole[i, 2] = s\nwhole[i, 3] = b + h", {}, true));
  body.push_back(Simple("bits[i] += u ^ w\nreal[i, 0] = f\nreal[i, 1] = g", {}, true));
  body.push_back(
      Simple("whole[i, 4] = {0}", {make_.IntegerOf(Type::Int64, kVariable, names_, kDepth)}));
  // Not used any further, so it may be rounded.
  body.push_back(Simple("real[i, 2] = {0}", {make_.Float(names_, kDepth)}));
}

Function Generator::Kernel() {
  Function kernel;
  kernel.head =
      "@cuda.jit\ndef kernel(a8, au8, a16, a32, au32, a64, au64, f32, f64, m32, mf, p32, pf, n, "
      "n32, "
      "scale,\n"
      "           whole, bits, real, added, highest, flipped, lowest, q32, qf):";
  names_ = ArgumentNames();
  kernel.body.push_back(Simple(program_.rows == 0
                                   ? "i = cuda.grid(1)"
                                   : "gi, gj = cuda.grid(2)\n"
                                     "i = gi * (cuda.gridDim.y * cuda.blockDim.y) + gj",
                               {}, true));
  AddViews(kernel.body);
  AddVariables(kernel.body);
  for (unsigned d = 0; d + 2 < program_.functions.size() + 1; ++d) {
    names_.loads.push_back(Leaf("d" + std::to_string(d) + "({0}, {1})", Type::Int64, kVariable));
  }
  if (!program_.serial) {
    const std::string threads = std::to_string(program_.threads);
    kernel.body.push_back(Simple("shared = cuda.shared.array(" + threads +
                                     ", np.int32)\n"
                                     "counts = cuda.shared.array(8, np.int32)\n"
                                     "reals = cuda.shared.array(shape=" +
                                     threads +
                                     ", dtype=np.float32)\n"
                                     "shared[" +
                                     Thread() + "] = i\nreals[" + Thread() +
                                     "] = 0.25\n"
                                     "if " +
                                     Thread() + " < 8:\n    counts[" + Thread() + "] = 0",
                                 {}, true));
  }
  // Worth a change of the directions of the grid.
  for (unsigned k = 0; program_.rows != 0 && k < 1 + random_.Below(2); ++k) {
    kernel.body.push_back(Simple("for k in range(n % 4):\n    for l in range(3):\n"
                                 "        bits[i] = bits[i] * np.uint64(3) + np.uint64(gi + k)",
                                 {}));
  }
  if (program_.serial && random_.Chance(30)) {
    kernel.body.push_back(Simple("if i >= n + 9:\n    return", {}, true));
  }
  const bool is_guarded = program_.serial && random_.Chance(30);
  Stmt guard = is_guarded ? Guard(random_, make_, names_) : Stmt();
  std::vector<Stmt>& body = is_guarded ? guard.body : kernel.body;
  for (Stmt& stmt : Block(Scope{}, 4 + random_.Below(7))) {
    body.push_back(std::move(stmt));
  }
  if (!program_.serial && random_.Chance(30)) {
    body.push_back(Tail());
  } else {
    Results(body);
  }
  if (is_guarded) {
    kernel.body.push_back(std::move(guard));
  }
  return kernel;
}

RandomProgram Generator::Run() {
  program_.serial = random_.Chance(50);
  const std::vector<unsigned> threads = {32, 64, 33, 96};
  program_.threads = random_.Pick(threads);
  program_.blocks = random_.Chance(15) ? 19 : 1 + random_.Below(3);
  program_.layout = random_.Below(3);
  const bool has_rows = !random_.Chance(program_.serial ? 60 : 75);
  program_.rows = !has_rows ? 0 : program_.threads == 33 ? 3 : 1U << random_.Below(4);
  const unsigned functions = random_.Below(3);
  for (unsigned d = 0; d < functions; ++d) {
    program_.functions.push_back(DeviceFunction(random_, make_, d));
  }
  program_.functions.push_back(PairFunction(make_));
  program_.functions.push_back(Kernel());
  Analyse(program_);
  return std::move(program_);
}

}  // namespace

RandomProgram Generate(std::uint64_t seed) { return Generator(seed).Run(); }

}  // namespace kernelc::random_programs
