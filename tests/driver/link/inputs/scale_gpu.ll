target triple = "nvptx64-nvidia-cuda"

define float @scale(float %x) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = sitofp i32 %t to float
  %r = fadd float %x, %f
  ret float %r
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx83,+sm_90" }
