// Types of a KIR module as CUDA C++ spells them, and the structs that the text has to define.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/codegen/cuda_cpp/names.h"
#include "compiler/types/type.h"

namespace kernelc::codegen::cuda_cpp {

// What the text includes besides its support header.
// A struct or an array of the text, and its name.
struct Definition {
  std::string name;
  std::string text;
};

struct Headers {
  bool half = false;
  bool bfloat = false;
  bool cooperative_groups = false;
};

class TypeNames {
 public:
  // Struct names come from `names`, the identifiers of the file.
  TypeNames(const types::TypeStore& store, NameTable& names) : store_(&store), names_(&names) {}

  // The type of a value: `float`, `kc::Array<float, 2, kc::C>`, `Point`. A record's is a pointer.
  std::string Spell(TypeId id);
  // Takes the name that the program gives a record type.
  void NameRecord(TypeId id, std::string_view name) { record_names_[id] = names_->Add(name); }
  // An array or a pointer, of const elements.
  std::string SpellConst(TypeId id);
  // The type of an array element or of what a pointer points to, where a record is its struct.
  std::string Element(TypeId id) { return Spell(id); }
  // The member of a tuple's struct that holds element number `index`.
  std::string TupleMember(TypeId tuple, std::size_t index) const;
  // Whether the struct of this record has its fields by name; else they are reached by offset.
  bool HasNamedFields(TypeId record) const;
  std::string FieldName(TypeId record, std::size_t index) const;

  const types::TypeStore& store() const { return *store_; }
  const types::Type& get(TypeId id) const { return store_->get(id); }
  // Whether Spell gives `word`, a struct or a scalar, as one type.
  bool IsTypeName(std::string_view word) const;
  // In an order in which each struct stands behind those that it holds.
  const std::vector<Definition>& definitions() const { return definitions_; }
  Headers& headers() { return headers_; }

 private:
  std::string Scalar(types::ScalarKind kind);
  std::string Tuple(TypeId id);
  std::string Record(TypeId id);

  const types::TypeStore* store_;
  NameTable* names_;
  std::map<TypeId, std::string> record_names_;
  std::map<TypeId, std::string> structs_;
  std::vector<Definition> definitions_;
  Headers headers_;
};

// A letter for each layout: C, F, A.
char LayoutName(types::Layout layout);

}  // namespace kernelc::codegen::cuda_cpp
