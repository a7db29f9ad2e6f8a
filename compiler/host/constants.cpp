// ValueList of the heap as constants.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "compiler/host/arrays/array.h"
#include "compiler/host/constant.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

constexpr std::size_t kMostDepth = 60;
// Elements of containers, all in all.
constexpr std::size_t kMostParts = 200'000;

class Maker {
 public:
  explicit Maker(Context& c) : context_(&c) {}

  ConstantRef Make(const Value& value) {
    GiveUpIf(*context_, value.is_undefined(), "has no value");
    if (value.is_unknown()) {
      throw GivenUp{value.why};
    }
    if (!value.is_object()) {
      const std::optional<Number> number = NumberOf(*context_, value);
      return number ? OfNumber(*number)
                    : Of(value.tag == Tag::Ellipsis ? ConstantKind::Ellipsis : ConstantKind::None);
    }
    if (llvm::is_contained(open_, value.object)) {
      ++circles_;
      GiveUp(*context_, "holds itself");
    }
    // What is shared is made once, and counts wherever it stands.
    const auto made = made_.find(value.object);
    parts_ += made != made_.end() ? made->second.parts : 1;
    GiveUpIf(*context_, open_.size() > kMostDepth || parts_ > kMostParts, "is too large");
    if (made != made_.end()) {
      return made->second.constant;
    }
    const std::size_t before = parts_ - 1;
    const std::size_t circles = circles_;
    open_.push_back(value.object);
    ConstantRef constant = OfObject(value);
    open_.pop_back();
    // In a circle, what an object has depends on where one begins.
    if (circles == circles_) {
      made_[value.object] = {constant, parts_ - before};
    }
    return constant;
  }

 private:
  static std::shared_ptr<Constant> Of(ConstantKind kind) {
    auto constant = std::make_shared<Constant>();
    constant->kind = kind;
    return constant;
  }

  std::shared_ptr<Constant> OfThing(ConstantKind kind, const Object& thing) {
    static std::atomic<std::uint64_t> last = 0;
    std::shared_ptr<Constant> constant = Of(kind);
    std::uint64_t& identity = context_->identities[&thing];
    identity = identity == 0 ? ++last : identity;
    constant->identity = identity;
    return constant;
  }

  ConstantRef OfFunction(const Object& function) {
    const FunctionInfo& info = function.As<FunctionInfo>();
    if (info.unit->is_library) {
      return info.path.empty() ? Of(ConstantKind::Code) : OfText(ConstantKind::Library, info.path);
    }
    GiveUpIf(*context_, IsReplaced(function), "is a function whose code or defaults were replaced");
    std::shared_ptr<Constant> constant = Of(ConstantKind::Function);
    constant->node = info.node;
    constant->frame = FrameIdOf(info.outer);
    return constant;
  }

  ConstantRef OfKernel(const Object& kernel) {
    const KernelInfo& info = kernel.As<KernelInfo>();
    if (info.is_launch || info.is_forall || kernel.state.items.empty() ||
        !kernel.state.items[0].is(Kind::Function)) {
      std::shared_ptr<Constant> code = Of(ConstantKind::Code);
      code->decorator = kernel.state.items.empty() ? info.decorator_call : nullptr;
      return code;
    }
    auto constant = std::make_shared<Constant>(*OfFunction(*kernel.state.items[0].object));
    constant->is_decorated = true;
    constant->is_kernel = info.is_kernel;
    constant->is_own = info.is_own;
    constant->decorator = info.decorator_call;
    if (constant->frame == kNoFrame) {
      const KernelNumber number = NumberOfKernel(*context_, kernel);
      constant->which = info.is_own && number.count == 1 ? -1 : number.number;
    }
    return constant;
  }

  ConstantRef OfClass(const Object& cls) {
    const ClassInfo& info = cls.As<ClassInfo>();
    if (info.is_builtin || (info.is_library && info.module != nullptr)) {
      const std::string module = info.module_name.empty() ? "builtins" : info.module_name;
      return OfText(ConstantKind::Library, fmt::format("{}.{}", module, cls.text));
    }
    std::shared_ptr<Constant> constant = Of(ConstantKind::Class);
    constant->node = info.node;
    constant->text = cls.text.substr(cls.text.rfind('.') + 1);
    const Value fields =
        info.instance_kind == Kind::Tuple ? FindInClass(*context_, &cls, "_fields") : Value();
    if (fields.is(Kind::Tuple)) {
      constant->is_named_tuple = true;
      AddFieldNames(*constant, fields);
      const Value defaults = FindInClass(*context_, &cls, "_field_defaults");
      if (defaults.is(Kind::Dict)) {
        for (const Entry& entry : KnownKeys(*context_, defaults.object).live()) {
          constant->elements.push_back(Make(entry.value));
        }
      }
    }
    return constant;
  }

