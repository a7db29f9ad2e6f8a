#include "bench/support/large_kernels.h"

#include <fmt/format.h>

#include <iterator>

namespace kernelc::bench {
namespace {

constexpr std::string_view kSignature = "float32[::1], float32[::1], int32";

constexpr std::string_view kHead = "from numba import cuda\nimport numpy as np\nimport math\n\n\n";
constexpr std::string_view kKernel =
    "@cuda.jit\ndef large(x, y, n):\n    i = cuda.grid(1)\n    if i >= n:\n        return\n";

// Appends one line; braces of `text` are those of fmt.
template <typename... Args>
void Line(std::string& out, fmt::format_string<Args...> text, Args&&... args) {
  fmt::format_to(std::back_inserter(out), text, std::forward<Args>(args)...);
  out += '\n';
}

std::string Straight(unsigned lines) {
  std::string out(kHead);
  out += kKernel;
  for (unsigned v = 0; v < 8; ++v) {
    Line(out, "    v{} = x[(i + {}) % n]", v, v);
  }
  for (unsigned k = 0; k + 20 < lines; ++k) {
    switch (k % 4) {
      case 0:
        Line(out, "    v{} = v{} * np.float32(1.5) + v{}", k % 8, (k + 1) % 8, (k + 3) % 8);
        break;
      case 1:
        Line(out, "    v{} += v{} * v{} - x[(i + {}) % n]", k % 8, (k + 2) % 8, (k + 5) % 8, k);
        break;
      case 2:
        Line(out, "    v{} = min(v{}, v{}) + np.float32({}.25)", k % 8, (k + 3) % 8, (k + 4) % 8,
             k % 10);
        break;
      default:
        Line(out, "    y[(i + {}) % n] = v{} - v{}", k, k % 8, (k + 7) % 8);
        break;
    }
  }
  return out;
}

std::string Branches(unsigned lines) {
  std::string out(kHead);
  out += kKernel;
  for (unsigned v = 0; v < 8; ++v) {
    Line(out, "    v{} = x[(i + {}) % n]", v, v);
  }
  for (unsigned k = 0; 20 + 7 * k < lines; ++k) {
    Line(out, "    if v{} > x[{}]:", k % 8, k);
    Line(out, "        v{} = v{} + v{}", (k + 1) % 8, (k + 2) % 8, k % 8);
    Line(out, "        if v{} < v{}:", (k + 4) % 8, (k + 1) % 8);
    Line(out, "            v{} = v{} * v{}", (k + 2) % 8, (k + 3) % 8, (k + 6) % 8);
    Line(out, "    else:");
    Line(out, "        v{} = v{} - x[(i + {}) % n]", (k + 3) % 8, (k + 5) % 8, k);
    Line(out, "        y[(i + {}) % n] = v{}", k, k % 8);
  }
  Line(out, "    y[i] = v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7");
  return out;
}

std::string Loops(unsigned lines) {
  std::string out(kHead);
  out += kKernel;
  Line(out, "    total = np.float32(0)");
  for (unsigned k = 0; 12 + 8 * k < lines; ++k) {
    Line(out, "    for a in range(n):");
    Line(out, "        part = np.float32({})", k);
    Line(out, "        for b in range(a, n, 2):");
    Line(out, "            part += x[b] * x[a]");
    Line(out, "            if part > x[{}]:", k);
    Line(out, "                break");
    Line(out, "        total += part");
    Line(out, "    y[(i + {}) % n] = total", k);
  }
  return out;
}

std::string Functions(unsigned lines) {
  std::string out(kHead);
  const unsigned count = lines / 10;
  for (unsigned k = 0; k < count; ++k) {
    Line(out, "@cuda.jit(device=True)");
    Line(out, "def f{}(a, b, c):", k);
    Line(out, "    d = a * b + c");
    Line(out, "    if d > a:");
    Line(out, "        d = d - math.sqrt(b)");
    if (k % 4 == 0) {
      Line(out, "    return d");
    } else {
      Line(out, "    return f{}(b, d, c) + d", k - 1);
    }
    Line(out, "\n");
  }
  out += kKernel;
  Line(out, "    s = x[i]");
  for (unsigned k = 0; k < count; ++k) {
    Line(out, "    s += f{}(s, x[{}], x[i])", k, k);
  }
  Line(out, "    y[i] = s");
  return out;
}

std::string Variables(unsigned lines) {
  std::string out(kHead);
  out += kKernel;
  const unsigned count = lines / 4;
  for (unsigned k = 0; k < count; ++k) {
    Line(out, "    v{} = x[(i + {}) % n]", k, k);
  }
  for (unsigned k = 0; k < count; ++k) {
    Line(out, "    if v{} > v{}:", k, (k + 1) % count);
    Line(out, "        v{} = v{} + v{}", k, (k + 2) % count, (k * 7) % count);
  }
  for (unsigned k = 0; k < count; ++k) {
    Line(out, "    y[(i + {}) % n] = v{}", k, k);
  }
  return out;
}

std::string Subscripts(unsigned lines) {
  std::string out(kHead);
  out += kKernel;
  Line(out, "    t = cuda.local.array((4, 8), np.float32)");
  Line(out, "    t[:] = 0");
  for (unsigned k = 0; 12 + 3 * k < lines; ++k) {
    Line(out, "    t[{}, {}] += x[(i * {} + 3) % n]", k % 4, k % 8, k);
    Line(out, "    t[{}][{}:{}] = x[i]", k % 4, k % 3, k % 3 + 4);
    Line(out, "    y[i + {} if i + {} < n else 0] = t[{}, {}]", k, k, (k + 1) % 4, (k + 2) % 8);
  }
  return out;
}

std::string Barriers(unsigned lines) {
  std::string out(kHead);
  Line(out, "@cuda.jit\ndef large(x, y, n):\n    i = cuda.grid(1)\n    t = cuda.threadIdx.x");
  Line(out, "    s = cuda.shared.array(256, np.float32)");
  Line(out, "    s[t] = x[i] if i < n else np.float32(0)");
  for (unsigned k = 0; 12 + 5 * k < lines; ++k) {
    Line(out, "    cuda.syncthreads()");
    Line(out, "    v = s[(t + {}) % 256]", k);
    Line(out, "    cuda.syncthreads()");
    Line(out, "    if t > {}:", k % 200);
    Line(out, "        s[t] += v");
  }
  Line(out, "    if i < n:\n        y[i] = s[t]");
  return out;
}

constexpr LargeShape kShapes[] = {
    {"straight", kSignature, Straight},   {"branches", kSignature, Branches},
    {"loops", kSignature, Loops},         {"functions", kSignature, Functions},
    {"variables", kSignature, Variables}, {"subscripts", kSignature, Subscripts},
    {"barriers", kSignature, Barriers},
};

}  // namespace

std::span<const LargeShape> LargeShapes() { return kShapes; }

}  // namespace kernelc::bench
