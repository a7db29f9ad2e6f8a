#include "runtime/sanitize/report.h"

#include <charconv>
#include <string>

#include "runtime/backend/text.h"

namespace kernelc::sanitize {
namespace {

using backend::Concat;

std::string Address(DevicePointer data) {
  char digits[2 * sizeof data];
  const auto end = std::to_chars(digits, digits + sizeof digits, data, 16);
  return Concat("0x", std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)));
}

StreamRaceKind KindOf(const Conflict& conflict) {
  if (conflict.after_free) {
    return StreamRaceKind::UseAfterFree;
  }
  if (conflict.earlier.by->frees) {
    return StreamRaceKind::UseAfterReuse;
  }
  if (conflict.later.by->frees) {
    return StreamRaceKind::FreeWhileUsed;
  }
  return !conflict.later.access.writes     ? StreamRaceKind::ReadAfterWrite
         : !conflict.earlier.access.writes ? StreamRaceKind::WriteAfterRead
                                           : StreamRaceKind::WriteAfterWrite;
}

// "kernel `fill` writes `x`".
std::string Deed(const Touch& touch) {
  const char* const verb = touch.by->frees       ? "gives back"
                           : touch.access.writes ? "writes"
                                                 : "reads";
  return touch.access.name.empty()
             ? Concat(touch.by->what, " (", verb, ')')
             : Concat(touch.by->what, ' ', verb, " `", touch.access.name, '`');
}

std::string Memory(const Conflict& conflict) {
  std::string text = Concat(conflict.later.end - conflict.later.begin, " bytes at ",
                            Address(conflict.later.begin));
  if (conflict.memory != nullptr && !conflict.memory->site.empty()) {
    text += Concat(", allocated at ", conflict.memory->site.Text());
  }
  return text;
}

const char* Headline(StreamRaceKind kind) {
  switch (kind) {
    case StreamRaceKind::ReadAfterWrite:
      return "a stream reads what another one may still be writing";
    case StreamRaceKind::WriteAfterRead:
      return "a stream writes what another one may still be reading";
    case StreamRaceKind::WriteAfterWrite:
      return "a stream writes what another one may still be writing";
    case StreamRaceKind::UseAfterFree:
      return "a stream uses memory that was given back";
    case StreamRaceKind::FreeWhileUsed:
      return "memory is given back that another stream may still be using";
    case StreamRaceKind::UseAfterReuse:
      return "memory was given back on another stream, which was not waited for";
  }
  return "";
}

}  // namespace

StreamRace Describe(const Conflict& conflict) {
  StreamRace race;
  race.kind = KindOf(conflict);
  race.earlier = Deed(conflict.earlier);
  race.earlier_stream = conflict.earlier.by->where;
  race.earlier_place = conflict.earlier.by->site.Text();
  race.later = Deed(conflict.later);
  race.later_stream = conflict.later.by->where;
  race.later_place = conflict.later.by->site.Text();
  race.text = Concat(Headline(race.kind), ": ", race.later, " on ", race.later_stream, " at ",
                     race.later_place, ", after ", race.earlier, " on ", race.earlier_stream,
                     " at ", race.earlier_place, ", with no wait between (", Memory(conflict),
                     "). Let the later stream wait for an event that the earlier one recorded, or "
                     "synchronise");
  return race;
}

}  // namespace kernelc::sanitize
