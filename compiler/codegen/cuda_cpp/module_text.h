// What the functions of one text share: types, names, headers, places in the source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/codegen/cuda_cpp/named_constants.h"
#include "compiler/codegen/cuda_cpp/read_only.h"
#include "compiler/codegen/cuda_cpp/type_names.h"
#include "compiler/codegen/llvm/locations.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen::cuda_cpp {

class ModuleText {
 public:
  ModuleText(const kir::Module& module, const SourceManager* sources, bool line_directives)
      : module_(&module),
        sources_(sources),
        line_directives_(line_directives),
        types_(module.types, names_),
        assignments_(FindAll(module)),
        read_only_(module, assignments_) {}

  const kir::Module& kir() const { return *module_; }
  const SourceManager* sources() const { return sources_; }
  bool line_directives() const { return line_directives_; }
  TypeNames& types() { return types_; }
  const Assignments& assignments(const kir::Function& function) const;
  const ReadOnly& read_only() const { return read_only_; }
  NameTable& names() { return names_; }
  LocationTable& locations() { return locations_; }
  // Declarations of functions of libdevice that are called, by name.
  std::map<std::string, std::string>& externs() { return externs_; }
  // What the text calls each function.
  std::map<const kir::Function*, std::string>& function_names() { return function_names_; }
  // Takes the names that the program gives constants and record types; after those of functions.
  void TakeNames();
  const NamedConstants& named_constants() const { return *named_constants_; }
  // A constant, which the text then defines.
  const Expr& ConstantData(kir::ConstantId id);
  // The name of an array of these numbers that the program calls `wanted`; the same.
  const std::string& TableName(const std::string& wanted, const std::string& element,
                               const std::vector<std::string>& numbers);
  // Their definitions.
  const std::vector<Definition>& constants() const { return constants_; }
  bool& reports_errors() { return reports_errors_; }
  bool& has_dynamic_shared() { return has_dynamic_shared_; }
  // Whether matrices in it are read by instructions that want it to begin at a multiple of 1024
  // bytes.
  bool& has_aligned_shared() { return has_aligned_shared_; }

 private:
  static std::vector<Assignments> FindAll(const kir::Module& module);

  const kir::Module* module_;
  const SourceManager* sources_;
  bool line_directives_;
  NameTable names_;
  TypeNames types_;
  // By function.
  std::vector<Assignments> assignments_;
  ReadOnly read_only_;
  LocationTable locations_;
  std::map<std::string, std::string> externs_;
  std::map<const kir::Function*, std::string> function_names_;
  std::optional<NamedConstants> named_constants_;
  std::map<kir::ConstantId, Expr> constant_data_;
  // By name in the program, type and numbers.
  std::map<std::string, std::string> table_names_;
  std::vector<Definition> constants_;
  bool reports_errors_ = false;
  bool has_dynamic_shared_ = false;
  bool has_aligned_shared_ = false;
};

}  // namespace kernelc::codegen::cuda_cpp
