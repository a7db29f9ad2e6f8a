#include "bench/support/options.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace kernelc::bench {

std::optional<Options> ParseOptions(int argc, char** argv,
                                    std::initializer_list<ExtraOption> extra) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "--smoke") {
      options.smoke = true;
      options.seconds = 0;
      continue;
    }
    std::string* text = arg == "--json"     ? &options.json
                        : arg == "--filter" ? &options.filter
                        : arg == "--device" ? &options.device
                                            : nullptr;
    for (const ExtraOption& option : extra) {
      text = arg == option.name ? option.value : text;
    }
    if (text != nullptr && i + 1 < argc) {
      *text = argv[++i];
    } else if (arg == "--seconds" && i + 1 < argc) {
      options.seconds = std::strtod(argv[++i], nullptr);
    } else {
      fmt::print(stderr,
                 "usage: {} [--smoke] [--json FILE|-] [--filter TEXT] [--seconds S] "
                 "[--device DEVICE]",
                 argv[0]);
      for (const ExtraOption& option : extra) {
        fmt::print(stderr, " [{} TEXT]", option.name);
      }
      fmt::print(stderr, "\n");
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace kernelc::bench
