// What an expression is when its value is known while compiling: numbers, strings, tuples, types,
// modules, functions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/host/constant.h"
#include "compiler/host/objects/number.h"
#include "compiler/index/index.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::constants {

using Int128 = host::Wide;
using host::CastNumber;
using host::FoldBinary;
using host::FoldCompare;
using host::FoldUnary;
using host::Number;
using host::NumberKind;
using host::RoundFloat;
using host::Truncated;

using index::DecoratorOptions;
using index::FunctionInfo;
using index::LaunchForm;
using index::Scope;

struct ImportedModule;

enum class ObjectKind : std::uint8_t {
  None,
  Ellipsis,
  // Python number, or with `typed` a NumPy scalar of kind `scalar`.
  Number,
  Str,
  // With `fields` a named tuple, with `is_list` a list.
  Tuple,
  // `elements` holds key, value, key, value.
  Dict,
  // A NumPy array: `array`.
  Array,
  // A numba type or NumPy dtype; `types` has one entry, and None's as the second for
  // `optional(...)`.
  Type,
  // `void(float32[:], int32)`: `types` are the parameters', `elements` the result's if it is not
  // void.
  Signature,
  // A module, function or attribute of the outside world by its canonical path: "cuda", "math.sin",
  // "np".
  External,
  // A function of a file.
  Function,
  // A module of the program: `module`.
  Module,
  // A class of the program: `class_scope`.
  Class,
  // `text` is its name, `elements` its value, `class_scope` its class.
  EnumMember,
  // `collections.namedtuple("Point", "x y")`: `fields`.
  NamedTupleType,
  // An object of a class of the program: `elements` holds name, value, name, value of its own
  // attributes.
  Instance,
};

struct Object;

// The class of a named tuple.
struct NamedTupleInfo {
  std::string name;
  std::vector<std::string> names;
  // Of the last fields.
  std::vector<Object> defaults;
  // The annotations of a class, where all of them are types; else empty.
  std::vector<abi::ArgType> types;
  // Of a data class or a SimpleNamespace: attributes can be assigned.
  bool is_mutable = false;
};

// Elements, which copies of an object share until one of them is changed.
class ObjectList {
 public:
  ObjectList() = default;
  ObjectList(std::vector<Object> items);
  ObjectList(std::initializer_list<Object> items);

  const std::vector<Object>& items() const;
  operator const std::vector<Object>&() const { return items(); }
  std::vector<Object>::const_iterator begin() const;
  std::vector<Object>::const_iterator end() const;
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  const Object& operator[](std::size_t index) const;
  const Object& front() const;
  const Object& back() const;
  // The same for lists that share their elements; null where there were never any.
  std::shared_ptr<const std::vector<Object>> shared() const { return items_; }

  // For changes: of its own from now on, and no more those of `source`.
  std::vector<Object>& Own();
  void push_back(Object object);

  // What they are the elements of in the run of the program; null where they do not come from
  // there.
  const host::ConstantRef& source() const { return source_; }
  void set_source(host::ConstantRef source) { source_ = std::move(source); }

 private:
  std::shared_ptr<std::vector<Object>> items_;
  host::ConstantRef source_;
};

struct Object {
  ObjectKind kind = ObjectKind::None;
  Number number;
  bool typed = false;
  abi::ScalarKind scalar = abi::ScalarKind::Int64;
  // Str: its text. External: its path.
  std::string text;
  // Tuple, Dict, EnumMember.
  ObjectList elements;
  bool is_list = false;
  // A set, whose elements a list has.
  bool is_set = false;
  // Str: a bytes literal; `text` is its bytes.
  bool is_bytes = false;
  // Str: a `pathlib.Path`.
  bool is_path = false;
  // EnumMember: the name asked for; `text` is that of the first member of its value.
  std::vector<std::string> names;
  // EnumMember: it is an integer as well.
  bool is_int_enum = false;
  // Tuple: with those of the elements, at most.
  std::uint32_t parts = 1;
  std::shared_ptr<const NamedTupleInfo> fields;
  host::ConstantRef array;
  const ImportedModule* module = nullptr;
  const Scope* class_scope = nullptr;
  std::vector<abi::ArgType> types;
  // External, of `cuda.declare_device`: the call.
  SourceRange range;
  // Function: without what decorators make of it.
  const FunctionInfo* function = nullptr;
  // See host::Constant.
  std::uint64_t identity = 0;

