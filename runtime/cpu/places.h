// Which CPU devices there are: the machine is one, or is shared out among several, as KERNELC_CPU_DEVICES says.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::cpu {

// Where the threads and the memory of a device are.
struct Place {
  // That run blocks.
  unsigned threads = 1;
  // The cores that its threads run on; empty: any.
  std::vector<int> cores;
  // Of the memory; -1: any.
  int node = -1;
};

// "0-3,8" as numbers, ascending; empty for text that is no such list.
// Format: Linux, Documentation/admin-guide/cputopology.rst.
std::vector<int> ParseCoreList(std::string_view text);

// What `wanted` asks for: a number of devices that share `threads` threads, or "numa": a device for each node under `nodes`
// that has some of the cores `allowed`, with the node's part of the threads. Empty with `*why` set when it is neither.
std::vector<Place> SharePlaces(std::string_view wanted, unsigned threads, const std::vector<int>& allowed,
                               const std::filesystem::path& nodes, std::string* why);

// The devices of this process; at least one. What is wrong with the variables goes to the error sink.
const std::vector<Place>& Places();

// The calling thread runs on these cores alone from now on; nothing for none.
void RunOn(const std::vector<int>& cores) noexcept;

// Memory that nobody has touched yet comes from this node while that has some; nothing for -1.
void PlaceMemory(void* memory, std::size_t bytes, int node) noexcept;

}  // namespace kernelc::cpu
