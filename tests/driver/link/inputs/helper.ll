; Another `helper` than the program has.
define float @helper(float %x) noinline {
  %r = fadd float %x, 100.0
  ret float %r
}

define float @scale(float %x, i16 signext %n) {
  %h = call float @helper(float %x)
  %r = fadd float %h, 1.0
  ret float %r
}
