// Modules are PTX text whose entries can be found and launched; a launch is recorded.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "tests/fake_driver/functions.h"

namespace kernelc::fake_driver::functions {
namespace {

using Lock = std::lock_guard<std::mutex>;

Context* Current() {
  Context* const top = ContextStack().empty() ? nullptr : ContextStack().back();
  return top != nullptr && top->retains > 0 ? top : nullptr;
}

Function* AsFunction(FunctionHandle handle) { return reinterpret_cast<Function*>(handle); }
Library* AsLibrary(LibraryHandle handle) { return reinterpret_cast<Library*>(handle); }
Link* AsLink(LinkHandle handle) { return reinterpret_cast<Link*>(handle); }
Module* AsModule(ModuleHandle handle) { return reinterpret_cast<Module*>(handle); }

// The names after ".entry".
std::vector<std::string> EntryNames(std::string_view ptx) {
  constexpr std::string_view kEntry = ".entry ";
  std::vector<std::string> names;
  for (std::size_t at = ptx.find(kEntry); at != std::string_view::npos;
       at = ptx.find(kEntry, at + 1)) {
    std::string name;
    for (std::size_t i = at + kEntry.size(); i < ptx.size(); ++i) {
      const char c = ptx[i];
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '$') {
        break;
      }
      name += c;
    }
    names.push_back(name);
  }
  return names;
}

void WriteLog(unsigned count, const int* options, void** values, const char* text) {
  char* log = nullptr;
  std::size_t size = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == kJitErrorLog) {
      log = static_cast<char*>(values[i]);
    } else if (options[i] == kJitErrorLogSize) {
      size = reinterpret_cast<std::size_t>(values[i]);
    }
  }
  if (log != nullptr && size != 0) {
    std::snprintf(log, size, "%s", text);
  }
}

// The list is [1, buffer, 2, address of the size, 0].
std::vector<std::byte> Packed(void** extra) {
  if (extra == nullptr) {
    return {};
  }
  const auto* const bytes = static_cast<const std::byte*>(extra[1]);
  return {bytes, bytes + *static_cast<const std::size_t*>(extra[3])};
}

Result Launch(FunctionHandle function, const unsigned (&grid)[3], const unsigned (&block)[3],
              unsigned shared_bytes, StreamHandle stream) {
  State& state = TheState();
  if (Current() == nullptr) {
    return kErrorInvalidContext;
  }
  const Function& launched = *AsFunction(function);
  const auto max_dynamic = static_cast<unsigned>(launched.attributes.at(kFunctionMaxDynamicShared));
  const auto static_bytes = static_cast<unsigned>(launched.attributes.at(kFunctionSharedBytes));
  const auto portable = static_cast<unsigned>(state.device_attributes[kAttributeSharedPerBlock]);
  if (static_bytes + shared_bytes > portable && shared_bytes > max_dynamic) {
    return kErrorInvalidValue;
  }
  // What is captured is launched by the graph.
  if (CaptureOf(stream) != nullptr) {
    return kSuccess;
  }
  ++state.launches;
  LaunchRecord record;
  std::snprintf(record.kernel, sizeof record.kernel, "%s", launched.name.c_str());
  std::copy_n(grid, 3, record.grid);
  std::copy_n(block, 3, record.block);
  record.shared_bytes = shared_bytes;
  record.stream = stream;
  state.last_launch = record;
  return kSuccess;
}

constexpr const char* kNoEntry = "ptxas fake, line 1; fatal: there is no entry";

// Null where the text has no entry.
Module* MakeModule(State& state, const Context& context, const char* text) {
  const std::vector<std::string> names = EntryNames(text);
  if (names.empty()) {
    return nullptr;
  }
  auto* made = new Module;
  made->device = context.device;
  for (const std::string& name : names) {
    made->functions[name] = {name, state.function_attributes};
  }
  made->reports_errors = std::strstr(text, abi::kCudaErrorState) != nullptr;
  const auto global = reinterpret_cast<DriverPointer>(&made->error_state);
  state.module_globals[global] = {sizeof made->error_state, context.device};
  state.modules.insert(made);
  return made;
}

