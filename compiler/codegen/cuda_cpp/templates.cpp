#include "compiler/codegen/cuda_cpp/templates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/codegen/cuda_cpp/tokens.h"

namespace kernelc::codegen::cuda_cpp {

namespace {

// What stands at one place in all members of a family.
using Column = std::vector<std::string>;

struct Member {
  // Of the result, type and name of each parameter and the body, each with an empty token behind
  // it.
  std::vector<Token> tokens;

  void Add(std::string_view part) {
    const std::vector<Token> added = TokensOf(part);
    tokens.insert(tokens.end(), added.begin(), added.end());
    tokens.emplace_back();
  }
};

struct Parameter {
  std::string name;
  // `typename` or `kc::Layout`.
  std::string kind;
  // What it is in each member.
  Column values;
};

// Functions that are one but for types.
struct Family {
  std::vector<std::size_t> members;
  std::vector<Parameter> params;
};

bool IsLayout(std::string_view word) { return word == "C" || word == "F" || word == "A"; }

bool IsFloating(std::string_view number) {
  return number.find('.') != std::string_view::npos ||
         (!number.starts_with("0x") && number.find('e') != std::string_view::npos);
}

// Whether one is float's spelling of what the other is for double, as a template's T(double) gives
// it.
bool SameNumber(std::string_view a, std::string_view b) {
  if (!IsFloating(a) || !IsFloating(b) || a.ends_with('f') == b.ends_with('f')) {
    return false;
  }
  const std::string narrow(a.ends_with('f') ? a : b);
  const std::string wide(a.ends_with('f') ? b : a);
  const float given = std::strtof(narrow.c_str(), nullptr);
  return !(given < static_cast<float>(std::strtod(wide.c_str(), nullptr))) &&
         !(given > static_cast<float>(std::strtod(wide.c_str(), nullptr)));
}

// Functions of mathematics that CUDA C++ has under one name for float and double.
bool SameOverload(std::string_view a, std::string_view b) {
  constexpr std::string_view kOverloaded[] = {
      "acos",      "acosh",    "asin",  "asinh", "atan", "atan2",     "atanh",     "cbrt",
      "ceil",      "copysign", "cos",   "cosh",  "erf",  "erfc",      "exp",       "exp2",
      "expm1",     "fabs",     "floor", "fma",   "fmax", "fmin",      "fmod",      "hypot",
      "lgamma",    "log",      "log10", "log1p", "log2", "nearbyint", "nextafter", "pow",
      "remainder", "rint",     "round", "rsqrt", "sin",  "sinh",      "sqrt",      "tan",
      "tanh",      "tgamma",   "trunc"};
  const std::string_view shorter = a.size() < b.size() ? a : b;
  const std::string_view longer = a.size() < b.size() ? b : a;
  return longer.size() == shorter.size() + 1 && longer.starts_with(shorter) &&
         longer.ends_with('f') && std::ranges::find(kOverloaded, shorter) != std::end(kOverloaded);
}

class Orderer {
 public:
  Orderer(ModuleText& module, std::vector<FunctionText> functions)
      : module_(module), functions_(std::move(functions)), family_of_(functions_.size()) {
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const FunctionText& function = functions_[i];
      by_name_[function.name] = i;
      Member& member = members_.emplace_back();
      member.Add(function.result);
      for (const ParamText& param : function.params) {
        member.Add(param.type);
        member.Add(param.name);
      }
      member.Add(function.body);
    }
  }

  FunctionOrder Run() {
    Group();
    Refine();
    FindParameters();
    return Put();
  }

 private:
  // The function that the token at `place` calls.
  const std::size_t* Called(const Member& member, std::size_t place) const {
    const std::vector<Token>& tokens = member.tokens;
    if (tokens[place].kind != TokenKind::Word || place + 1 >= tokens.size() ||
        tokens[place + 1].text != "(" ||
        (place > 0 && (tokens[place - 1].text == "." || tokens[place - 1].text == ">"))) {
      return nullptr;
    }
    const auto found = by_name_.find(tokens[place].text);
    return found == by_name_.end() ? nullptr : &found->second;
  }

  void Group() {
    std::map<std::string, std::size_t> by_origin;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      const FunctionText& function = functions_[i];
      const std::string origin = !function.is_exported
                                     ? fmt::format("{} {}", function.qualifiers, function.origin)
                                     : fmt::format("# {}", i);
      const auto [place, is_new] = by_origin.try_emplace(origin, families_.size());
      if (is_new) {
        families_.emplace_back();
      }
      families_[place->second].members.push_back(i);
      family_of_[i] = place->second;
    }
  }

