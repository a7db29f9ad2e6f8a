define float @scale(float %x
