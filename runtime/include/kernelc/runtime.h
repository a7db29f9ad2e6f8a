// The whole runtime.
#pragma once

#include "kernelc/array.h"
#include "kernelc/context.h"
#include "kernelc/device.h"
#include "kernelc/error.h"
#include "kernelc/event.h"
#include "kernelc/host_array.h"
#include "kernelc/kernel.h"
#include "kernelc/launch.h"
#include "kernelc/memory.h"
#include "kernelc/module.h"
#include "kernelc/npy.h"
#include "kernelc/object_loader.h"
#include "kernelc/random.h"
#include "kernelc/stream.h"
