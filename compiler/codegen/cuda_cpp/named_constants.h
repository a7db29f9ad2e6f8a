// Numbers that the program gives names, `TW = 16`: constants of the text.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/codegen/cuda_cpp/expr.h"
#include "compiler/codegen/cuda_cpp/names.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen::cuda_cpp {

class NamedConstants {
 public:
  // Takes the names of all constants of the module.
  NamedConstants(const kir::Module& module, NameTable* names);

  // What the program writes for a number (const_int, const_float), in a type that computes the
  // same; `typed`: in its own one. Null where it writes the number, or where that is no constant of
  // C++.
  std::optional<Expr> NumberText(const kir::Function& function, kir::InstId id, bool typed) const;
  // The same for an extent of a shared_array or local_array, and for the name of a tuple_make.
  std::optional<Expr> Text(const kir::Function& function, kir::InstId id,
                           std::uint32_t place = 0) const;
  // `constexpr int TW = 16;` for those that `is_read`.
  template <typename IsRead>
  std::string Definitions(const IsRead& is_read) const {
    std::string text;
    for (const Entry& entry : entries_) {
      text += is_read(entry.name) ? Definition(entry) : "";
    }
    return text;
  }

 private:
  struct Entry {
    const kir::NamedConstant* constant;
    // In the text.
    std::string name;
    // Of the definition: int32, int64, float32, float64 or bool.
    TypeId type;
    // The floating-point types that the program needs it in.
    std::set<TypeId> wanted = {};
  };

  // What the program writes.
  struct Written {
    Expr expr;
    // Numbers of the constants in it.
    std::vector<std::size_t> constants;
    // It has a number with a fraction.
    bool has_fraction = false;
    // It is one name.
    bool is_word = false;
  };

  static std::string Definition(const Entry& entry);
  Written Parse(const std::string& text) const;
  void NoteUse(const kir::Function& function, const kir::ConstantText& use);
  const Written* Find(const kir::Function& function, kir::InstId id, std::uint32_t place) const;
  bool IsOfType(const Written& written, TypeId type) const;
  bool Holds(const Entry& entry, const kir::Inst& number) const;

  std::vector<Entry> entries_;
  // Some functions were made of one definition.
  bool may_be_templates_ = false;
  // By function, InstId and place.
  std::map<std::tuple<const kir::Function*, std::uint32_t, std::uint32_t>, Written> texts_;
};

}  // namespace kernelc::codegen::cuda_cpp