  static Object Of(Number number) {
    Object object;
    object.kind = ObjectKind::Number;
    object.number = number;
    return object;
  }
  static Object OfTyped(Number number, abi::ScalarKind scalar) {
    Object object = Of(number);
    object.typed = true;
    object.scalar = scalar;
    return object;
  }
  static Object Str(std::string_view text) {
    Object object;
    object.kind = ObjectKind::Str;
    object.text = text;
    return object;
  }
  static Object Tuple(ObjectList elements) {
    Object object;
    object.kind = ObjectKind::Tuple;
    for (const Object& element : elements) {
      object.parts += element.parts;
    }
    object.elements = std::move(elements);
    return object;
  }
  static Object Array(host::ConstantRef array) {
    Object object;
    object.kind = ObjectKind::Array;
    object.array = std::move(array);
    return object;
  }
  static Object Type(abi::ArgType type) {
    Object object;
    object.kind = ObjectKind::Type;
    object.types.push_back(std::move(type));
    return object;
  }
  static Object External(std::string path) {
    Object object;
    object.kind = ObjectKind::External;
    object.text = std::move(path);
    return object;
  }
  static Object Function(const FunctionInfo* function) {
    Object object;
    object.kind = ObjectKind::Function;
    object.function = function;
    return object;
  }
  static Object Class(const Scope* scope) {
    Object object;
    object.kind = ObjectKind::Class;
    object.class_scope = scope;
    return object;
  }

  static Object List(ObjectList elements) {
    Object object = Tuple(std::move(elements));
    object.is_list = true;
    return object;
  }

  bool is_number() const { return kind == ObjectKind::Number; }
  bool is_int() const { return is_number() && number.is_integral(); }
  // NamedTupleType: the class, with the types of its fields where it names them.
  abi::ArgType named_tuple_type() const {
    abi::ArgType type;
    type.kind = abi::ArgKind::Tuple;
    type.name = fields->name;
    type.field_names = fields->names;
    type.elements = fields->types;
    return type;
  }
  bool is_scalar_type() const {
    return kind == ObjectKind::Type && types.front().kind == abi::ArgKind::Scalar;
  }
  // The type named, for a Type that is a scalar.
  abi::ScalarKind scalar_type() const { return types.front().scalar; }
};

inline std::size_t ObjectList::size() const { return items_ == nullptr ? 0 : items_->size(); }
inline const Object& ObjectList::operator[](std::size_t index) const { return (*items_)[index]; }
inline const Object& ObjectList::front() const { return items_->front(); }
inline const Object& ObjectList::back() const { return items_->back(); }
inline std::vector<Object>::const_iterator ObjectList::begin() const { return items().begin(); }
inline std::vector<Object>::const_iterator ObjectList::end() const { return items().end(); }

// What `object` is in a signature: a type, or the class of a named tuple, whose elements are empty
// where its fields have no types.
std::optional<abi::ArgType> TypeNamed(const Object& object);

// Whether it is, or has, an array on the device.
bool HoldsDeviceArray(const Object& object);

// Whether they are one thing: `left is right`.
bool IsSame(const Object& left, const Object& right);

// A text that is equal for equal objects, for keys.
std::string ObjectKey(const Object& object);

// Whether an object is what `cuda.declare_device(...)` gives: External, whose elements are the
// name, the signature, the ABI ("numba" or "c") and the files that hold it.
bool IsDeclaredDevice(const Object& object);

}  // namespace kernelc::constants
