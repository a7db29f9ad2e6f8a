#include "kernelc/context_memo.h"

#include "runtime/backend/registry.h"

namespace kernelc {

void ClearContextCaches() noexcept {
  for (const std::shared_ptr<backend::Context>& context : backend::LiveContexts()) {
    context->attachments().DropAll();
  }
}

namespace detail {

MemoOwner::MemoOwner() noexcept : key_(backend::NextId()) {}

MemoOwner::~MemoOwner() {
  for (const std::shared_ptr<backend::Context>& context : backend::LiveContexts()) {
    context->attachments().Drop(key_);
  }
}

std::shared_ptr<void> MemoOwner::TableIn(const Context& context,
                                         std::shared_ptr<void> (*make)()) const {
  return context.impl()->attachments().Get(key_, make);
}

}  // namespace detail
}  // namespace kernelc
