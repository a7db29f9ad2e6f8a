define float @scale(ptr %x) {
  ret float 0.0
}
