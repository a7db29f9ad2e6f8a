// Results that are made once in each context, as PyCUDA's context_dependent_memoize does: modules,
// tables in device memory, plans of libraries.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernelc/context.h"
#include "kernelc/current.h"
#include "kernelc/export.h"

namespace kernelc {

// Drops the results of every ContextMemoize() in every context, and with them what they hold of
// contexts. ReleaseContexts() does so too, and the reset of a device for its own.
KC_RUNTIME_API void ClearContextCaches() noexcept;

namespace detail {

// Whose results they are. Its end drops them in all contexts.
class KC_RUNTIME_API MemoOwner {
 public:
  MemoOwner() noexcept;
  ~MemoOwner();
  MemoOwner(const MemoOwner&) = delete;
  MemoOwner& operator=(const MemoOwner&) = delete;
  // What the context keeps for this owner, made by the first who asks.
  std::shared_ptr<void> TableIn(const Context& context, std::shared_ptr<void> (*make)()) const;

 private:
  std::uint64_t key_;
};

// Texts are compared by what they say.
template <typename T>
struct MemoKey {
  using Type = std::decay_t<T>;
};
template <>
struct MemoKey<const char*> {
  using Type = std::string;
};
template <>
struct MemoKey<std::string_view> {
  using Type = std::string;
};
template <typename T>
using MemoKeyOf = typename MemoKey<std::decay_t<T>>::Type;

template <typename Signature>
struct MemoSignature;
template <typename Signature>
struct MemoSignature<std::function<Signature>> {
  using Type = Signature;
};

}  // namespace detail

// See ContextMemoize().
template <typename Signature>
class ContextMemoized;

template <typename R, typename... Params>
class ContextMemoized<R(Params...)> {
 public:
  using Result = std::remove_cvref_t<R>;
  static_assert(!std::is_void_v<R>, "there is nothing to keep of a function without a result");

  explicit ContextMemoized(std::function<R(Params...)> function)
      : state_(std::make_shared<State>(std::move(function))) {}

  // A copy of the result for these arguments in this thread's current context.
  Result operator()(Params... args) const {
    const auto table = std::static_pointer_cast<Table>(state_->owner.TableIn(
        current_context(), [] { return std::shared_ptr<void>(new Table, &Delete); }));
    typename Table::Key key(args...);
    {
      const std::lock_guard lock(table->mutex);
      const auto found = table->results.find(key);
      if (found != table->results.end()) {
        return found->second;
      }
    }
    Result result = state_->function(std::forward<Params>(args)...);
    const std::lock_guard lock(table->mutex);
    return table->results.try_emplace(std::move(key), std::move(result)).first->second;
  }

 private:
  struct Table {
    using Key = std::tuple<detail::MemoKeyOf<Params>...>;
    std::mutex mutex;
    std::map<Key, Result> results;
  };
  struct State {
    explicit State(std::function<R(Params...)> of) : function(std::move(of)) {}
    std::function<R(Params...)> function;
    detail::MemoOwner owner;
  };
  static void Delete(void* table) { delete static_cast<Table*>(table); }

  std::shared_ptr<State> state_;
};

// `function`, which is called once for each list of arguments in each context that is current at a
// call; its results are kept until the context ends, is reset, or ClearContextCaches(). Copies
// share them. Arguments are compared by <, texts by what they say. The function runs without a
// lock: threads that ask at the same time may both run it, and get the result of the first that is
// done. What it throws is thrown on, and nothing is kept.
template <typename Function>
auto ContextMemoize(Function function) {
  using Erased = decltype(std::function(function));
  return ContextMemoized<typename detail::MemoSignature<Erased>::Type>(Erased(std::move(function)));
}

}  // namespace kernelc