  static void AddFieldNames(Constant& constant, const Value& fields) {
    for (const Value& field : fields.items()) {
      constant.names.emplace_back(field.is(Kind::Str) ? field.text() : "");
    }
  }

  void AddAll(Constant& constant, const ValueList& items) {
    for (const Value& item : items) {
      constant.elements.push_back(Make(item));
    }
  }

  static std::shared_ptr<Constant> OfNumber(const Number& number) {
    std::shared_ptr<Constant> constant = Of(ConstantKind::Number);
    constant->number = number;
    return constant;
  }

  ConstantRef OfArray(const Value& value) {
    const ArrayView& view = ViewOf(value);
    std::shared_ptr<Constant> constant = OfThing(ConstantKind::Array, *value.object);
    constant->scalar = view.type.kind;
    constant->record = view.type.record;
    constant->shape = view.shape;
    GiveUpIf(*context_, view.is_record, "is a record of an array");
    constant->on_device = view.on_device;
    constant->is_fortran = view.shape.size() > 1 && !view.is_contiguous() && view.is_fortran();
    const Value readable = OnDevice(*context_, value, false);
    const Value elements = constant->is_fortran ? Reversed(*context_, readable) : readable;
    const IntList offsets = Offsets(ViewOf(elements));
    NeedWritten(*context_, elements, offsets);
    const char* place = ReadPlace(*context_, elements);
    const auto size = static_cast<std::size_t>(view.type.size());
    constant->text.reserve(offsets.size() * size);
    for (const std::int64_t offset : offsets) {
      constant->text.append(place + offset, size);
    }
    return constant;
  }

  ConstantRef OfInteger(const Object& object) {
    const llvm::APInt& value = object.As<Integer>().value;
    GiveUpIf(*context_, value.getSignificantBits() > 127, "is an integer of more than 127 bits");
    const llvm::APInt wide = value.sextOrTrunc(128);
    Wide integer = 0;
    std::memcpy(&integer, wide.getRawData(), sizeof(integer));
    return OfNumber(Number::Int(integer));
  }

  ConstantRef Container(const Object& object) {
    const ConstantKind kind = object.kind == Kind::Tuple  ? ConstantKind::Tuple
                              : object.kind == Kind::List ? ConstantKind::List
                              : object.kind == Kind::Dict ? ConstantKind::Dict
                                                          : ConstantKind::Set;
    // Equal tuples that are written out are one thing in Python as well.
    std::shared_ptr<Constant> constant =
        kind == ConstantKind::Tuple ? Of(kind) : OfThing(kind, object);
    if (kind == ConstantKind::Tuple || kind == ConstantKind::List) {
      AddAll(*constant, object.state.items);
      return constant;
    }
    const Table& table = KnownKeys(*context_, const_cast<Object*>(&object));
    for (const Entry& entry : table.live()) {
      constant->elements.push_back(Make(entry.key));
      if (kind == ConstantKind::Dict) {
        constant->elements.push_back(Make(entry.value));
      }
    }
    return constant;
  }

  // A sequence or dictionary is what it holds, unless its class says otherwise. Who compiles knows
  // the classes of named tuples, but what they hold is read by place.
  void CheckContainer(const Object& cls, bool is_named) {
    static constexpr std::string_view kPlainNames[] = {
        "__annotations__", "__classcell__",  "__dict__",   "__doc__",
        "__init__",        "__match_args__", "__module__", "__new__",
        "__qualname__",    "__repr__",       "__slots__",  "__str__"};
    static constexpr std::string_view kReading[] = {"__contains__", "__getitem__", "__iter__",
                                                    "__len__"};
    for (const Object* one : cls.As<ClassInfo>().mro) {
      if (one->As<ClassInfo>().is_builtin || one->As<ClassInfo>().is_library) {
        continue;
      }
      for (const Entry& entry : one->state.attributes->named()) {
        const std::string_view name = entry.key.text();
        const bool is_special = name.starts_with("__") && name.ends_with("__");
        GiveUpIf(*context_,
                 is_special && (is_named ? llvm::is_contained(kReading, name)
                                         : !llvm::is_contained(kPlainNames, name)),
                 "is of a class with operators of its own");
      }
    }
  }

