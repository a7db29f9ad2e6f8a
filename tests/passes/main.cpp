// GoogleTest's main with one more option: --update rewrites the goldens.
#include <gtest/gtest.h>

#include <string_view>

#include "tests/passes/pass_command.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update") {
      kernelc::passes::update_goldens() = true;
    }
  }
  return RUN_ALL_TESTS();
}
