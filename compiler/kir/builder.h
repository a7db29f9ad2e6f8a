// Appends operations to a function, with the types and attributes right by construction.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Holds an insertion region and the source range that new operations get. A new function needs a body first:
// `function.body = function.AddRegion()`. Types are checked with KC_CHECK.
class Builder {
 public:
  Builder(Module& module, Function& function) : module_(&module), function_(&function) {}

  Function& function() { return *function_; }
  types::TypeStore& types() { return module_->types; }
  TypeId type_of(InstId id) const { return function_->inst(id).type; }

  RegionId insertion_region() const { return region_; }
  void set_insertion_region(RegionId region) { region_ = region; }
  void set_range(SourceRange range) { range_ = pinned_ ? range_ : range; }
  // All operations get this range from now on.
  void pin_range(SourceRange range) {
    range_ = range;
    pinned_ = true;
  }
  SourceRange range() const { return range_; }

  InstId Append(Op op, TypeId type, std::span<const InstId> operands, std::int64_t imm = 0,
                std::uint32_t text = 0, std::span<const RegionId> regions = {});
  InstId Append(Op op, TypeId type, std::initializer_list<InstId> operands, std::int64_t imm = 0) {
    return Append(op, type, std::span(operands.begin(), operands.size()), imm);
  }

  // Adds a parameter after those that are there and gives its value.
  InstId AddParam(std::string_view name, TypeId type, const ParamFacts& facts = {});

  // The value wraps to the type's width; for uint64, pass the bits.
  InstId ConstInt(TypeId type, std::int64_t value);
  InstId ConstFloat(TypeId type, double value);
  InstId ConstBool(bool value) { return ConstInt(types::kBool, value ? 1 : 0); }
  InstId Zero(TypeId type);
  // Gives `value` itself when it has the type already.
  InstId Convert(InstId value, TypeId type);
  // `op` is an arithmetic operation; operands have one type.
  InstId Unary(Op op, InstId value);
  InstId Binary(Op op, InstId left, InstId right);
  InstId Compare(ComparePredicate predicate, InstId left, InstId right);
  InstId LogicalNot(InstId value);
  InstId Select(InstId condition, InstId if_true, InstId if_false);

  InstId ComplexMake(InstId real, InstId imag);
  InstId ComplexReal(InstId value);
  InstId ComplexImag(InstId value);
  InstId TupleMake(std::span<const InstId> elements);
  InstId TupleGet(InstId tuple, unsigned index);

  // Slots stand in the function's body region whatever the insertion region is.
  InstId Slot(TypeId type, std::string_view name);
  InstId SlotLoad(InstId slot);
  void SlotStore(InstId slot, InstId value);

  InstId ArrayExtent(InstId array, unsigned dim);
  InstId ArrayStride(InstId array, unsigned dim);
  InstId ArrayData(InstId array);
  // The first element or only value of field number `field` of the record behind `record`.
  InstId FieldPtr(InstId record, unsigned field);
  // `wrap_mask`: see ElementPtr in ops.def.
  InstId ElementPtr(InstId array, std::span<const InstId> indices, std::uint32_t wrap_mask);
  InstId Load(InstId pointer);
  void Store(InstId pointer, InstId value);

  InstId CallBuiltin(builtins::BuiltinId builtin, TypeId result, std::span<const InstId> operands);
  InstId Call(FunctionId callee, TypeId result, std::span<const InstId> operands);

  RegionId NewRegion() { return function_->AddRegion(); }
  InstId If(InstId condition, RegionId then_region, RegionId else_region,
            TypeId result = types::kVoid);
  // `body` is an empty region; gives the loop variable, the region_arg that it puts first into `body`.
  InstId ForRange(InstId start, InstId stop, InstId step, RegionId body);
  InstId While(RegionId condition, RegionId body);
  void Return(InstId value = InstId());

 private:
  Module* module_;
  Function* function_;
  RegionId region_;
  SourceRange range_;
  bool pinned_ = false;
};

}  // namespace kernelc::kir