  // Whether a field of a named tuple is what its class makes of the field.
  void CheckField(const Object& cls, const Value& field) {
    const Value found = field.is(Kind::Str) ? FindInClass(*context_, &cls, field.text()) : Value();
    const Value getter = found.is(Kind::Property) ? found.items()[0] : found;
    GiveUpIf(*context_,
             !found.is_object() ||
                 (getter.is(Kind::Function) && !getter.As<FunctionInfo>().unit->is_library),
             "has fields of its own");
  }

  void AddAttributes(Constant& constant, const Object& object, const Object& cls) {
    GiveUpIf(*context_, object.state.attributes->is_uncertain, "has attributes that are not known");
    for (const Entry& entry : object.state.attributes->named()) {
      if (!IsData(*context_, FindInClass(*context_, &cls, entry.key.text()))) {
        // One that is not known does not hide the others, but that of its class.
        ConstantRef value;
        try {
          value = Make(entry.value);
        } catch (const GivenUp&) {
          open_.resize(static_cast<std::size_t>(std::ranges::find(open_, &object) - open_.begin()) +
                       1);
          value = Of(ConstantKind::Code);
        }
        constant.names.emplace_back(entry.key.text());
        constant.elements.push_back(std::move(value));
      }
    }
  }

  // What properties of the class give, where reading them changes nothing: kernels read them as
  // attributes.
  void AddProperties(Constant& constant, const Value& value, const Object& cls) {
    if (context_->target == nullptr || context_->target == NoKernel()) {
      return;
    }
    for (const Object* one : cls.As<ClassInfo>().mro) {
      if (one->As<ClassInfo>().is_builtin || one->As<ClassInfo>().is_library) {
        continue;
      }
      for (const Entry& entry : Entries(one->state.attributes->entries())) {
        const std::string_view name = entry.key.is(Kind::Str) ? entry.key.text() : "";
        const bool is_property = FindInClass(*context_, &cls, name).is(Kind::Property) &&
                                 !llvm::is_contained(constant.names, name);
        ConstantRef result = is_property ? OfProperty(value, name) : nullptr;
        if (result != nullptr && result->kind != ConstantKind::Code) {
          constant.names.emplace_back(name);
          constant.elements.push_back(std::move(result));
        }
      }
    }
  }

  // Null where it is not known. Whatever it does is taken back.
  ConstantRef OfProperty(const Value& value, std::string_view name) {
    Context& c = *context_;
    const Region region(c);
    const Mark mark = c.heap.Begin();
    const std::size_t open = open_.size();
    constexpr std::int64_t kSteps = 5'000;
    const auto before = std::tuple(std::exchange(c.steps_left, kSteps), c.frame, c.depth,
                                   c.text_depth, std::exchange(c.handlers, 0), c.handled);
    ConstantRef result;
    Succeeds([&] {
      const Value got = GetAttribute(c, value, name);
      result = c.heap.HasChanged(mark) ? nullptr : Make(got);
    });
    std::tie(c.steps_left, c.frame, c.depth, c.text_depth, c.handlers, c.handled) = before;
    result = c.pending.size() > c.region ? nullptr : result;
    DropPaths(c, c.region);
    open_.resize(open);
    c.heap.Rollback(mark);
    c.heap.End();
    return result;
  }

