#include "compiler/driver/run_faults.h"

#include <fmt/format.h>

#include <optional>

#include "compiler/diag/renderer.h"

namespace kernelc::driver {
namespace {

// Bytes of the first `count` characters of `text`.
std::size_t BytesOf(std::string_view text, std::uint32_t count) {
  std::size_t at = 0;
  for (; at < text.size() && count > 0; --count) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) {
      ++at;
    }
  }
  return at;
}

std::optional<SourceRange> RangeOf(const SourceUnit& unit, const DeviceFault& fault) {
  const FileId id = unit.file();
  const SourceFile& file = unit.sources().file(id);
  if (fault.line == 0 || fault.column == 0 || fault.file != file.path()) {
    return std::nullopt;
  }
  const std::size_t column = BytesOf(file.line_text(fault.line), fault.column - 1);
  const auto begin = static_cast<std::uint32_t>(file.line_begin(fault.line) + column);
  return SourceRange{id, begin, begin + fault.length};
}

std::string TripleText(const std::array<std::uint32_t, 3>& triple) {
  return fmt::format("({}, {}, {})", triple[0], triple[1], triple[2]);
}

}  // namespace

int ReportKernelError(CommandContext& context, const std::shared_ptr<const SourceUnit>& unit,
                      const KernelError& error) {
  const std::optional<SourceRange> range = RangeOf(*unit, error.fault());
  const diag::Kind kind = diag::FindKind(error.kind());
  if (!range || kind == diag::Kind::kCount) {
    return context.Fail(Fault::ThreadFault, error.what());
  }
  diag::Diagnostic diagnostic{kind,
                              diag::Severity::Error,
                              *range,
                              error.fault().text,
                              {},
                              {fmt::format("in kernel `{}`, block {}, thread {}", error.kernel(),
                                           TripleText(error.block()), TripleText(error.thread()))},
                              ""};
  context.Add(unit, {std::move(diagnostic)});
  return StatusOf(Fault::ThreadFault);
}

}  // namespace kernelc::driver
