// Where the program allocates, from the return addresses on the stack.
#pragma once

#include <string>

namespace kernelc::memory {

struct Site;

// The place outside of this library that the calling thread comes from. Lives as long as the
// process. Null where the system does not say.
const Site* CurrentSite();
// "function+0x1c (program)", as well as the program's symbols allow.
std::string SiteText(const Site& site);

}  // namespace kernelc::memory
