# cmake -DPARTS=<file> -DTEMPLATE=<.cpp.in> -DOUTPUT=<.cpp> -P EmbedLibdevice.cmake
#
# The source file that includes PARTS. It names what they hold: caches of compilers look at sources alone.
file(SHA256 ${PARTS} KERNELC_LIBDEVICE_CHECKSUM)
set(KERNELC_LIBDEVICE_INCBIN ".incbin \"${PARTS}\"")
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