  bool Matches(const Member& a, const Member& b) const {
    if (a.tokens.size() != b.tokens.size()) {
      return false;
    }
    for (std::size_t place = 0; place < a.tokens.size(); ++place) {
      const Token& left = a.tokens[place];
      const Token& right = b.tokens[place];
      if (left.text == right.text) {
        continue;
      }
      if (left.kind != right.kind || left.kind == TokenKind::Other) {
        return false;
      }
      const std::size_t* first = Called(a, place);
      const std::size_t* second = Called(b, place);
      const bool same_function =
          first != nullptr && second != nullptr && family_of_[*first] == family_of_[*second];
      const bool types =
          module_.types().IsTypeName(left.text) && module_.types().IsTypeName(right.text);
      const bool layouts = place > 0 && a.tokens[place - 1].text == ":" && IsLayout(left.text) &&
                           IsLayout(right.text);
      if (!same_function && !types && !layouts && !SameNumber(left.text, right.text) &&
          !SameOverload(left.text, right.text)) {
        return false;
      }
    }
    return true;
  }

  // Takes families apart until the members of each agree, given which functions they call.
  void Refine() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t family = 0; family < families_.size(); ++family) {
        std::vector<std::vector<std::size_t>> parts;
        for (const std::size_t member : families_[family].members) {
          const auto fits = [&](const std::vector<std::size_t>& part) {
            return std::ranges::all_of(part, [&](std::size_t other) {
              return Matches(members_[other], members_[member]);
            });
          };
          const auto place = std::ranges::find_if(parts, fits);
          if (place != parts.end()) {
            place->push_back(member);
          } else {
            parts.push_back({member});
          }
        }
        families_[family].members = parts[0];
        for (std::size_t i = 1; i < parts.size(); ++i) {
          changed = true;
          for (const std::size_t member : parts[i]) {
            family_of_[member] = families_.size();
          }
          families_.push_back({parts[i], {}});
        }
      }
    }
  }

  // The parameter of a family that has these values, made where there is none.
  std::string ParameterFor(Family& family, const Column& values) {
    if (std::ranges::all_of(values, [&](const std::string& value) { return value == values[0]; })) {
      return values[0];
    }
    for (const Parameter& param : family.params) {
      if (param.values == values) {
        return param.name;
      }
    }
    const bool is_layout = IsLayout(values[0]);
    constexpr std::string_view kTypeNames[] = {"T", "U", "V", "W"};
    const auto is_free = [&](const std::string& name) {
      return std::ranges::none_of(family.params,
                                  [&](const Parameter& param) { return param.name == name; }) &&
             std::ranges::none_of(family.members, [&](std::size_t member) {
               return std::ranges::any_of(members_[member].tokens,
                                          [&](const Token& token) { return token.text == name; });
             });
    };
    for (std::size_t i = 0;; ++i) {
      const std::string name = is_layout
                                   ? fmt::format("L{}", i == 0 ? "" : fmt::format("{}", i + 1))
                               : i < std::size(kTypeNames) ? std::string(kTypeNames[i])
                                                           : fmt::format("T{}", i);
      if (is_free(name)) {
        family.params.push_back({name, is_layout ? "kc::Layout" : "typename", values});
        grew_ = true;
        return name;
      }
    }
  }

  // A call with the template's arguments: `clamp<T>`.
  std::string Callee(Family& caller, const std::vector<std::size_t>& callees) {
    Family& family = families_[family_of_[callees[0]]];
    // Taken before: the caller may be the callee.
    const std::vector<Parameter> params = family.params;
    std::vector<std::string> arguments;
    for (const Parameter& param : params) {
      Column values;
      for (const std::size_t callee : callees) {
        const auto place = std::ranges::find(family.members, callee);
        values.push_back(param.values[static_cast<std::size_t>(place - family.members.begin())]);
      }
      const std::string argument = ParameterFor(caller, values);
      const bool is_value = param.kind != "typename" && IsLayout(argument);
      arguments.push_back(is_value ? "kc::" + argument : argument);
    }
    const std::string& name = functions_[family.members[0]].name;
    return arguments.empty() ? name : fmt::format("{}<{}>", name, fmt::join(arguments, ", "));
  }

  // What stands in the template for the tokens at `place`.
  std::string At(Family& family, std::size_t place) {
    const Token& first = members_[family.members[0]].tokens[place];
    if (Called(members_[family.members[0]], place) != nullptr) {
      std::vector<std::size_t> callees;
      for (const std::size_t member : family.members) {
        callees.push_back(*Called(members_[member], place));
      }
      return Callee(family, callees);
    }
    Column values;
    for (const std::size_t member : family.members) {
      values.emplace_back(members_[member].tokens[place].text);
    }
    const bool same =
        std::ranges::all_of(values, [&](const std::string& value) { return value == values[0]; });
    if (same) {
      return std::string(first.text);
    }
    if (first.kind == TokenKind::Number) {
      std::string number = *std::ranges::find_if(
          values, [](const std::string& value) { return !value.ends_with('f'); });
      Column types;
      for (const std::string& value : values) {
        types.push_back(value.ends_with('f') ? "float" : "double");
      }
      // `T(2)` is as good as `T(2.0)`.
      if (number.ends_with(".0") && number.find('e') == std::string::npos) {
        number.resize(number.size() - 2);
      }
      return fmt::format("{}({})", ParameterFor(family, types), number);
    }
    if (!module_.types().IsTypeName(first.text) && !IsLayout(first.text)) {
      return *std::ranges::min_element(values, {},
                                       [](const std::string& value) { return value.size(); });
    }
    return ParameterFor(family, values);
  }

  // Which parameters templates have: those of what they call may give them more.
  void FindParameters() {
    do {
      grew_ = false;
      for (Family& family : families_) {
        for (std::size_t place = 0; place < members_[family.members[0]].tokens.size(); ++place) {
          static_cast<void>(At(family, place));
        }
      }
    } while (grew_);
  }

  // The first member of a family with its types replaced; notes the families that it calls.
  FunctionText Write(Family& family, std::set<std::size_t>* calls) {
    const Member& member = members_[family.members[0]];
    FunctionText function = functions_[family.members[0]];
    std::vector<std::string> parts(1);
    std::size_t next = 0;
    for (std::size_t place = 0; place < member.tokens.size(); ++place) {
      if (member.tokens[place].text.empty()) {
        parts.emplace_back();
        continue;
      }
      if (const std::size_t* callee = Called(member, place); callee != nullptr) {
        calls->insert(family_of_[*callee]);
      }
      std::string text = At(family, place);
      // `kc::C` became a parameter.
      const bool is_layout = IsLayout(member.tokens[place].text) && !IsLayout(text);
      if (is_layout && parts.back().ends_with("kc::")) {
        parts.back().resize(parts.back().size() - 4);
      }
      parts.back() += text;
    }
    KC_CHECK(parts.size() == 2 * function.params.size() + 3, "{} in {} parts", function.name,
             parts.size());
    function.result = parts[next++];
    for (ParamText& param : function.params) {
      param.type = parts[next++];
      param.name = parts[next++];
    }
    function.body = parts[next];
    for (const Parameter& param : family.params) {
      function.template_params.push_back(fmt::format("{} {}", param.kind, param.name));
    }
    return function;
  }

  // A kernel by its own name, which runs the template `body`.
  FunctionText Wrapper(const Family& family, std::size_t index, const std::string& body) const {
    FunctionText kernel = functions_[family.members[index]];
    kernel.comment.clear();
    std::vector<std::string> types;
    for (const Parameter& param : family.params) {
      types.push_back(param.kind == "typename" ? param.values[index]
                                               : "kc::" + param.values[index]);
    }
    std::vector<std::string> names;
    for (const ParamText& param : kernel.params) {
      names.push_back(param.name);
    }
    const std::string arguments = types.empty() ? "" : fmt::format("<{}>", fmt::join(types, ", "));
    kernel.body = fmt::format("  {}{}({});\n", body, arguments, fmt::join(names, ", "));
    return kernel;
  }

  void PutFamily(std::size_t index, FunctionOrder* order) {
    if (state_[index] != State::None) {
      return;
    }
    state_[index] = State::Begun;
    Family& family = families_[index];
    std::set<std::size_t> calls;
    FunctionText function = Write(family, &calls);
    for (const std::size_t callee : calls) {
      if (state_[callee] == State::Begun && callee != index && !declared_.contains(callee)) {
        declared_.insert(callee);
        std::set<std::size_t> ignored;
        order->declared.push_back(HeadOf(Write(families_[callee], &ignored)));
      }
    }
    for (const std::size_t callee : calls) {
      PutFamily(callee, order);
    }
    state_[index] = State::Done;
    if (!function.is_kernel || family.members.size() == 1) {
      order->functions.push_back(std::move(function));
      return;
    }
    function.name = module_.names().AddFunction(function.name + "_body");
    function.qualifiers = "static __device__ __forceinline__ ";
    function.result = "void ";
    const std::string body = function.name;
    function.is_kernel = false;
    order->functions.push_back(std::move(function));
    for (std::size_t i = 0; i < family.members.size(); ++i) {
      order->functions.push_back(Wrapper(family, i, body));
    }
  }

  FunctionOrder Put() {
    FunctionOrder order;
    state_.assign(families_.size(), State::None);
    for (const bool kernels : {false, true}) {
      for (std::size_t i = 0; i < functions_.size(); ++i) {
        if (functions_[i].is_kernel == kernels) {
          PutFamily(family_of_[i], &order);
        }
      }
    }
    return order;
  }

  enum class State : std::uint8_t { None, Begun, Done };

  ModuleText& module_;
  std::vector<FunctionText> functions_;
  std::vector<Member> members_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::vector<Family> families_;
  std::vector<std::size_t> family_of_;
  std::vector<State> state_;
  std::set<std::size_t> declared_;
  bool grew_ = false;
};

}  // namespace

FunctionOrder OrderFunctions(ModuleText& module, std::vector<FunctionText> functions) {
  return Orderer(module, std::move(functions)).Run();
}

}  // namespace kernelc::codegen::cuda_cpp
