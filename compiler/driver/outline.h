// What the cache keeps of a kernel file, so that a text that was seen before is not parsed again: the
// functions that it defines.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/cache/file_facts.h"
#include "compiler/cache/store.h"
#include "compiler/driver/module_loader.h"
#include "compiler/sema/sema.h"

namespace kernelc::driver {

// Stands for a text, its path, and where its modules are looked for.
cache::Hash UnitKey(std::string_view path, std::string_view text, bool is_decoded,
                    const ModuleOptions& modules);

cache::Hash OutlineKey(const cache::Store& store, const cache::Hash& unit_key);
cache::Hash SignatureKey(const cache::Store& store, const cache::Hash& unit_key,
                         std::string_view signature);
std::vector<std::byte> EncodeOutline(const std::vector<cache::FileFact>& facts,
                                     const std::vector<sema::FunctionEntry>& functions);
// Null when a fact that it depends on does not hold any more. `file` is where the ranges are.
std::optional<std::vector<sema::FunctionEntry>> DecodeOutline(std::span<const std::byte> contents,
                                                              FileId file);

}  // namespace kernelc::driver
