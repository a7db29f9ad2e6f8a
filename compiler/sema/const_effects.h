// What statements of the host read and change.
#pragma once

#include <set>
#include <string_view>

#include "compiler/ast/ast.h"

namespace kernelc::sema {

using Names = std::set<std::string_view>;

// All names that stand in `node`.
void CollectNames(const ast::Node* node, Names* names);

// The names whose values a statement may change, with those that a call in it may change. Functions and classes that it
// defines change nothing.
void CollectWrites(const ast::Node* stmt, Names* names);

// Whether a function of the file that the file's own statements may call changes what `name` stands for: through
// `global`, or by assigning elements of it. What stands under `if __name__ == "__main__"` does not run.
bool ChangedByCalls(const ast::Module& module, std::string_view name);

}  // namespace kernelc::sema
