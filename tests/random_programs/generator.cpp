#include "tests/random_programs/generator.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/random_programs/expressions.h"
#include "tests/random_programs/loops.h"

namespace kernelc::random_programs {

namespace {

constexpr unsigned kDepth = 3;
// Loops inside each other.
constexpr unsigned kMaxLoops = 3;
constexpr double kVariable = 2147483648.0;

struct Scope {
  unsigned nesting = 0;
  unsigned loops = 0;
  // Every thread of the block is here together.
  bool uniform = true;
  bool in_function = false;
  // The innermost loop may be left by some threads alone.
  bool may_break = false;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), make_(random_) {}

  RandomProgram Run();

 private:
  Function DeviceFunction(unsigned number);
  Function PairFunction();
  Function Kernel();
  void AddArguments();
  void AddViews(std::vector<Stmt>& body);
  void AddVariables(std::vector<Stmt>& body);
  std::vector<Stmt> Block(const Scope& scope, unsigned count);
  Stmt Statement(const Scope& scope);
  Stmt Assignment();
  Stmt HeldAssignment();
  Stmt Choice(const Scope& scope);
  Stmt Loop(const Scope& scope);
  Stmt WhileLoop(const Scope& scope);
  Stmt Counting(const Scope& scope);
  Stmt Atomic();
  Stmt Together(const Scope& scope);
  Stmt LocalStore();
  Stmt Stream(const Scope& scope);
  Stmt Simple(std::string head, std::vector<Expr> exprs, bool fixed = false);
  void Results(std::vector<Stmt>& body);

