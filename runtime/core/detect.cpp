// The list of devices for people.
#include <iomanip>
#include <ostream>
#include <sstream>

#include "kernelc/current.h"

namespace kernelc {
namespace {

void Row(std::ostream& out, const char* name, const std::string& value) {
  out << "  " << std::left << std::setw(20) << name << value << '\n';
}

std::string GibibytesText(std::size_t bytes) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1)
       << static_cast<double>(bytes) / static_cast<double>(std::size_t{1} << 30) << " GiB";
  return text.str();
}

void Describe(std::ostream& out, const Device& device) {
  const DeviceProperties& properties = device.properties();
  out << device.name() << "  " << properties.name
      << (device.supported() ? "  [supported]" : "  [not supported: older than 7.5]") << '\n';
  if (device.kind() == DeviceKind::Cuda) {
    Row(out, "compute capability",
        std::to_string(properties.compute_major) + '.' + std::to_string(properties.compute_minor));
    Row(out, "PCI bus", properties.pci_bus_id);
    Row(out, "UUID", properties.uuid);
  } else {
    Row(out, "architecture", device.arch());
  }
  Row(out, "memory", GibibytesText(properties.total_memory));
  if (device.kind() == DeviceKind::Cuda) {
    Row(out, "driver",
        "CUDA " + std::to_string(properties.driver_version / 1000) + '.' +
            std::to_string(properties.driver_version % 1000 / 10));
  }
}

}  // namespace

bool Detect(std::ostream& out) {
  bool found = false;
  for (const Device& device : devices()) {
    Describe(out, device);
    found = found || (device.kind() == DeviceKind::Cuda && device.supported());
  }
  if (!cuda_available()) {
    out << "no CUDA device: " << why_cuda_is_unavailable() << '\n';
  }
  return found;
}

}  // namespace kernelc
