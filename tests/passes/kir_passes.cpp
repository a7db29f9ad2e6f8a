// Runs passes on KIR text and prints the result: kir_passes PASS... FILE
#include <iostream>
#include <string>
#include <vector>

#include "tests/passes/pass_command.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  return kernelc::passes::RunPassCommand(args, std::cout, std::cerr);
}
