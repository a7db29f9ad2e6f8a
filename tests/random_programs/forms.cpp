#include "tests/random_programs/forms.h"

#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace kernelc::random_programs {

namespace {

// `text` with what stands for {0}, {1}, ... as `kinds` has it: i any integer, v one that a variable
// holds, s one of 32 bits, f a float, c a condition. # is the number of the statement, T the
// threads of a block, N those of the grid, @ the number of a thread.
struct Shape {
  const char* kinds;
  const char* text;
};

constexpr Shape kFloatIndices[] = {
    {"f", "x = a32[int(max(min({0}, 39.0), 0.0))]"},
    {"f", "x = a64[int(max({0} % 32.0, 0.0))]"},
    {"f", "x = a32[int(min(max({0}, -40.0), -1.0))]"},
    {"f",
     "o# = int(max({0} % 128.0, 0.0))\n"
     "f = np.float64(pf[o#] + pf[min(o# + 1, 199)])"},
    {"f",
     "o# = np.float32({0})\n"
     "if o# > 2.5:\n    x = a16[int(min(o#, np.float32(39.0)))]"},
    {"ff", "x = m32[int(max(min({0}, 5.0), 0.0)), int({1} % 7.0)]"},
};

constexpr Shape kBytes[] = {
    {"i", "b = np.uint8((77 * au8[{0} & 31] + 150 * au8[({0} + 1) & 31] + 29 * b) >> 8)"},
    {"", "for k in range(8):\n    b = np.uint8((b >> 1) ^ (141 * (b & 1)))"},
    {"ii", "h = np.int16((h << 3) + a8[{0} % 40] * a16[{1} % 40])"},
    {"iv", "b = np.uint8(np.uint8(~au8[{0} & 31]) * np.uint8(b + 3) - np.uint8({1}))"},
    {"i", "h = np.int16(min(np.int16(a8[{0} % 40]), h) ^ np.int16(b << 2))"},
    {"ii", "s = np.int32(np.int8(au8[{0} & 31] + a8[{1} % 40]) >> 1)"},
    {"iv", "w = np.uint32(np.uint16(au8[{0} & 31] * 257) * np.uint16({1}))"},
    {"ii", "x = (np.uint8(au8[{0} & 31] - au8[{1} & 31]) >> 3) + np.int8(au8[{0} & 31] * 3)"},
};

constexpr Shape kCopies[] = {
    {"is", "cuda.atomic.add(added, {0} % 31 - 15, {1})"},
    {"is", "for k in range(4):\n    cuda.atomic.add(added, ({0} + k) % 31 - 16, {1})"},
    {"is", "cuda.atomic.add(added, np.uint8({0}) % 16, {1})"},
    {"iv", "cuda.atomic.max(highest, {0} % 31 - 16, {1})"},
    {"ivi", "for k in range({2} & 3):\n    cuda.atomic.max(highest, np.int8({0} % 31 - 16), {1})"},
    {"iif", "cuda.atomic.min(lowest, ({0} % 7 - 3, {1} % 7 - 4), {2})"},
};

constexpr Shape kCounters[] = {
    {"i",
     "v# = np.uint32({0} & 7)\nwhile v# < np.uint32(n + 40):\n"
     "    x = (x * 3 + v#) % 1000003\n    v# = np.uint32(v# + cuda.blockDim.x)"},
    {"i",
     "v# = np.uint32(-1 - ({0} & 31))\nwhile v# > np.uint32(64):\n"
     "    x = (x * 3 + (v# & 255)) % 1000003\n    v# = np.uint32(v# + 7)"},
    {"i",
     "v# = np.uint64(-1 - ({0} & 31))\nwhile v# > np.uint64(64):\n"
     "    x = (x * 3 + np.int64(v# & np.uint64(255))) % 1000003\n    v# += np.uint64(3)"},
    {"i",
     "v# = np.int32(2147483647 - ({0} & 31))\nwhile v# > 0:\n"
     "    x = (x * 3 + (v# & 255)) % 1000003\n    v# = np.int32(v# + 5)"},
    {"i",
     "v# = np.uint8({0})\nwhile v# >= 6:\n"
     "    x = (x * 3 + v#) % 1000003\n    v# = np.uint8(v# - 6)"},
    {"ii",
     "v# = {0} % 9\nwhile v# < {1} % 40:\n    if a32[v# % 40] % 3 == 0:\n        break\n"
     "    x = (x * 5 + v#) % 1000003\n    v# += max(n - 20, 1)"},
    {"i",
     "v# = 0\no# = {0} % 20\nwhile v# < o#:\n"
     "    o# -= 1\n    v# += 2\n    x = (x * 3 + o#) % 1000003"},
    {"i",
     "v# = {0} % 13 - 6\nwhile v# <= 9:\n"
     "    x = (x * 3 + a64[v#]) % 1000003\n    v# += 1 + (n & 1)"},
    {"ii",
     "o# = {0} % 30\nv# = o# + n\nwhile v# > o#:\n"
     "    x = (x * 3 + v#) % 1000003\n    if x % 11 == {1} % 13:\n        break\n    v# -= 2\n"
     "y = v# - o#"},
};

// Of arrays of a thread, filled in front.
constexpr Shape kTriangles[] = {
    {"",
     "for k in range(11, 0, -1):\n    for l in range(k):\n"
     "        t#[l] = (t#[l + 1] * 3 - t#[l]) & 65535\n"
     "x = t#[0]"},
    {"",
     "for k in range(11):\n    for l in range(11 - k):\n        if t#[l] > t#[l + 1]:\n"
     "            t#[l], t#[l + 1] = t#[l + 1], t#[l]\n"
     "x = t#[0] + t#[11] * 3"},
    {"",
     "for k in range(1, 12):\n    l = k\n    while l > 0 and t#[l - 1] > t#[l]:\n"
     "        o# = t#[l]\n        t#[l] = t#[l - 1]\n        t#[l - 1] = o#\n        l -= 1\n"
     "x = t#[1] + t#[7] * 3"},
    {"c",
     "for k in range(6):\n    for l in range(k, 6):\n        t#[l] = (t#[l] + t#[k] + l) & 65535\n"
     "        if {0}:\n            break\n"
     "x = t#[0] + t#[5] * 3 + t#[2]"},
    {"",
     "for k in range(10, 0, -3):\n    for l in range(0, k, 2):\n        t#[l + 1] ^= t#[l] + k\n"
     "x = t#[1] + t#[3] * 3 + t#[9]"},
    {"i",
     "for k in range(n % 5):\n    for l in range(k + 1):\n        t#[l] = (t#[l] + t#[k] * 5) & "
     "65535\n"
     "x = t#[0] + t#[{0} % 12]"},
    {"",
     "k = 0\nwhile k < 12:\n    l = 11\n    while l >= k:\n        t#[l] = (t#[l] - t#[k] + l) & "
     "65535\n"
     "        l -= 2\n    k += 3\n"
     "x = t#[11] + t#[10] * 3 + l"},
};

constexpr Shape kBits[] = {
    {"v", "while v#:\n    v# &= v# - 1\n    c# ^= 5"},
    {"v", "while v# > 0:\n    c# += v# & 1\n    v# >>= 1"},
    {"v", "v# = abs(v#)\nwhile v# > 1:\n    c# += 3\n    v# //= 2"},
    {"v", "v# = v# & 65535\nwhile v#:\n    v# >>= 3\n    c# -= n"},
    {"v", "o# = np.uint32(v#)\nwhile o#:\n    o# = np.uint32(o# & (o# - 1))\n    c# += 1"},
    {"v", "o# = np.int32(v#)\nwhile o# != 0:\n    o# = np.int32(o# & (o# - 1))\n    c# += 1"},
    {"v", "o# = np.uint64(v#)\nwhile o# > 0:\n    o# = o# >> np.uint64(3)\n    c# += 1"},
    {"v", "o# = np.uint8(v#)\nwhile o# != 0:\n    c# += o# & 1\n    o# = np.uint8(o# >> 1)"},
    {"v",
     "o# = np.uint64(v#)\nwhile o#:\n    c# += np.int64(o# & np.uint64(1))\n    o# >>= "
     "np.uint64(1)"},
    {"v",
     "v# = v# * 1000003\nwhile v# > 0:\n    if c# > 2000:\n        break\n    c# += v# & 3\n    v# "
     ">>= 2"},
};

constexpr Shape kDivisions[] = {
    {"ii",
     "o# = {0} % 5003 - 2000\nv# = {1} % 5003 - 2500\nwhile v# != 0:\n"
     "    o#, v# = v#, o# % v#\nx = o#"},
    {"ii",
     "o# = {0} % 100000 - 50000\nv# = ({1} % 17 - 8) | 1\nfor k in range(4):\n"
     "    o# = o# // v# + k\nx = o#"},
    {"ii",
     "o# = abs({0} % 1000003)\nv# = 2 + ({1} & 7)\nwhile o# > 0:\n"
     "    x = (x * 3 + o# % v#) % 1000003\n    o# //= v#"},
    {"ii",
     "o# = np.int32({0} % 5003 - 2000)\nv# = np.int32({1} & 15) + 1\nfor k in range(-3, 3):\n"
     "    x = (x + (o# + k) // v# * 7 + (o# - k) % v#) % 1000003"},
};

// What all threads store there is one value.
constexpr Shape kStores[] = {
    {"c", "for k in range(3):\n    if {0}:\n        q32[200] = 7"},
    {"ci",
     "for k in range({1} & 3):\n    if {0}:\n        qf[201] = 2.5\n    else:\n        q32[202] = "
     "-1"},
    {"", "q32[203] = 5"},
};

// n is 23, and n32 -6.
constexpr Shape kNeighbours[] = {
    {"ii",
     "wide# = n % 5 + 5\nr# = {0} % 3 + 1\nc# = {1} % 6 + 1\n"
     "x = (a32[r# * wide# + c#] + a32[(r# - 1) * wide# + c#] - a32[(r# + 1) * wide# + c#]"
     " + a32[r# * wide# + c# - 1]) % 1000003"},
    {"iii",
     "wide# = n % 5 + 2\ne# = n32 + 10\nr# = {0} % 2 + 1\nc# = {1} % 2 + 1\nz# = {2} % 6 + 1\n"
     "x = (p32[(z# * e# + r#) * wide# + c#] + p32[((z# - 1) * e# + r#) * wide# + c#]"
     " - p32[((z# + 1) * e# + r#) * wide# + c#] + (p32[(z# * e# + r# - 1) * wide# + c#]"
     " ^ p32[(z# * e# + r# + 1) * wide# + c# + 1])) % 1000003"},
    {"i",
     "wide# = n % 5 + 5\nc# = {0} % 7\nfor k in range(1, 4):\n"
     "    x = (x + a32[k * wide# + c#] - a32[(k - 1) * wide# + c#] * 3) % 1000003"},
    {"i",
     "for k in range(6):\n    x = (x + m32[k, {0} % 7] * (k + 1)) % 1000003\n"
     "    y = (y + m32[5 - k, ({0} + 1) % 7]) % 1000003"},
    {"ii",
     "c# = np.int32({0} % 7)\nr# = np.int32({1} % 4) + np.int32(1)\n"
     "x = (m32[r#, c#] + m32[r# - 1, c#] * 3 - m32[r# + 1, c#] + m32[r#, c# - 1]) % 1000003"},
    {"i",
     "wide# = n32 + 12\nfor k in range(5, -1, -1):\n"
     "    x = (x * 3 + a64[k * wide# + {0} % 6] - a64[-1 - k * wide#]) % 1000003"},
};

constexpr Shape kStreams[] = {
    {"s", "v# = i\nwhile v# < 200:\n    q32[v#] += {0}\n    v# += N"},
    {"s", "v# = i + (199 - i) // N * N\nwhile v# >= 0:\n    q32[v#] = q32[v#] * 3 + {0}\n    v# -= N"},
};

constexpr Shape kTogether[] = {
    {"v",
     "cuda.syncthreads()\nshared[@] = {0}\no# = T // 2\nwhile o# > 0:\n    cuda.syncthreads()\n"
     "    if @ < o#:\n        shared[@] ^= shared[@ + o#]\n    o# //= 2\n"
     "cuda.syncthreads()\ns = shared[0]"},
    {"v",
     "for k in range(4):\n    cuda.syncthreads()\n    if a32[k + n] % 3 == 0:\n        break\n"
     "    shared[@] = {0}\n    cuda.syncthreads()\n"
     "    x = (x * 3 + shared[(@ + k) % T]) % 1000003"},
    {"v",
     "for k in range(5):\n    cuda.syncthreads()\n    shared[@] = {0}\n    cuda.syncthreads()\n"
     "    s = shared[(@ * 3 + k) % T]\n    if a64[k * 3] < 0:\n        continue\n"
     "    y = (y * 5 + s + k) % 1000003"},
    {"i",
     "o# = {0} & 3\nwhile cuda.syncthreads_or(o# > 0):\n    o# -= 1\n"
     "    x = (x * 3 + o#) % 1000003"},
    {"vi",
     "c# = 0\nwhile c# < 5:\n    cuda.syncthreads()\n    shared[@] = {0}\n    c# += 1\n"
     "    cuda.syncthreads()\n    if shared[n % T] % 2 == 0:\n        break\n"
     "    for l in range({1} & 3):\n        x = (x * 3 + shared[(@ + l) % T]) % 1000003"},
};

// The last two end all threads: what holds of a number behind them holds of none.
constexpr Shape kReturns[] = {
    {"c", "if {0}:\n    whole[i, 0] = x + 1\n    return"},
    {"c", "if {0}:\n    whole[i, 0] = x + 1\n    return"},
    {"", "if n32 < 5 or n32 > 100:\n    whole[i, 0] = x + 2\n    return"},
    {"", "if n < 30:\n    whole[i, 0] = x + 3\n    return"},
};

template <std::size_t kCount>
const Shape& PickFrom(Random& random, const Shape (&shapes)[kCount]) {
  return shapes[random.Below(kCount)];
}

std::string Filled(const std::string& text, unsigned number, const FormPlace& place) {
  std::string filled;
  for (const char letter : text) {
    switch (letter) {
      case '#':
        filled += std::to_string(number);
        break;
      case '@':
        filled += place.thread;
        break;
      case 'T':
        filled += std::to_string(place.threads);
        break;
      case 'N':
        filled += std::to_string(place.threads * place.blocks);
        break;
      default:
        filled += letter;
    }
  }
  return filled;
}

std::vector<Expr> ExpressionsOf(const std::string& kinds, Expressions& make, const Names& names) {
  std::vector<Expr> exprs;
  for (const char kind : kinds) {
    exprs.push_back(kind == 'i'   ? make.IntegerOf(Type::Int64, 1e15, names, 1)
                    : kind == 'v' ? make.IntegerOf(Type::Int64, kVariable, names, 2)
                    : kind == 's' ? make.IntegerOf(Type::Int32, kVariable, names, 2)
                    : kind == 'f' ? make.FloatOf(Type::Float64, names, 2)
                                  : make.Condition(names, 1));
  }
  return exprs;
}

const Shape& PickShape(Random& random, const FormPlace& place, std::string* before) {
  if (place.together && random.Chance(50)) {
    return PickFrom(random, kTogether);
  }
  if (place.first && random.Chance(10)) {
    return PickFrom(random, kStreams);
  }
  if (place.serial && random.Chance(4)) {
    return PickFrom(random, kReturns);
  }
  switch (random.Below(8)) {
    case 0:
      return PickFrom(random, kFloatIndices);
    case 1:
      return PickFrom(random, kBytes);
    case 2:
      return PickFrom(random, kCopies);
    case 3:
      return PickFrom(random, kCounters);
    case 4:
      *before =
          "t# = cuda.local.array(12, np.int32)\nfor k in range(12):\n    t#[k] = a32[(k * 5 + i) % "
          "40] & 4095\n";
      return PickFrom(random, kTriangles);
    case 5:
      *before = "v# = {0}\nc# = i & 255\n";
      return PickFrom(random, kBits);
    case 6:
      return random.Chance(70) ? PickFrom(random, kDivisions) : PickFrom(random, kStores);
    default:
      return PickFrom(random, kNeighbours);
  }
}

}  // namespace

Stmt Form(Random& random, Expressions& make, const Names& names, unsigned number, const FormPlace& place) {
  std::string before;
  const Shape& shape = PickShape(random, place, &before);
  const bool counts = std::begin(kBits) <= &shape && &shape < std::end(kBits);
  return Simple(Filled(before + shape.text + (counts ? "\nx = (c# + v# % 7) % 1000003" : ""), number, place),
                ExpressionsOf(shape.kinds, make, names));
}

Stmt Guard(Random& random, Expressions& make, const Names& names) {
  const std::vector<std::string> tests = {
      "i < n + 26",        "i * 5 % 64 < n32 + 50", "1 <= (i * 3 + n) % 32 < 30",
      "i // 3 * n < 1500", "a32[i % 40] < 7000000", "(i ^ n) + n32 > 2",
  };
  Stmt guard;
  guard.kind = StmtKind::Compound;
  guard.head = "if " + random.Pick(tests) + " and " + random.Pick(tests);
  if (random.Chance(40)) {
    guard.head += " and {0}";
    guard.exprs.push_back(make.Condition(names, 1));
  }
  guard.head += ":";
  return guard;
}

}  // namespace kernelc::random_programs