  // An object of a class of the program or of stdlib/host.
  ConstantRef OfInstance(const Value& value) {
    const Object& object = *value.object;
    const Object* cls = ClassOf(*context_, value);
    GiveUpIf(*context_, !FindOwn(*context_, cls, "__getattribute__").is_undefined(),
             "has its own way of giving attributes");
    std::shared_ptr<Constant> constant = OfThing(ConstantKind::Object, object);
    constant->text = cls->text.substr(cls->text.rfind('.') + 1);
    constant->node = cls->As<ClassInfo>().node;
    const Value name = OwnAttribute(object, "_name_");
    const Value inner = OwnAttribute(object, "_value_");
    if (!inner.is_undefined() && name.is(Kind::Str)) {
      constant->kind = ConstantKind::EnumMember;
      constant->names.emplace_back(name.text());
      constant->elements = {Make(inner)};
      constant->is_int = IsSubclass(cls, BuiltinClass(*context_, "int"));
      return constant;
    }
    if (value.is(Kind::Tuple, Kind::Dict, Kind::List)) {
      const Value fields =
          object.kind == Kind::Tuple ? FindInClass(*context_, cls, "_fields") : Value();
      CheckContainer(*cls, fields.is(Kind::Tuple));
      if (!fields.is(Kind::Tuple)) {
        return Container(object);
      }
      for (const Value& field : fields.items()) {
        CheckField(*cls, field);
      }
      constant->is_named_tuple = true;
      AddFieldNames(*constant, fields);
      AddAll(*constant, object.state.items);
      return constant;
    }
    if (cls->text == "deque") {
      std::shared_ptr<Constant> list = OfThing(ConstantKind::List, object);
      AddAll(*list, Elements(*context_, value));
      return list;
    }
    if (IsPath(*cls)) {
      constant->kind = ConstantKind::Str;
      constant->is_path = true;
      constant->text = ToText(*context_, value);
      return constant;
    }
    if (object.kind != Kind::Instance) {
      GiveUp(*context_, "is an object of class `{}`", constant->text);
    }
    constant->is_record = constant->text == "SimpleNamespace" || constant->text == "Namespace" ||
                          FindInClass(*context_, cls, "__dataclass_fields__").is_object();
    if (object.state.attributes) {
      AddAttributes(*constant, object, *cls);
    }
    AddProperties(*constant, value, *cls);
    return constant;
  }

  static bool IsPath(const Object& cls) {
    return cls.As<ClassInfo>().is_library && cls.text.ends_with("Path");
  }

  ConstantRef OfObject(const Value& value) {
    const Object& object = *value.object;
    const Kind kind = object.kind;
    if (kind == Kind::Function) {
      return OfFunction(object);
    }
    if (kind == Kind::Kernel) {
      return OfKernel(object);
    }
    if (kind == Kind::StaticMethod) {
      return Make(object.state.items[0]);
    }
    if (kind == Kind::Class) {
      return OfClass(object);
    }
    if (kind == Kind::Module && !object.As<ModuleInfo>().is_library) {
      return OfText(ConstantKind::Module, object.As<ModuleInfo>().path);
    }
    if (const NumbaType* type = NumbaTypeOf(value)) {
      return OfNumbaType(*type);
    }
    if (kind == Kind::Module || kind == Kind::Native || kind == Kind::External) {
      return OfText(ConstantKind::Library, object.text);
    }
    if (kind == Kind::Method || kind == Kind::ClassMethod || kind == Kind::Property) {
      // Who compiles knows the function by its text.
      std::shared_ptr<Constant> code = Of(ConstantKind::Code);
      const Value& function = object.state.items[kind == Kind::Method ? 1 : 0];
      code->node = function.is(Kind::Function) ? function.As<FunctionInfo>().node : nullptr;
      return code;
    }
    constexpr Kind kNoConstants[] = {Kind::Super,    Kind::Frame,     Kind::Storage,
                                     Kind::Iterator, Kind::Generator, Kind::DictView};
    GiveUpIf(*context_, llvm::is_contained(kNoConstants, kind), "is no constant");
    context_->heap.GiveUpIfTop(object);
    return object.cls != nullptr || object.kind == Kind::Instance ? OfInstance(value)
                                                                  : OfBuiltin(value);
  }

  static ConstantRef OfNumbaType(const NumbaType& type) {
    std::shared_ptr<Constant> constant =
        Of(type.is_signature ? ConstantKind::Signature : ConstantKind::NumbaType);
    constant->types = type.types;
    constant->has_result = type.result.has_value();
    if (type.result) {
      constant->types.push_back(*type.result);
    }
    return constant;
  }

  ConstantRef OfText(ConstantKind kind, std::string_view text) {
    std::shared_ptr<Constant> constant = Of(kind);
    constant->text = text;
    return constant;
  }

