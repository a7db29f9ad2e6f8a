// The stream sanitizer: planted races are found, with both places, and ordered work is not
// reported. Built with line numbers.
#include "kernelc/sanitize.h"

#include <elf.h>
#include <errno.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>
#include <iterator>
#include <source_location>
#include <string>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

// What the cases work with.
struct Stage {
  explicit Stage(const Context& device)
      : context(device),
        module(context, TestImage()),
        add(module.kernel("add")),
        scale(module.kernel("scale")),
        a(context),
        b(context),
        c(context),
        x(context, Iota(kSize)),
        y(context, Iota(kSize)),
        z(context, Iota(kSize)),
        pinned(PinnedArray(context, ScalarKind::Float32, {kSize})) {}

  static constexpr std::int64_t kSize = 96;
  // x[i] *= 2.
  void Write(const DeviceArrayAny& array, StreamRef stream) const {
    scale.Launch({1, 128, 0, stream}, array, 2.0F);
  }
  // to = from + from.
  void Read(const DeviceArrayAny& from, const DeviceArrayAny& to, StreamRef stream) const {
    add.Launch({1, 128, 0, stream}, from, from, to);
  }

  Context context;
  Module module;
  Kernel add;
  Kernel scale;
  Stream a;
  Stream b;
  Stream c;
  DeviceArray<float> x;
  DeviceArray<float> y;
  DeviceArray<float> z;
  HostArray pinned;
};

struct Case {
  const char* name;
  StreamRaceKind kind;
  void (*run)(Stage& s);
};

constexpr StreamRaceKind kRaw = StreamRaceKind::ReadAfterWrite;
constexpr StreamRaceKind kWar = StreamRaceKind::WriteAfterRead;
constexpr StreamRaceKind kWaw = StreamRaceKind::WriteAfterWrite;

DeviceArrayAny Part(const DeviceArrayAny& array, std::int64_t start, std::int64_t stop,
                    std::int64_t step = 1) {
  return array.Sliced({{start, stop, step}});
}

HostArrayView ViewOf(const HostArray& array) {
  return HostArrayView(array.element(), array.shape(), array.data(), array.order());
}

