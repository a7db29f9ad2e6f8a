target triple = "aarch64-unknown-linux-gnu"

define float @scale(float %x) {
  ret float %x
}
