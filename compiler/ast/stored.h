// Trees as bytes, which programs hold: reading them back takes a twentieth of the time of parsing.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "compiler/ast/ast.h"

namespace kernelc::ast {

// All of the tree: kinds, ranges, fields. Another version of nodes.def does not read it.
std::string Store(const Module& module);

// The tree that Store() made `bytes` of. Its identifiers and texts lie in `bytes`, which outlive
// it; its nodes have ids in the order of the text, and places in `file`.
std::unique_ptr<Module> Load(std::string_view bytes, FileId file);

}  // namespace kernelc::ast
