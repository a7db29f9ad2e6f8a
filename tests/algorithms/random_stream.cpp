// Writes the random bits of a generator on the CPU device, as programs that test them read:
//
//   random_stream SEED              32-bit words in the machine's order, until nobody reads any more
//   random_stream SEED WORDS        the sum of so many words as a number, to see that it runs
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "kernelc/generator.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: %s SEED [WORDS]\n", argv[0]);
    return 2;
  }
  try {
    kernelc::Generator generator(std::strtoull(argv[1], nullptr, 0));
    const std::int64_t size = argc == 3 ? std::strtoll(argv[2], nullptr, 0) : 1 << 22;
    const kernelc::DeviceArray<std::uint32_t> words(kernelc::Context("cpu"), kernelc::Dims{size});
    std::vector<std::uint32_t> host;
    do {
      generator.Bits(words);
      host = words.ToVector();
    } while (argc == 2 && std::fwrite(host.data(), sizeof host[0], host.size(), stdout) == host.size());
    if (argc == 3) {
      const std::uint64_t sum = std::accumulate(host.begin(), host.end(), std::uint64_t{0});
      std::printf("%llx\n", static_cast<unsigned long long>(sum));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