const Case kRaces[] = {
    {"a kernel reads what a kernel writes", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"a kernel writes what a kernel reads", kWar,
     [](Stage& s) {
       s.Read(s.x, s.y, s.a);
       s.Write(s.x, s.b);
     }},
    {"two kernels write", kWaw,
     [](Stage& s) {
       s.Read(s.x, s.y, s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"a kernel reads what is copied from the host", kRaw,
     [](Stage& s) {
       s.x.CopyFromHostAsync(ViewOf(s.pinned), s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"a copy to the host reads what a kernel writes", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.x.CopyToHostAsync(s.pinned, s.b);
     }},
    {"a blocking copy waits for its own stream alone", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       static_cast<void>(s.x.ToVector(s.b));
     }},
    {"a copy on the device reads what a kernel writes", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.y.CopyFrom(s.x, s.b);
     }},
    {"a copy on the device writes what a kernel reads", kWar,
     [](Stage& s) {
       s.Read(s.y, s.z, s.a);
       s.y.CopyFrom(s.x, s.b);
     }},
    {"memory is set while a kernel reads it", kWar,
     [](Stage& s) {
       s.Read(s.x, s.y, s.a);
       MemsetAsync(s.context, s.x.data(), 0, s.x.nbytes(), s.b);
     }},
    {"a view is filled while a kernel writes the array", kWaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       Part(s.x, 0, 96, 2).Fill(1.0F, s.b);
     }},
    {"a copy of a view reads what a kernel writes", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       Part(s.y, 0, 48).CopyFrom(Part(s.x, 0, 96, 2), s.b);
     }},
    {"zeros are written in the default stream", kRaw,
     [](Stage& s) {
       const auto zeros = DeviceArrayAny::Zeros(s.context, ScalarKind::Float32, {96});
       s.Read(zeros, s.y, s.b);
       s.context.Synchronize();
     }},
    {"an event is recorded before the write", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       event.Record(s.a);
       s.Write(s.x, s.a);
       event.Wait(s.b);
       s.Read(s.x, s.y, s.b);
     }},
    {"an event is waited for before it is recorded", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       s.Write(s.x, s.a);
       event.Wait(s.b);
       event.Record(s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"an event is recorded again elsewhere", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       s.Write(s.x, s.a);
       event.Record(s.a);
       event.Record(s.c);
       event.Wait(s.b);
       s.Read(s.x, s.y, s.b);
     }},
    {"another stream waits", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       s.Write(s.x, s.a);
       event.Record(s.a);
       event.Wait(s.c);
       s.Read(s.x, s.y, s.b);
     }},
    {"the host waits for another stream", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.c.Synchronize();
       s.Read(s.x, s.y, s.b);
     }},
    {"the host waits before the write", kRaw,
     [](Stage& s) {
       s.a.Synchronize();
       s.Write(s.x, s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"the stream between is asked too early", kRaw,
     [](Stage& s) {
       const Event first(s.context);
       const Event second(s.context);
       s.Write(s.x, s.a);
       first.Record(s.a);
       second.Record(s.c);
       first.Wait(s.c);
       second.Wait(s.b);
       s.Read(s.x, s.y, s.b);
     }},
    {"the host waits for an event before the write", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       event.Record(s.a);
       s.Write(s.x, s.a);
       event.Synchronize();
       s.Read(s.x, s.y, s.b);
     }},
    {"views share a part", kWaw,
     [](Stage& s) {
       s.Write(Part(s.x, 0, 60), s.a);
       s.Write(Part(s.x, 40, 96), s.b);
     }},
    {"interleaved views share elements", kWaw,
     [](Stage& s) {
       s.Write(Part(s.x, 0, 96, 2), s.a);
       s.Write(Part(s.x, 1, 96, 3), s.b);
     }},
    {"two copies to the same pinned memory", kWaw,
     [](Stage& s) {
       s.x.CopyToHostAsync(s.pinned, s.a);
       s.y.CopyToHostAsync(s.pinned, s.b);
     }},
    {"pinned memory is copied on before it came", kRaw,
     [](Stage& s) {
       s.x.CopyToHostAsync(s.pinned, s.a);
       s.y.CopyFromHostAsync(ViewOf(s.pinned), s.b);
     }},
    {"mapped memory", kRaw,
     [](Stage& s) {
       const SharedArray mapped = MappedArray(s.context, ScalarKind::Float32, {96});
       s.Write(mapped, s.a);
       s.Read(mapped, s.y, s.b);
       s.context.Synchronize();
     }},
    {"managed memory", kWaw,
     [](Stage& s) {
       const SharedArray managed = ManagedArray(s.context, ScalarKind::Float32, {96});
       s.Write(managed, s.a);
       s.Write(managed, s.b);
       s.context.Synchronize();
     }},
    {"memory that was wrapped by its address", kRaw,
     [](Stage& s) {
       const auto same = DeviceArrayAny::Wrap(s.context, s.x.data(), ScalarKind::Float32, {96});
       s.Write(same, s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"the current stream was another one", kRaw,
     [](Stage& s) {
       {
         const StreamScope scope(s.a);
         s.Write(s.x, StreamRef());
       }
       s.Read(s.x, s.y, StreamRef());
     }},
    {"a launch that is like the one before", kRaw,
     [](Stage& s) {
       s.Read(s.x, s.y, s.b);
       s.context.Synchronize();
       s.Write(s.x, s.a);
       s.Read(s.x, s.y, s.b);
     }},
    {"a callback orders nothing by itself", kRaw,
     [](Stage& s) {
       std::promise<void> go;
       s.a.AddCallback([gone = go.get_future().share()] { gone.wait(); });
       s.Write(s.x, s.a);
       s.a.AddCallback([] {});
       s.Read(s.x, s.y, s.b);
       go.set_value();
     }},
    {"a stream that is not done was asked", kRaw,
     [](Stage& s) {
       std::promise<void> go;
       s.a.AddCallback([gone = go.get_future().share()] { gone.wait(); });
       s.Write(s.x, s.a);
       static_cast<void>(s.a.query());
       s.Read(s.x, s.y, s.b);
       go.set_value();
     }},
    {"memory is given back that another stream uses", StreamRaceKind::FreeWhileUsed,
     [](Stage& s) {
       const MemoryResource pool = CachingResource(s.context);
       const DevicePointer data = pool.Allocate(384, s.a);
       MemsetAsync(s.context, data, 1, 384, s.b);
       pool.Free(data, 384, s.a);
     }},
    {"memory is used after it was given back", StreamRaceKind::UseAfterFree,
     [](Stage& s) {
       const MemoryResource pool = CachingResource(s.context);
       const DevicePointer data = pool.Allocate(384, s.a);
       pool.Free(data, 384, s.a);
       MemsetAsync(s.context, data, 1, 384, s.a);
     }},
    {"memory of another stream is used when it was reused", StreamRaceKind::UseAfterReuse,
     [](Stage& s) {
       const MemoryResource pool = CachingResource(s.context);
       const DevicePointer data = pool.Allocate(384, s.a);
       MemsetAsync(s.context, data, 1, 384, s.a);
       pool.Free(data, 384, s.a);
       EXPECT_EQ(pool.Allocate(384, s.a), data);
       MemsetAsync(s.context, data, 1, 384, s.b);
       s.context.Synchronize();
       pool.Free(data, 384, s.a);
     }},
    {"two threads", kWaw,
     [](Stage& s) {
       // What it throws is this thread's.
       std::async(std::launch::async, [&] { s.Write(s.x, s.a); }).get();
       s.Write(s.x, s.b);
     }},
};

const Case kOrdered[] = {
    {"one stream", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.Read(s.x, s.y, s.a);
     }},
    {"an event", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       s.Write(s.x, s.a);
       event.Record(s.a);
       event.Wait(s.b);
       s.Read(s.x, s.y, s.b);
     }},
    {"over a third stream", kRaw,
     [](Stage& s) {
       const Event first(s.context);
       const Event second(s.context);
       s.Write(s.x, s.a);
       first.Record(s.a);
       first.Wait(s.c);
       second.Record(s.c);
       second.Wait(s.b);
       s.Write(s.x, s.b);
     }},
    {"the host waits for the stream", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.a.Synchronize();
       s.Write(s.x, s.b);
     }},
    {"the host waits for an event", kRaw,
     [](Stage& s) {
       const Event event(s.context);
       s.Write(s.x, s.a);
       event.Record(s.a);
       event.Synchronize();
       s.Write(s.x, s.b);
     }},
    {"the host waits for the context", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       s.context.Synchronize();
       s.Write(s.x, s.b);
     }},
    {"the host saw that the stream is done", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       while (!s.a.query()) {
       }
       s.Write(s.x, s.b);
     }},
    {"a callback told the host", kRaw,
     [](Stage& s) {
       std::promise<void> done;
       s.Write(s.x, s.a);
       s.a.AddCallback([&] { done.set_value(); });
       done.get_future().wait();
       s.Write(s.x, s.b);
     }},
    {"all read", kRaw,
     [](Stage& s) {
       s.Read(s.x, s.y, s.a);
       s.Read(s.x, s.z, s.b);
     }},
    {"views that lie apart", kRaw,
     [](Stage& s) {
       s.Write(Part(s.x, 0, 40), s.a);
       s.Write(Part(s.x, 40, 96), s.b);
     }},
    {"interleaved views without a common element", kRaw,
     [](Stage& s) {
       s.Write(Part(s.x, 0, 96, 2), s.a);
       s.Write(Part(s.x, 1, 96, 2), s.b);
     }},
    {"a blocking copy", kRaw,
     [](Stage& s) {
       s.Write(s.x, s.a);
       static_cast<void>(s.x.ToVector(s.a));
       s.Write(s.x, s.b);
     }},
    {"a resource that hands memory to another stream", kRaw,
     [](Stage& s) {
       const MemoryResource pool = CachingResource(s.context);
       for (int i = 0; i < 40; ++i) {
         const Stream& stream = i % 2 == 0 ? s.a : s.b;
         const DevicePointer data = pool.Allocate(384, stream);
         MemsetAsync(s.context, data, 1, 384, stream);
         pool.Free(data, 384, stream);
       }
       s.context.Synchronize();
     }},
    {"memory that two streams use, and a resource that knows it", kRaw,
     [](Stage& s) {
       const MemoryResource pool = CachingResource(s.context);
       const Event event(s.context);
       const DevicePointer data = pool.Allocate(384, s.a);
       MemsetAsync(s.context, data, 1, 384, s.a);
       event.Record(s.a);
       event.Wait(s.b);
       MemsetAsync(s.context, data, 1, 384, s.b);
       pool.RecordStream(data, s.b);
       pool.Free(data, 384, s.a);
       s.context.Synchronize();
     }},
    {"memory that was given back when its work was done, used in another stream's order", kRaw,
     [](Stage& s) {
       const MemoryResource pool = CachingResource(s.context);
       for (const Stream* stream : {&s.b, &s.c}) {
         const DevicePointer data = pool.Allocate(384, s.a);
         MemsetAsync(s.context, data, 1, 384, *stream);
         stream->Synchronize();
         pool.Free(data, 384, s.a);
       }
     }},
    {"memory that was freed and allocated again", kRaw,
     [](Stage& s) {
       for (int i = 0; i < 4; ++i) {
         const auto array = DeviceArrayAny::Empty(s.context, ScalarKind::Float32, {96});
         s.Write(array, i % 2 == 0 ? s.a : s.b);
       }
     }},
};

