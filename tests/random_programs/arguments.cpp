#include "tests/random_programs/arguments.h"

namespace kernelc::random_programs {

Names ArgumentNames() {
  Names names;
  names.values = {Leaf("i", Type::Int64, 2048),
                  Leaf("cuda.threadIdx.x", Type::Int32, 128),
                  Leaf("cuda.blockIdx.x", Type::Int32, 32),
                  Leaf("n", Type::Int64, 1000),
                  Leaf("n32", Type::Int32, 1000),
                  Leaf("scale", Type::Float32, 8, 2)};
  names.uniform = {Leaf("n", Type::Int64, 1000), Leaf("n32", Type::Int32, 1000),
                   Leaf("cuda.blockIdx.x", Type::Int32, 32),
                   Leaf("cuda.blockDim.x", Type::Int32, 128)};
  names.loads = {Leaf("a8[{0} % 40]", Type::Int8, 128),
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
  return names;
}

std::vector<std::pair<std::string, Expr>> Views() {
  return {
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
}

std::vector<std::pair<std::string, Expr>> Variables() {
  return {
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
}

std::vector<std::pair<std::string, std::vector<Expr>>> HeldVariables() {
  return {
      {"c = 0j", {Leaf("int(c.real)", Type::Int64, 1024), Leaf("c.imag", Type::Float64, 1024, 2)}},
      {"e = np.complex64(1)", {Leaf("(int(e.imag) % 1000)", Type::Int64, 1000)}},
      {"t = (i, 3, n)", {Leaf("t[{0} % 3]", Type::Int64, kVariable)}},
      {"m = \"low\"",
       {Leaf("len(m)", Type::Int64, 6), Leaf("np.int64(m == \"low\")", Type::Int64, 1)}},
  };
}

}  // namespace kernelc::random_programs
