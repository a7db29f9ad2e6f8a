// What every random kernel begins with: its parameters, views of them, and variables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/random_programs/expressions.h"

namespace kernelc::random_programs {

// The places of a thread and the kernel's parameters.
Names ArgumentNames();

// Statements that make a view of a parameter, each with what is read through it.
std::vector<std::pair<std::string, Expr>> Views();

// Statements that declare a variable, each with its value.
std::vector<std::pair<std::string, Expr>> Variables();

// The same of complex numbers, tuples and strings, each with all that is read of it.
std::vector<std::pair<std::string, std::vector<Expr>>> HeldVariables();

}  // namespace kernelc::random_programs