  Random random_;
  Expressions make_;
  Names names_;
  RandomProgram program_;
  unsigned counters_ = 0;
  bool has_local_ = false;
  // Of c and e (complex), t (a tuple), m (a string): the statements that change them.
  std::vector<unsigned> held_;
};

Stmt Generator::Simple(std::string head, std::vector<Expr> exprs, bool fixed) {
  Stmt stmt;
  stmt.head = std::move(head);
  stmt.exprs = std::move(exprs);
  stmt.fixed = fixed;
  return stmt;
}

void Generator::AddArguments() {
  names_.values = {Leaf("i", Type::Int64, 2048),
                   Leaf("cuda.threadIdx.x", Type::Int32, 128),
                   Leaf("cuda.blockIdx.x", Type::Int32, 32),
                   Leaf("n", Type::Int64, 1000),
                   Leaf("n32", Type::Int32, 1000),
                   Leaf("scale", Type::Float32, 8, 2)};
  names_.uniform = {Leaf("n", Type::Int64, 1000), Leaf("n32", Type::Int32, 1000),
                    Leaf("cuda.blockIdx.x", Type::Int32, 32),
                    Leaf("cuda.blockDim.x", Type::Int32, 128)};
  names_.loads = {Leaf("a8[{0} % 40]", Type::Int8, 128),
                  Leaf("au8[{0} & 31]", Type::UInt8, 256),
                  Leaf("a16[{0} % 40]", Type::Int16, 32768),
                  Leaf("a32[{0} % a32.size]", Type::Int32, kVariable),
                  Leaf("a32[-1 - ({0} & 31)]", Type::Int32, kVariable),
                  Leaf("au32[{0} % 40]", Type::UInt32, 2 * kVariable),
                  Leaf("a64[{0} % len(a64)]", Type::Int64, kVariable),
                  Leaf("au64[{0} % 40]", Type::UInt64, 1.8446744073709552e19),
                  Leaf("m32[{0} % 6, {1} % 7]", Type::Int32, kVariable),
                  Leaf("m32[{0} % m32.shape[0]][{1} % m32.shape[1]]", Type::Int32, kVariable),
                  Leaf("f32[{0} % 40]", Type::Float32, 256, 2),
                  Leaf("f64[{0} % 40]", Type::Float64, 256, 2),
                  Leaf("mf[{0} % 6, {1} % 7]", Type::Float32, 256, 2)};
}

void Generator::AddViews(std::vector<Stmt>& body) {
  const std::vector<std::pair<std::string, Expr>> views = {
      {"back = a32[::-1]", Leaf("back[{0} % 40]", Type::Int32, kVariable)},
      {"part = a64[3:19]", Leaf("part[{0} % 16]", Type::Int64, kVariable)},
      {"even = a16[4::2]", Leaf("even[{0} % even.shape[0]]", Type::Int16, 32768)},
      {"row = m32[i % 6]", Leaf("row[{0} % 7]", Type::Int32, kVariable)},
      {"column = m32[:, i % 7]", Leaf("column[{0} % column.size]", Type::Int32, kVariable)},
      {"inner = mf[1:5, ::-2]", Leaf("inner[{0} & 3, {1} & 3]", Type::Float32, 256, 2)},
      {"turned = mf.T", Leaf("turned[{0} % 7, {1} % 6]", Type::Float32, 256, 2)},
      {"back0 = a32[::-1]\nchosen = a32\nif n > 10:\n    chosen = back0",
       Leaf("chosen[{0} % 40]", Type::Int32, kVariable)},
  };
  for (const auto& [text, load] : views) {
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
  const std::vector<std::pair<std::string, Expr>> variables = {
      {"x = 0", Leaf("x", Type::Int64, kVariable)},
      {"y = i + 3", Leaf("y", Type::Int64, kVariable)},
      {"s = np.int32(i)", Leaf("s", Type::Int32, kVariable)},
      {"b = np.uint8(7)", Leaf("b", Type::UInt8, 256)},
      {"h = np.int16(n)", Leaf("h", Type::Int16, 32768)},
      {"w = np.uint32(n)", Leaf("w", Type::UInt32, 2 * kVariable)},
      {"u = np.uint64(i)", Leaf("u", Type::UInt64, 1.8446744073709552e19)},
      {"f = 0.5", Leaf("f", Type::Float64, 1024, 2)},
      {"g = np.float32(1.25)", Leaf("g", Type::Float32, 1024, 2)},
  };
  for (const auto& [text, value] : variables) {
    body.push_back(Simple(text, {}, true));
    names_.values.push_back(value);
  }
  const std::vector<std::pair<std::string, std::vector<Expr>>> held = {
      {"c = 0j", {Leaf("int(c.real)", Type::Int64, 1024), Leaf("c.imag", Type::Float64, 1024, 2)}},
      {"e = np.complex64(1)", {Leaf("(int(e.imag) % 1000)", Type::Int64, 1000)}},
      {"t = (i, 3, n)", {Leaf("t[{0} % 3]", Type::Int64, kVariable)}},
      {"m = \"low\"",
       {Leaf("len(m)", Type::Int64, 6), Leaf("np.int64(m == \"low\")", Type::Int64, 1)}},
  };
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
  const bool uniform = scope.uniform && random_.Chance(40);
  inner.uniform = uniform;
  stmt.head = "if {0}:";
  stmt.exprs.push_back(uniform ? make_.UniformCondition(names_) : make_.Condition(names_, 2));
  stmt.body = Block(inner, 1 + random_.Below(3));
  if (random_.Chance(50)) {
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
  inner.uniform = scope.uniform && !divergent;
  inner.may_break = !inner.uniform || random_.Chance(30);
  inner.uniform = inner.uniform && !inner.may_break;
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
  if (inner.uniform) {
    names_.uniform.push_back(Leaf(variable, Type::Int64, 8));
  }
  stmt.body = Block(inner, 1 + random_.Below(3));
  names_ = outer;
  if (random_.Chance(10)) {
    Scope after = scope;
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
  inner.may_break = true;
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
  inner.may_break = !(scope.uniform && loop.is_uniform) || random_.Chance(30);
  inner.uniform = scope.uniform && loop.is_uniform && !inner.may_break;
  Stmt stmt;
  stmt.kind = StmtKind::Compound;
  stmt.head = std::move(loop.head);
  stmt.exprs = std::move(loop.exprs);
  const Names outer = names_;
  names_.values.push_back(loop.variable);
  if (inner.uniform) {
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
      return Simple(
          "cuda.syncthreads()\nshared[cuda.threadIdx.x] = {0}\ncuda.syncthreads()\n"
          "s = shared[{1} % " +
              threads + "]",
          {make_.IntegerOf(Type::Int64, kVariable, names_, 2),
           make_.IntegerOf(Type::Int64, 1e15, names_, 1)});
    case 1:
      return Simple(
          "cuda.syncthreads()\nif cuda.threadIdx.x < 8:\n    counts[cuda.threadIdx.x] = 0\n"
          "cuda.syncthreads()\ncuda.atomic.add(counts, {0} & 7, {1})\ncuda.syncthreads()\n"
          "x = counts[{2} & 7] % 1000003",
          {make_.IntegerOf(Type::Int64, 1e15, names_, 1),
           make_.IntegerOf(Type::Int64, kVariable, names_, 2),
           make_.IntegerOf(Type::Int64, 1e15, names_, 1)});
    case 2:
      if (program_.threads % 32 == 0) {
        const std::string call = random_.Chance(50) ? "cuda.shfl_xor_sync(-1, {0}, 5)"
                                                    : "cuda.shfl_sync(-1, {0}, {1} & 31)";
        return Simple("s = " + call, {make_.IntegerOf(Type::Int32, kVariable, names_, 2),
                                      make_.IntegerOf(Type::Int64, 1e15, names_, 1)});
      }
      [[fallthrough]];
    default: {
      Stmt stmt;
      stmt.kind = StmtKind::Compound;
      stmt.head =
          "cuda.syncthreads()\nreals[cuda.threadIdx.x] = {0}\ncuda.syncthreads()\n"
          "f = reals[" +
          threads + " - 1 - cuda.threadIdx.x]\nif {1}:";
      stmt.exprs = {make_.FloatOf(Type::Float64, names_, 2), make_.UniformCondition(names_)};
      Scope inner = scope;
      ++inner.nesting;
      stmt.body = Block(inner, 1);
      return stmt;
    }
  }
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
  stmt.head = "for j in range(i, 200, cuda.gridsize(1)):";
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
    stmt.body.push_back(Simple(random_.Chance(50) ? "break" : "continue", {}));
    return stmt;
  }
  if (may_nest && kind < 22) {
    return Choice(scope);
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
  if (kind < 56 && !scope.in_function) {
    return Atomic();
  }
  if (kind < 62 && has_local_ && !scope.in_function) {
    return LocalStore();
  }
  if (kind < 72 && scope.loops == 0) {
    return Stream(scope);
  }
  if (kind < 76 && !scope.in_function) {
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

// Integers in, an integer out; returns early sometimes.
Function Generator::DeviceFunction(unsigned number) {
  Function function;
  const std::string name = "d" + std::to_string(number);
  function.head = "@cuda.jit(device=True)\ndef " + name + "(p, q):";
  names_ = {};
  names_.values = {Leaf("p", Type::Int64, 1009), Leaf("q", Type::Int64, 769)};
  function.body.push_back(Simple("p = p % 1009\nq = q % 769", {}, true));
  for (unsigned i = 0; i < 1 + random_.Below(3); ++i) {
    Stmt stmt;
    switch (random_.Below(3)) {
      case 0:
        stmt = Simple("p = {0} % 1009", {make_.IntegerOf(Type::Int64, 1e15, names_, 2)});
        break;
      case 1:
        stmt.kind = StmtKind::Compound;
        stmt.head = "if {0}:";
        stmt.exprs.push_back(make_.Condition(names_, 2));
        stmt.body.push_back(
            Simple("return {0}", {make_.IntegerOf(Type::Int64, kVariable, names_, 2)}));
        break;
      default:
        stmt.kind = StmtKind::Compound;
        stmt.head = "for k in range(q & 3):";
        stmt.body.push_back(
            Simple("p = (p + {0}) % 1009", {make_.IntegerOf(Type::Int64, kVariable, names_, 1)}));
        break;
    }
    function.body.push_back(std::move(stmt));
  }
  function.body.push_back(
      Simple("return {0}", {make_.IntegerOf(Type::Int64, kVariable, names_, 2)}, true));
  return function;
}

Function Generator::PairFunction() {
  Function function;
  function.head = "@cuda.jit\ndef pair(p, v=1.5):";
  names_ = {};
  names_.values = {Leaf("p", Type::Int64, 1009), Leaf("v", Type::Float64, 64)};
  function.body.push_back(Simple("p = p % 1009\nv = math.floor(v % 64.0)", {}, true));
  function.body.push_back(Simple(
      "return {0}, {1}",
      {make_.IntegerOf(Type::Int64, kVariable, names_, 2), make_.FloatOf(Type::Float64, names_, 2)},
      true));
  return function;
}

void Generator::Results(std::vector<Stmt>& body) {
  body.push_back(
      Simple("whole[i, 0] = x\nwhole[i, 1] = y\nwhole[i, 2] = s\nwhole[i, 3] = b + h", {}, true));
  body.push_back(Simple("bits[i] = u ^ w\nreal[i, 0] = f\nreal[i, 1] = g", {}, true));
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
  names_ = {};
  AddArguments();
  kernel.body.push_back(Simple("i = cuda.grid(1)", {}, true));
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
                                     threads + ", dtype=np.float32)",
                                 {}, true));
  }
  if (program_.serial && random_.Chance(30)) {
    kernel.body.push_back(Simple("if i >= n + 9:\n    return", {}, true));
  }
  for (Stmt& stmt : Block(Scope{}, 4 + random_.Below(7))) {
    kernel.body.push_back(std::move(stmt));
  }
  Results(kernel.body);
  return kernel;
}

RandomProgram Generator::Run() {
  program_.serial = random_.Chance(50);
  const std::vector<unsigned> threads = {32, 64, 33, 96};
  program_.threads = random_.Pick(threads);
  program_.blocks = random_.Chance(15) ? 19 : 1 + random_.Below(3);
  program_.layout = random_.Below(3);
  const unsigned functions = random_.Below(3);
  for (unsigned d = 0; d < functions; ++d) {
    program_.functions.push_back(DeviceFunction(d));
  }
  program_.functions.push_back(PairFunction());
  program_.functions.push_back(Kernel());
  Analyse(program_);
  return std::move(program_);
}

}  // namespace

RandomProgram Generate(std::uint64_t seed) { return Generator(seed).Run(); }

}  // namespace kernelc::random_programs
