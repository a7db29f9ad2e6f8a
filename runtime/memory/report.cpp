// Snapshots and summaries of any resource.
#include <array>
#include <string_view>
#include <utility>

#include "kernelc/memory_resource.h"
#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::MemoryBlock;

using Counts = std::array<std::pair<std::string_view, const MemoryCount*>, 5>;

Counts CountsOf(const MemoryStats& stats) {
  return {{{"allocated_bytes", &stats.allocated_bytes},
           {"requested_bytes", &stats.requested_bytes},
           {"reserved_bytes", &stats.reserved_bytes},
           {"allocations", &stats.allocations},
           {"segments", &stats.segments}}};
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    // Control characters have no place in names.
    quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return quoted + '"';
}

std::string_view StateName(MemoryBlock::State state) {
  switch (state) {
    case MemoryBlock::State::Allocated:
      return "allocated";
    case MemoryBlock::State::Free:
      return "free";
    case MemoryBlock::State::Pending:
      return "pending";
  }
  return "";
}

std::string BlockText(const MemoryBlock& block) {
  std::string text = Concat("{\"address\": ", block.data, ", \"bytes\": ", block.bytes,
                            ", \"requested_bytes\": ", block.requested, ", \"state\": \"",
                            StateName(block.state), "\", \"stream\": ", block.stream);
  if (!block.site.empty()) {
    text += Concat(", \"site\": ", Quoted(block.site));
  }
  return text + '}';
}

std::string Padded(std::string_view text, std::size_t width, bool to_the_right) {
  const std::string blanks(text.size() < width ? width - text.size() : 0, ' ');
  return to_the_right ? blanks + std::string(text) : std::string(text) + blanks;
}

}  // namespace

std::string MemoryResource::Snapshot() const {
  const MemoryStats stats = impl_->Stats();
  std::string text = Concat("{\"device\": ", Quoted(context_->device().name()),
                            ", \"resource\": ", Quoted(impl_->name()), ",\n \"stats\": {");
  for (const auto& [name, count] : CountsOf(stats)) {
    text += Concat('"', name, "\": {\"current\": ", count->current, ", \"peak\": ", count->peak,
                   ", \"added\": ", count->added, ", \"removed\": ", count->removed, "}, ");
  }
  text += Concat("\"held_bytes\": ", stats.held_bytes, ", \"held_blocks\": ", stats.held_blocks,
                 ", \"pending_bytes\": ", stats.pending_bytes, ", \"retries\": ", stats.retries,
                 ", \"out_of_memory\": ", stats.out_of_memory, "},\n \"segments\": [");
  std::string_view between = "";
  for (const backend::MemorySegment& segment : impl_->Segments()) {
    text += Concat(between, "\n  {\"address\": ", segment.data, ", \"bytes\": ", segment.bytes,
                   ", \"blocks\": [");
    std::string_view between_blocks = "";
    for (const MemoryBlock& block : segment.blocks) {
      text += Concat(between_blocks, "\n   ", BlockText(block));
      between_blocks = ",";
    }
    text += "]}";
    between = ",";
  }
  return text + "]}\n";
}

std::string MemoryResource::Summary() const {
  const MemoryStats stats = impl_->Stats();
  constexpr std::size_t kName = 16;
  constexpr std::size_t kFigure = 16;
  constexpr bool kRight = true;
  std::string text =
      Concat("memory of ", context_->device().name(), ", resource ", impl_->name(), '\n');
  text += Padded("", kName, !kRight);
  for (const std::string_view head : {"current", "peak", "added", "removed"}) {
    text += Padded(head, kFigure, kRight);
  }
  text += '\n';
  for (const auto& [name, count] : CountsOf(stats)) {
    text += Padded(name, kName, !kRight);
    for (const std::uint64_t figure : {count->current, count->peak, count->added, count->removed}) {
      text += Padded(std::to_string(figure), kFigure, kRight);
    }
    text += '\n';
  }
  text +=
      Concat("held: ", stats.held_bytes, " bytes in ", stats.held_blocks, " blocks, ",
             stats.pending_bytes, " of them until streams are done; tried again: ", stats.retries,
             ", out of memory: ", stats.out_of_memory, '\n');
  return text;
}

}  // namespace kernelc