// Whether this program has line numbers: it may be stripped. Asked of the file itself, so that a
// sanitizer that loses them is seen.
bool HasLineNumbers() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), bytes.data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& section : sections) {
    const char* const name =
        bytes.data() + sections[header.e_shstrndx].sh_offset + section.sh_name;
    if (std::strcmp(name, ".debug_line") == 0) {
      return true;
    }
  }
  return false;
}

bool PlacesHaveLines() {
  static const bool known =
      HasLineNumbers() &&
      std::system("{ command -v llvm-symbolizer || command -v addr2line; } >/dev/null") == 0;
  return known;
}

// What the place of a call in this file holds; `line` 0 is any. On machines without the means, the
// program and the offset in it.
std::string PlaceHere(unsigned line = 0) {
  if (!PlacesHaveLines()) {
    return std::string(program_invocation_short_name) + "+0x";
  }
  return "sanitize_test.cpp:" + (line == 0 ? "" : std::to_string(line));
}

class SanitizeTest : public OnDevice {
 protected:
  void TearDown() override { DisableStreamSanitizer(); }
};
KC_ON_EACH_DEVICE(SanitizeTest);

TEST_P(SanitizeTest, FindsPlantedRaces) {
  Reports reports;
  for (const Case& planted : kRaces) {
    SCOPED_TRACE(planted.name);
    EnableStreamSanitizer();
    Stage stage(*context);
    planted.run(stage);
    stage.context.Synchronize();
    const std::vector<StreamRace> races = stream_races();
    ASSERT_EQ(races.size(), 1U);
    EXPECT_EQ(races[0].kind, planted.kind) << races[0].text;
    EXPECT_NE(races[0].earlier_place.find(PlaceHere()), std::string::npos) << races[0].text;
    EXPECT_NE(races[0].later_place.find(PlaceHere()), std::string::npos) << races[0].text;
    EXPECT_NE(reports.TakeMessages().find(races[0].text), std::string::npos);
  }
}

