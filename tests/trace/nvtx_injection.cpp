// Takes what a program marks, as a profiler does.
#include <nvtx3/nvToolsExt.h>

#include <string>

namespace {

std::string& Log() {
  static std::string& log = *new std::string;
  return log;
}
int depth = 0;

void Mark(const char* message) { Log() += std::string("mark ") + message + ';'; }
int Push(const char* message) {
  Log() += std::string("push ") + message + ';';
  return depth++;
}
int Pop() {
  Log() += "pop;";
  return --depth;
}
nvtxRangeId_t Start(const char* message) {
  Log() += std::string("start ") + message + ';';
  return 42;
}
void End(nvtxRangeId_t range) { Log() += "end " + std::to_string(range) + ';'; }

}  // namespace

extern "C" __attribute__((visibility("default"))) const char* TakeNvtxLog() {
  static std::string& taken = *new std::string;
  taken.swap(Log());
  Log().clear();
  return taken.c_str();
}

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    NvtxGetExportTableFunc_t export_table) {
  const auto* const callbacks =
      static_cast<const NvtxExportTableCallbacks*>(export_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks == nullptr ||
      callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size) == 0) {
    return 0;
  }
  const auto set = [&](unsigned id, auto* function) {
    if (id < size) {
      *table[id] = reinterpret_cast<NvtxFunctionPointer>(function);
    }
  };
  set(NVTX_CBID_CORE_MarkA, Mark);
  set(NVTX_CBID_CORE_RangePushA, Push);
  set(NVTX_CBID_CORE_RangePop, Pop);
  set(NVTX_CBID_CORE_RangeStartA, Start);
  set(NVTX_CBID_CORE_RangeEnd, End);
  return 1;
}
