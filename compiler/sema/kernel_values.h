// Which variables of a file may hold kernels, as far as its text tells: what cannot is not followed
// when kernels are looked for.
#pragma once

#include <map>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/sema/const_effects.h"

namespace kernelc::sema {

class KernelValues {
 public:
  explicit KernelValues(const FileIndexImpl& file);

  // Whether a statement that mentions the variable has a kernel as a value: hands it on, keeps or
  // makes one. Launching it does not count.
  bool MayBeIn(std::string_view variable) const { return holders_.contains(variable); }
  // Whether what `node` runs has a kernel as a value.
  bool IsIn(const ast::Node* node);
  // The same of calls of a function, or of a class and its methods.
  bool IsInside(const ast::Node* definition);

 private:
  bool IsImported(std::string_view name) const;
  bool IsInDefinition(std::string_view name);

  const FileIndexImpl* file_;
  Mentions mentions_;
  // False while it is found out.
  std::map<std::string_view, bool> known_;
  Names holders_;
};

}  // namespace kernelc::sema