TEST_P(SanitizeTest, OrderedWorkIsNotReported) {
  // A caching resource tries once more when memory is out, and then there is nothing to tell.
  faults::LeaveOut(faults::kOutOfMemory);
  Reports reports;
  for (const Case& ordered : kOrdered) {
    SCOPED_TRACE(ordered.name);
    EnableStreamSanitizer();
    Stage stage(*context);
    ordered.run(stage);
    stage.context.Synchronize();
    EXPECT_EQ(stream_race_count(), 0U);
    EXPECT_EQ(reports.TakeMessages(), "");
  }
}

TEST_P(SanitizeTest, SaysWhatWhereAndHowToOrderIt) {
  Reports reports;
  EnableStreamSanitizer();
  Stage s(*context);
  s.scale.Launch({1, 128, 0, s.a}, s.x, 2.0F);
  const unsigned line = std::source_location::current().line() - 1;
  s.add.Launch({1, 128, 0, s.b}, s.x, s.y, s.z);
  s.context.Synchronize();
  ASSERT_EQ(stream_races().size(), 1U);
  const StreamRace race = stream_races()[0];
  EXPECT_EQ(race.earlier, "kernel `scale` writes `x`");
  EXPECT_EQ(race.later, "kernel `add` reads `a`");
  EXPECT_NE(race.earlier_place.find(PlaceHere(line)), std::string::npos) << race.earlier_place;
  EXPECT_NE(race.later_place.find(PlaceHere(line + 2)), std::string::npos) << race.later_place;
  EXPECT_NE(race.earlier_stream, race.later_stream);
  EXPECT_NE(race.text.find(context->device().name()), std::string::npos);
  EXPECT_NE(race.text.find("384 bytes"), std::string::npos);
  EXPECT_NE(race.text.find("allocated at "), std::string::npos);
  EXPECT_NE(race.text.find("wait for an event"), std::string::npos);
}

TEST_P(SanitizeTest, TheSamePlacesAreToldOnce) {
  Reports reports;
  Stage s(*context);
  EnableStreamSanitizer();
  for (int i = 0; i < 5; ++i) {
    s.Write(s.x, s.a);
    s.Write(s.x, s.b);
  }
  s.context.Synchronize();
  EXPECT_GE(stream_race_count(), 5U);
  EXPECT_LE(reports.count(), 2);
}

TEST_P(SanitizeTest, ErrorsComeBeforeTheWork) {
  Stage s(*context);
  EnableStreamSanitizer(SanitizerMode::Error);
  s.Write(s.x, s.a);
  EXPECT_ERROR(s.Write(s.x, s.b), ErrorCode::StreamRace, "with no wait between");
  DisableStreamSanitizer();
  s.context.Synchronize();
  std::vector<float> expected = Iota(Stage::kSize);
  for (float& value : expected) {
    value *= 2;
  }
  EXPECT_EQ(s.x.ToVector(), expected);
}

TEST_P(SanitizeTest, NothingIsLookedAtWhenOff) {
  Stage s(*context);
  EnableStreamSanitizer();
  EXPECT_TRUE(stream_sanitizer_enabled());
  DisableStreamSanitizer();
  EXPECT_FALSE(stream_sanitizer_enabled());
  s.Write(s.x, s.a);
  s.Write(s.x, s.b);
  s.context.Synchronize();
  EXPECT_EQ(stream_race_count(), 0U);
}

}  // namespace
}  // namespace kernelc::runtime_test
