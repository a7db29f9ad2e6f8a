#include "tests/random_programs/device_functions.h"

#include <string>
#include <utility>

namespace kernelc::random_programs {

Function DeviceFunction(Random& random, Expressions& make, unsigned number) {
  Function function;
  const std::string name = "d" + std::to_string(number);
  function.head = "@cuda.jit(device=True)\ndef " + name + "(p, q):";
  Names names;
  names.values = {Leaf("p", Type::Int64, 1009), Leaf("q", Type::Int64, 769)};
  function.body.push_back(Simple("p = p % 1009\nq = q % 769", {}, true));
  for (unsigned i = 0; i < 1 + random.Below(3); ++i) {
    Stmt stmt;
    switch (random.Below(3)) {
      case 0:
        stmt = Simple("p = {0} % 1009", {make.IntegerOf(Type::Int64, 1e15, names, 2)});
        break;
      case 1:
        stmt.kind = StmtKind::Compound;
        stmt.head = "if {0}:";
        stmt.exprs.push_back(make.Condition(names, 2));
        stmt.body.push_back(
            Simple("return {0}", {make.IntegerOf(Type::Int64, kVariable, names, 2)}));
        break;
      default:
        stmt.kind = StmtKind::Compound;
        stmt.head = "for k in range(q & 3):";
        stmt.body.push_back(
            Simple("p = (p + {0}) % 1009", {make.IntegerOf(Type::Int64, kVariable, names, 1)}));
        break;
    }
    function.body.push_back(std::move(stmt));
  }
  function.body.push_back(
      Simple("return {0}", {make.IntegerOf(Type::Int64, kVariable, names, 2)}, true));
  return function;
}

Function PairFunction(Expressions& make) {
  Function function;
  function.head = "@cuda.jit\ndef pair(p, v=1.5):";
  Names names;
  names.values = {Leaf("p", Type::Int64, 1009), Leaf("v", Type::Float64, 64)};
  function.body.push_back(Simple("p = p % 1009\nv = math.floor(v % 64.0)", {}, true));
  function.body.push_back(Simple(
      "return {0}, {1}",
      {make.IntegerOf(Type::Int64, kVariable, names, 2), make.FloatOf(Type::Float64, names, 2)},
      true));
  return function;
}

}  // namespace kernelc::random_programs