void DeleteModule(State& state, Module* module) {
  state.module_globals.erase(reinterpret_cast<DriverPointer>(&module->error_state));
  delete module;
}

}  // namespace

Result cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned option_count,
                          int* options, void** values) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Context* const context = Current();
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  Module* const made = MakeModule(state, *context, static_cast<const char*>(image));
  if (made == nullptr) {
    WriteLog(option_count, options, values, kNoEntry);
    return kErrorInvalidPtx;
  }
  *module = reinterpret_cast<ModuleHandle>(made);
  return kSuccess;
}

// As the driver does it, text that is wrong is told in the log, and the module is refused.
Result cuLibraryLoadData(LibraryHandle* library, const void* code, int* options, void** values,
                         unsigned option_count, int*, void**, unsigned) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Context* const context = Current();
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  auto* made = new Library;
  made->device = context->device;
  made->text = static_cast<const char*>(code);
  if (EntryNames(made->text).empty()) {
    WriteLog(option_count, options, values, kNoEntry);
  }
  state.libraries.insert(made);
  *library = reinterpret_cast<LibraryHandle>(made);
  return kSuccess;
}

Result cuLibraryGetModule(ModuleHandle* module, LibraryHandle library) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const Context* const context = Current();
  if (context == nullptr) {
    return kErrorInvalidContext;
  }
  if (state.libraries.count(AsLibrary(library)) == 0) {
    return kErrorInvalidHandle;
  }
  Library& from = *AsLibrary(library);
  from.module = MakeModule(state, *context, from.text.c_str());
  *module = reinterpret_cast<ModuleHandle>(from.module);
  return from.module == nullptr ? Result{kErrorInvalidPtx} : kSuccess;
}

Result cuLibraryUnload(LibraryHandle library) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.libraries.erase(AsLibrary(library)) == 0) {
    return kErrorInvalidHandle;
  }
  if (Module* const module = AsLibrary(library)->module; module != nullptr) {
    state.modules.erase(module);
    DeleteModule(state, module);
  }
  delete AsLibrary(library);
  return kSuccess;
}

Result cuLinkCreate(unsigned option_count, int* options, void** values, LinkHandle* link) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (Current() == nullptr) {
    return kErrorInvalidContext;
  }
  auto* made = new Link;
  for (unsigned i = 0; i < option_count; ++i) {
    made->options.push_back(options[i]);
    made->values.push_back(values[i]);
  }
  state.links.insert(made);
  *link = reinterpret_cast<LinkHandle>(made);
  return kSuccess;
}

Result cuLinkAddData(LinkHandle link, int kind, void* data, std::size_t bytes, const char*,
                     unsigned, int*, void**) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.links.count(AsLink(link)) == 0) {
    return kErrorInvalidHandle;
  }
  const char* const text = static_cast<const char*>(data);
  Link& made = *AsLink(link);
  // What a kernel is linked with has functions and no entry.
  const bool is_ptx = kind == kJitInputPtx && bytes > 0 && text[bytes - 1] == '\0';
  if (!is_ptx || (EntryNames(text).empty() && std::string_view(text).find(".func") == std::string_view::npos)) {
    WriteLog(static_cast<unsigned>(made.options.size()), made.options.data(), made.values.data(),
             "ptxas fake, line 1; fatal: there is no entry");
    return kErrorInvalidPtx;
  }
  made.text += text;
  return kSuccess;
}

// Machine code of the fake is PTX after a line of its own.
Result cuLinkComplete(LinkHandle link, void** cubin, std::size_t* bytes) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.links.count(AsLink(link)) == 0) {
    return kErrorInvalidHandle;
  }
  std::string& text = AsLink(link)->text;
  text.insert(0, "fake machine code\n");
  *cubin = text.data();
  *bytes = text.size();
  return kSuccess;
}

Result cuLinkDestroy(LinkHandle link) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.links.erase(AsLink(link)) == 0) {
    return kErrorInvalidHandle;
  }
  delete AsLink(link);
  return kSuccess;
}

