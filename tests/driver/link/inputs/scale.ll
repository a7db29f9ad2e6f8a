; float scale(float x, short n): 2 x + n
define internal float @twice(float %x) {
  %r = fmul float %x, 2.0
  ret float %r
}

define float @scale(float %x, i16 signext %n) {
  %f = sitofp i16 %n to float
  %h = call float @twice(float %x)
  %r = fadd float %h, %f
  ret float %r
}

; Numba's ABI: int difference(double *result, double a, double b)
define i32 @difference(ptr %result, double %a, double %b) {
  %r = fsub double %a, %b
  store double %r, ptr %result
  ret i32 0
}
