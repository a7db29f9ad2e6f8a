// Kernels: functions that decorators of Numba and kernelc made, and their launches.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/host/arrays/array.h"
#include "compiler/host/frozen.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/take.h"
#include "compiler/types/written_types.h"

namespace kernelc::host {
namespace {

struct Decorator {
  std::string_view path;
  // What it makes is launched.
  bool is_kernel;
  // Compiled for the host, and for the device with what calls it.
  bool is_for_host = false;
};

constexpr Decorator kDecorators[] = {
    {"kernelc.device", false},         {"kernelc.jit", true},       {"kernelc.kernel", true},
    {"kernelc.reduce", true},          {"kernelc.vectorize", true}, {"kernelc.guvectorize", true},
    {"numba.cfunc", false, true},      {"numba.cuda.Reduce", true}, {"numba.cuda.jit", true},
    {"numba.cuda.reduce", true},       {"numba.guvectorize", true}, {"numba.jit", false, true},
    {"numba.jit_module", false, true}, {"numba.njit", false, true}, {"numba.stencil", false, true},
    {"numba.vectorize", true},
};

// Functions that only read their arguments and keep none.
constexpr std::string_view kReading[] = {
    "numba.cuda.close",        "numba.cuda.current_context", "numba.cuda.default_stream",
    "numba.cuda.detect",       "numba.cuda.event",           "numba.cuda.get_current_device",
    "numba.cuda.is_available", "numba.cuda.list_devices",    "numba.cuda.select_device",
    "numba.cuda.stream",       "numba.cuda.synchronize",
};

// Makes arrays; what memory holds is chance.
struct Allocator {
  std::string_view path;
  bool is_like;
  bool on_device;
};
constexpr Allocator kAllocators[] = {
    {"numba.cuda.device_array", false, true},      {"numba.cuda.device_array_like", true, true},
    {"numba.cuda.managed_array", false, false},    {"numba.cuda.mapped_array", false, false},
    {"numba.cuda.mapped_array_like", true, false}, {"numba.cuda.pinned_array", false, false},
    {"numba.cuda.pinned_array_like", true, false},
};

// Options that leave what a function computes on the host as Python computes it.
constexpr std::string_view kPlainOptions[] = {"boundscheck", "cache", "debug",    "error_model",
                                              "inline",      "nogil", "nopython", "parallel"};

// Texts of signatures are compared without blanks.
std::string WithoutBlanks(std::string_view text) {
  std::string without;
  std::ranges::copy_if(text, std::back_inserter(without), [](char each) { return each != ' '; });
  return without;
}

// What the decorator's arguments say of calls by the host.
void AddOptions(Context& c, KernelInfo& info, const Arguments& a) {
  const auto text = [](const Value& value) {
    return value.is(Kind::Str) ? WithoutBlanks(value.text()) : std::string();
  };
  if (info.decorator.ends_with("guvectorize") && a.size() == 2) {
    const bool is_one = a.values[0].is(Kind::List) && a.values[0].items().size() == 1;
    info.signature = text(is_one ? a.values[0].items()[0] : a.values[0]);
    info.layout = text(a.values[1]);
  }
  info.has_own_ways = info.layout.empty() && !a.values.empty();
  for (const Keyword& option : a.keywords) {
    const bool is_plain = llvm::is_contained(kPlainOptions, option.name) ||
                          TruthOf(c, option.value) == Truthiness::False;
    // Sums over parallel loops have an order of their own; such loops are not followed.
    info.has_own_ways = info.has_own_ways || !is_plain;
  }
}

// Members of Numba that describe code outside of the program: functions, and what holds them.
bool IsDescription(std::string_view path) {
  constexpr std::string_view kNames[] = {"Archive", "CUSource", "Cubin",     "Fatbin",
                                         "LTOIR",   "Object",   "PTXSource", "declare_device"};
  return path.starts_with("numba.cuda.") &&
         llvm::is_contained(kNames, path.substr(path.rfind('.') + 1));
}

// The arguments of a decorator, without the function that it is given.
ConstantRef DecoratorCall(Context& c, std::string_view path, const Arguments& a) {
  auto call = std::make_shared<Constant>();
  call->kind = ConstantKind::Code;
  call->text = path;
  call->where = c.where;
  call->node = c.call;
  for (const Value& value : a.values) {
    if (!value.is(Kind::Function)) {
      call->elements.push_back(KnownConstant(c, value));
    }
  }
  for (const Keyword& keyword : a.keywords) {
    if (!keyword.value.is(Kind::Function)) {
      call->names.emplace_back(keyword.name);
      call->elements.push_back(KnownConstant(c, keyword.value));
    }
  }
  return call;
}

// Whether `node` stands among statements that run once at most.
bool IsDefinedOnce(ast::NodeList<ast::Stmt> body, const ast::Node* node) {
  return std::ranges::any_of(body, [&](const ast::Stmt* stmt) {
    const auto* branch = ast::As<ast::If>(stmt);
    const auto* attempt = ast::As<ast::Try>(stmt);
    const auto* with = ast::As<ast::With>(stmt);
    const auto* cls = ast::As<ast::ClassDef>(stmt);
    return stmt == node ||
           (branch != nullptr &&
            (IsDefinedOnce(branch->body, node) || IsDefinedOnce(branch->orelse, node))) ||
           (attempt != nullptr && IsDefinedOnce(attempt->body, node)) ||
           (with != nullptr && IsDefinedOnce(with->body, node)) ||
           (cls != nullptr && IsDefinedOnce(cls->body, node));
  });
}

// Whether the run need not look for further launches of what is made of the function: it waits for
// this kernel alone, or this is the one that the function's definition makes, once. Texts may run
// several times, and decorators of the program that have one compiled may still give another.
bool EndsWith(const Context& c, const Object& kernel) {
  const FunctionInfo& info = kernel.state.items[0].As<FunctionInfo>();
  const auto* def = ast::As<ast::FunctionDef>(info.node);
  // What its decorators make comes first, also where they put something around it.
  const bool is_own = kernel.As<KernelInfo>().is_own || NumberOfKernel(c, kernel).number == 0;
  const bool is_open = std::ranges::any_of(c.defining, [&](const auto& definition) {
    return definition.first == def && definition.second != c.frame;
  });
  return c.inputs.number >= 0 || (is_own && !is_open && info.outer == nullptr && def != nullptr &&
                                  !def->decorator_list.empty() && c.texts.empty() &&
                                  IsDefinedOnce(info.unit->tree->body(), def));
}

// The run waits for the kernel, and Numba compiles it now.
void TakeTarget(Context& c, const Object& kernel) {
  TakeOutcome(c, &kernel, true);
  if (EndsWith(c, kernel)) {
    throw Ended{};
  }
}

// With signatures, Numba compiles where the decorator is applied.
void CompileAtOnce(Context& c, const KernelInfo& info, const Object& kernel) {
  const Value& function = kernel.state.items[0];
  if (!info.has_signatures || !function.is(Kind::Function) || c.target == nullptr) {
    return;
  }
  if (IsTarget(c, kernel) && c.ends_at_launch) {
    TakeTarget(c, kernel);
  } else if (info.is_kernel) {
    FreezeCallees(c, function);
  } else {
    FreezeFunction(c, function);
  }
}

// `decorated`: the decorator with its options; null where it has none.
Value MakeKernel(Context& c, const Decorator& decorator, const Value& function, bool is_device,
                 const KernelInfo* decorated = nullptr) {
  Object* kernel = c.heap.New(Kind::Kernel);
  auto& info = kernel->Attach<KernelInfo>(decorated != nullptr ? *decorated : KernelInfo());
  info.decorator = decorator.path;
  info.is_kernel = decorator.is_kernel && !is_device;
  if (!function.is_undefined()) {
    kernel->state.items = {function};
    kernel->text = function.text();
    c.kernels.push_back(kernel);
    CompileAtOnce(c, info, *kernel);
  }
  return Value::Of(kernel);
}

Value Configured(Context& c, Object* kernel, bool is_launch) {
  Object* configured = c.heap.New(Kind::Kernel);
  auto& info = configured->Attach<KernelInfo>(kernel->As<KernelInfo>());
  info.is_launch = is_launch;
  info.is_forall = !is_launch;
  configured->state.items = {Value::Of(kernel)};
  return Value::Of(configured);
}

// Arrays on the device that a kernel knows by outer names: it may write to them.
void EscapeDeviceArrays(Context& c, const Value& value, std::vector<const Object*>& seen) {
  if (!value.is_object() || llvm::is_contained(seen, value.object)) {
    return;
  }
  seen.push_back(value.object);
  if (value.is(Kind::Array)) {
    if (ViewOf(value).on_device) {
      c.heap.Escape(value, c.where);
    }
    return;
  }
  if (value.is(Kind::Tuple, Kind::Kernel)) {
    for (const Value& item : ValueList(value.items())) {
      EscapeDeviceArrays(c, item, seen);
    }
    return;
  }
  if (!value.is(Kind::Function)) {
    return;
  }
  ForEachOuterName(value.As<FunctionInfo>(), [&](Object*, std::string_view, const Value& read) {
    EscapeDeviceArrays(c, read, seen);
  });
}

// A launch while the run waits for that of one kernel; later ones only do what launches do.
Value Launch(Context& c, const Object* configured, const Arguments& a) {
  const Object* kernel = configured->state.items[0].object;
  const Value& function = kernel->state.items[0];
  if (!IsTarget(c, *kernel)) {
    std::vector<const Object*> seen;
    EscapeDeviceArrays(c, function, seen);
    if (function.is(Kind::Function)) {
      FreezeCallees(c, function);
    }
  } else if (c.ends_at_launch) {
    TakeTarget(c, *kernel);
  }
  for (const Value& value : a.values) {
    c.heap.Escape(value, c.where);
  }
  return Value::None();
}

Value Allocated(Context& c, const Allocator& allocator, const Arguments& a) {
  std::vector<Keyword> keywords;
  std::ranges::copy_if(a.keywords, std::back_inserter(keywords),
                       [](const Keyword& keyword) { return keyword.name != "stream"; });
  const Value made = allocator.is_like ? NumpyFilledLike(c, {a.values, keywords, "empty_like"})
                                       : NumpyFilled(c, {a.values, keywords, "empty"});
  return OnDevice(c, made, allocator.on_device);
}

// cuda.to_device(array): a copy in the same order.
Value ToDevice(Context& c, const Arguments& a) {
  const bool is_plain = a.size() == 1 && a.values[0].is(Kind::Array) &&
                        std::ranges::all_of(a.keywords, [](const Keyword& keyword) {
                          return keyword.name == "stream";
                        });
  if (!is_plain || ViewOf(a.values[0]).on_device) {
    return CallUnknown(c, Lose(c, "is a copy on the device that is not followed"), a);
  }
  return OnDevice(c, CopyInOrder(c, a.values[0]), true);
}

// A type of Numba called with a number: NumPy's number of that type. Undefined for everything else.
Value ConvertedNumber(Context& c, std::string_view path, const Arguments& a) {
  const std::string_view name = path.substr(path.rfind('.') + 1);
  if (a.size() != 1 || !a.keywords.empty()) {
    return Value();
  }
  const std::optional<abi::ScalarKind> kind = KindNamed(name);
  const NativeRow* row = kind ? FindNative(fmt::format("numpy.{}", TypeName(*kind))) : nullptr;
  if (row != nullptr && (NumberOf(c, a.values[0]) || IsArray(a.values[0]))) {
    return Call(c, NativeValue(c, *row), a);
  }
  const std::optional<Number> number = name == "bfloat16" ? NumberOf(c, a.values[0]) : std::nullopt;
  return number ? MakeScalar(c, abi::ScalarKind::BFloat16, *number) : Value();
}

// A call of a member of Numba that makes or converts arrays and numbers; undefined for everything
// else.
Value CallMaker(Context& c, std::string_view path, const Arguments& a) {
  for (const Allocator& allocator : kAllocators) {
    if (allocator.path == path) {
      return Allocated(c, allocator, a);
    }
  }
  if (path == "numba.cuda.to_device") {
    return ToDevice(c, a);
  }
  if (path == "numba.cuda.as_cuda_array" && a.size() == 1 && a.values[0].is(Kind::Array) &&
      ViewOf(a.values[0]).on_device) {
    return a.values[0];
  }
  if (path == "numba.prange" && c.compiled > 0) {
    return Call(c, Value::Of(BuiltinClass(c, "range")), a);
  }
  return ConvertedNumber(c, path, a);
}

const Decorator* FindDecorator(std::string_view path) {
  const auto* found = std::ranges::find(kDecorators, path, &Decorator::path);
  return found == std::end(kDecorators) ? nullptr : found;
}

bool IsForDevice(Context& c, const Arguments& a) {
  const Value device = a.Get(99, "device");
  return !device.is_undefined() && TruthOf(c, device) == Truthiness::True;
}

}  // namespace

Value MeantByName(Context& c, const Value& unknown, std::string_view name, bool is_beside_cuda) {
  const bool is_type = is_beside_cuda && name.size() > 3 && types::FindScalarType(name);
  const bool is_numba = name == "numba";
  const bool is_meant =
      unknown.is_unknown() && unknown.meant == 0 && (name == "cuda" || is_numba || is_type);
  return is_meant
             ? c.heap.Meaning(unknown,
                              MakeExternal(c, is_numba ? "numba" : fmt::format("numba.{}", name)))
             : unknown;
}

bool IsDecorator(std::string_view path) { return FindDecorator(path) != nullptr; }

Value CallMeant(Context& c, const Value& code, const Arguments& a) {
  const bool is_waiting = code.is(Kind::Kernel) && code.items().empty() && a.size() == 1;
  const Decorator* decorator = FindDecorator(is_waiting ? code.As<KernelInfo>().decorator
                                             : code.is(Kind::External) ? code.text()
                                                                       : std::string_view());
  if (code.is(Kind::External) && code.text() == "cffi.FFI") {
    // Kernels call its from_buffer alone.
    return MakeExternal(c, "cffi.ffi");
  }
  if (decorator == nullptr) {
    return Value();
  }
  Object* kernel = c.heap.New(Kind::Kernel);
  auto& info = kernel->Attach<KernelInfo>(is_waiting ? code.As<KernelInfo>() : KernelInfo());
  if (!is_waiting) {
    info.decorator = decorator->path;
    info.decorator_call = DecoratorCall(c, decorator->path, a);
    info.is_kernel = decorator->is_kernel && !IsForDevice(c, a);
  }
  if (const Value function = a.Get(0, "functor"); function.is(Kind::Function)) {
    kernel->state.items = {function};
    kernel->text = function.text();
  }
  return Value::Of(kernel);
}

Value CallExternal(Context& c, Object* external, const Arguments& a) {
  if (const Decorator* found = FindDecorator(external->text)) {
    const Decorator& decorator = *found;
    const bool is_device = IsForDevice(c, a);
    KernelInfo info;
    info.decorator_call = DecoratorCall(c, decorator.path, a);
    if (const Value function = a.Get(0, "functor"); function.is(Kind::Function)) {
      return MakeKernel(c, decorator, function, is_device, &info);
    }
    const bool is_known = std::ranges::none_of(
        a.values, [](const Value& value) { return value.is(Kind::Class, Kind::Kernel); });
    if (!is_known) {
      return CallUnknown(c, Value::Of(external), a);
    }
    info.decorator = decorator.path;
    info.list = !a.values.empty() && a.values[0].is(Kind::List) ? a.values[0] : Value();
    AddOptions(c, info, a);
    const Value signature = a.Get(0, "func_or_sig");
    info.has_signatures = !signature.is_undefined() && !signature.is_none() &&
                          !decorator.is_for_host && decorator.path.starts_with("numba.");
    return MakeKernel(c, decorator, Value(), is_device, &info);
  }
  if (IsDescription(external->text)) {
    KernelInfo info;
    info.decorator_call = DecoratorCall(c, external->text, a);
    return MakeKernel(c, {external->text, false}, Value(), false, &info);
  }
  const Value made = Guarded(c, {}, [&] {
    const Value type = CallNumbaType(c, Value::Of(external), a);
    return type.is_undefined() ? CallMaker(c, external->text, a) : type;
  });
  if (!made.is_undefined()) {
    return made;
  }
  if (external->text == "numba.cuda.is_available" && c.target != nullptr) {
    // Kernels are compiled to be launched.
    return Value::Bool(true);
  }
  if (llvm::is_contained(kReading, external->text)) {
    MayRaise(c);
    return Lose(c, fmt::format("comes from `{}`", external->text));
  }
  return CallUnknown(c, Value::Of(external), a);
}

Value CallKernel(Context& c, Object* kernel, const Arguments& a) {
  const KernelInfo& info = kernel->As<KernelInfo>();
  if (info.is_launch && info.is_kernel && c.target == nullptr) {
    TakeOutcome(c, nullptr, true);
    throw Ended{};
  }
  if (info.is_launch && info.is_kernel) {
    return Launch(c, kernel, a);
  }
  if (info.is_forall) {
    return Configured(c, kernel->state.items[0].object, true);
  }
  if (kernel->state.items.empty() && a.values.size() == 1 && a.values[0].is(Kind::Function)) {
    if (const Decorator* decorator = FindDecorator(info.decorator)) {
      KernelInfo applied = info;
      if (applied.list.is(Kind::List)) {
        auto call = std::make_shared<Constant>(*applied.decorator_call);
        call->elements[0] = KnownConstant(c, applied.list);
        applied.decorator_call = std::move(call);
      }
      return MakeKernel(c, *decorator, a.values[0], decorator->is_kernel && !info.is_kernel,
                        &applied);
    }
  }
  return CallCompiled(c, kernel, a);
}

Value ConfigureKernel(Context& c, const Value& kernel, const Value& configuration) {
  if (kernel.is(Kind::External)) {
    if (kernel.text() == "sys.modules") {
      return LoadedModule(c, configuration);
    }
    if (const Value type = MakeArrayType(c, kernel, configuration); !type.is_undefined()) {
      return type;
    }
    return MakeExternal(c, fmt::format("{}[{}]", kernel.text(), Repr(c, configuration)));
  }
  const KernelInfo& info = kernel.As<KernelInfo>();
  GiveUpIf(c, !info.is_kernel || kernel.items().empty(),
           "is a function configured in a way that is not followed");
  return Configured(c, kernel.object, true);
}

Value KernelAttribute(Context& c, Object* kernel, std::string_view name) {
  if (const Value own = OwnAttribute(*kernel, name); !own.is_undefined()) {
    return own;
  }
  const KernelInfo& info = kernel->As<KernelInfo>();
  if (name == "forall" && info.is_kernel && !kernel->state.items.empty()) {
    return Configured(c, kernel, false);
  }
  if (name == "py_func" && !kernel->state.items.empty() &&
      kernel->state.items[0].is(Kind::Function)) {
    return kernel->state.items[0];
  }
  if (name == "__name__") {
    return c.heap.Str(kernel->text);
  }
  if (name == "__getitem__") {
    return c.heap.Of(Kind::Method,
                     {Value::Of(kernel), NativeValue(c, *FindNative("special.__getitem__"))});
  }
  // It may launch it.
  c.heap.Escape(Value::Of(kernel), c.where);
  MayRaise(c);
  return Lose(c, fmt::format("`{}` of a kernel is not followed", name));
}

Value GetClassItem(Context& c, const Value& cls, const Value& index) {
  if (const Value own = CallOwn(c, cls, "__getitem__", {index}); !own.is_undefined()) {
    return own;
  }
  if (const Value own = FindOwn(c, cls.object, "__class_getitem__"); !own.is_undefined()) {
    return Call(c, Bind(c, own, Value(), cls.object), {index});
  }
  // `float[:]`
  if (const Value type = MakeArrayType(c, cls, index); !type.is_undefined()) {
    return type;
  }
  GiveUp(c, "is a type with parameters");
}

}  // namespace kernelc::host