  // What objects of builtin types and of NumPy's are.
  ConstantRef OfBuiltin(const Value& value) {
    const Object& object = *value.object;
    if (object.kind == Kind::BigInt) {
      return OfInteger(object);
    }
    if (object.kind == Kind::Complex) {
      const ComplexNumber& number = object.As<ComplexNumber>();
      return OfNumber(Number::Complex(number.real, number.imag));
    }
    if (object.kind == Kind::Scalar) {
      std::shared_ptr<Constant> constant = OfNumber(object.As<ArrayScalar>().number);
      constant->kind = ConstantKind::Scalar;
      constant->scalar = object.As<ArrayScalar>().kind;
      return constant;
    }
    if (object.kind == Kind::DType) {
      std::shared_ptr<Constant> constant = Of(ConstantKind::Type);
      constant->scalar = object.As<ArrayType>().type.kind;
      constant->record = object.As<ArrayType>().type.record;
      return constant;
    }
    if (object.kind == Kind::Str || object.kind == Kind::Bytes) {
      return OfText(object.kind == Kind::Str ? ConstantKind::Str : ConstantKind::Bytes,
                    object.text);
    }
    if (object.kind == Kind::ByteArray) {
      return OfText(ConstantKind::Bytes, std::string_view(*object.state.bytes));
    }
    if (object.kind == Kind::Array) {
      return OfArray(value);
    }
    if (object.kind == Kind::Range) {
      std::shared_ptr<Constant> constant = Of(ConstantKind::List);
      AddAll(*constant, Elements(*context_, value));
      return constant;
    }
    if (object.kind == Kind::Slice) {
      std::shared_ptr<Constant> slice = Of(ConstantKind::Object);
      slice->is_named_tuple = true;
      slice->text = "slice";
      slice->names = {"start", "stop", "step"};
      AddAll(*slice, object.state.items);
      return slice;
    }
    return Container(object);
  }

  Context* context_;
  struct Made {
    ConstantRef constant;
    std::size_t parts = 0;
  };
  std::unordered_map<const Object*, Made> made_;
  std::vector<const Object*> open_;
  std::size_t parts_ = 0;
  std::size_t circles_ = 0;
};

bool IsSameNumber(const Number& a, const Number& b) {
  const auto same = [](double x, double y) { return std::memcmp(&x, &y, sizeof(x)) == 0; };
  return a.kind == b.kind && a.integer == b.integer && same(a.real, b.real) && same(a.imag, b.imag);
}

}  // namespace

ConstantRef MakeConstant(Context& c, const Value& value) { return Maker(c).Make(value); }

ConstantRef KnownConstant(Context& c, const Value& value) {
  ConstantRef constant;
  Succeeds([&] { WithinSteps(c, [&] { constant = MakeConstant(c, value); }); });
  return constant;
}

bool IsFollowed(const Constant& constant) {
  constexpr ConstantKind kCode[] = {ConstantKind::Object, ConstantKind::EnumMember,
                                    ConstantKind::Module, ConstantKind::Function,
                                    ConstantKind::Class,  ConstantKind::Code};
  // What lies on the device changes.
  return !llvm::is_contained(kCode, constant.kind) && !constant.on_device &&
         std::ranges::all_of(constant.elements,
                             [](const ConstantRef& element) { return IsFollowed(*element); });
}

std::int64_t Constant::size() const {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies());
}

bool IsEqual(const Constant& a, const Constant& b) {
  if (&a == &b) {
    return true;
  }
  const auto same = [](const ConstantRef& x, const ConstantRef& y) { return IsEqual(*x, *y); };
  const auto same_or_none = [&](const ConstantRef& x, const ConstantRef& y) {
    return x == y || (x != nullptr && y != nullptr && same(x, y));
  };
  return a.kind == b.kind && IsSameNumber(a.number, b.number) && a.scalar == b.scalar &&
         a.record == b.record && a.text == b.text && a.node == b.node && a.frame == b.frame &&
         a.is_decorated == b.is_decorated && a.which == b.which &&
         same_or_none(a.decorator, b.decorator) && a.names == b.names && a.shape == b.shape &&
         a.types == b.types && a.has_result == b.has_result && a.is_fortran == b.is_fortran &&
         a.is_path == b.is_path && a.on_device == b.on_device &&
         std::ranges::equal(a.elements, b.elements, same_or_none);
}

}  // namespace kernelc::host