Result cuModuleUnload(ModuleHandle module) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.modules.erase(AsModule(module)) == 0) {
    return kErrorInvalidHandle;
  }
  DeleteModule(state, AsModule(module));
  return kSuccess;
}

Result cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.modules.count(AsModule(module)) == 0) {
    return kErrorInvalidHandle;
  }
  auto& functions = AsModule(module)->functions;
  const auto found = functions.find(name);
  if (found == functions.end()) {
    return kErrorNotFound;
  }
  *function = reinterpret_cast<FunctionHandle>(&found->second);
  return kSuccess;
}

Result cuModuleGetGlobal(DriverPointer* data, std::size_t* bytes, ModuleHandle module,
                         const char* name) {
  State& state = TheState();
  const Lock lock(state.mutex);
  if (state.modules.count(AsModule(module)) == 0) {
    return kErrorInvalidHandle;
  }
  if (!AsModule(module)->reports_errors || std::strcmp(name, abi::kCudaErrorState) != 0) {
    return kErrorNotFound;
  }
  *data = reinterpret_cast<DriverPointer>(&AsModule(module)->error_state);
  *bytes = sizeof(abi::CudaErrorState);
  return kSuccess;
}

Result cuFuncGetAttribute(int* value, int attribute, FunctionHandle function) {
  const Lock lock(TheState().mutex);
  *value = AsFunction(function)->attributes[attribute];
  return kSuccess;
}

Result cuFuncSetAttribute(FunctionHandle function, int attribute, int value) {
  const Lock lock(TheState().mutex);
  AsFunction(function)->attributes[attribute] = value;
  return kSuccess;
}

Result cuLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      StreamHandle stream, void** params, void** extra) {
  State& state = TheState();
  const Lock lock(state.mutex);
  const unsigned grid[3] = {grid_x, grid_y, grid_z};
  const unsigned block[3] = {block_x, block_y, block_z};
  const Result result = Launch(function, grid, block, shared_bytes, stream);
  if (result != kSuccess) {
    return result;
  }
  if (CaptureOf(stream) == nullptr) {
    LaunchRecord& record = state.last_launch;
    const std::vector<std::byte> packed = Packed(extra);
    record.param_bytes = packed.size();
    std::copy_n(packed.begin(), std::min(packed.size(), sizeof record.params),
                reinterpret_cast<std::byte*>(record.params));
  }
  if (std::function<void()> work =
          KernelWork(state, function, grid, block, shared_bytes, params, extra)) {
    Submit(state, stream, std::move(work));
  }
  return kSuccess;
}

Result cuLaunchCooperativeKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, StreamHandle stream,
                                 void**) {
  State& state = TheState();
  const Lock lock(state.mutex);
  return Launch(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes,
                stream);
}

// As a GPU of compute capability 9.0 has it.
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, FunctionHandle function,
                                                   int threads, std::size_t shared_bytes) {
  State& state = TheState();
  const Lock lock(state.mutex);
  std::map<int, int>& attributes = AsFunction(function)->attributes;
  const auto dynamic = static_cast<int>(shared_bytes);
  const int shared = attributes[kFunctionSharedBytes] + dynamic;
  if (shared > state.device_attributes[kAttributeSharedPerBlock] &&
      dynamic > attributes[kFunctionMaxDynamicShared]) {
    *blocks = 0;
    return kSuccess;
  }
  const int warps = (threads + 31) / 32;
  const int registers = std::max(attributes[kFunctionRegisters] * 32 + 255, 256) / 256 * 256;
  const int launched = (warps + 3) / 4 * 4 * registers;
  const int by_registers = launched > 65536 ? 0 : 16384 / registers * 4 / warps;
  const int by_shared = 233472 / ((shared + 1024 + 127) / 128 * 128);
  *blocks = std::min({32, 64 / warps, by_registers, by_shared});
  return kSuccess;
}

Result cuOccupancyMaxPotentialBlockSize(int* min_grid, int* block, FunctionHandle,
                                        SharedSizeFunction, std::size_t, int) {
  *min_grid = 264;
  *block = 768;
  return kSuccess;
}

}  // namespace kernelc::fake_driver::functions
