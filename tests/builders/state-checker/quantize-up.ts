/** Round an epoch up to a multiple of `unit` from `offset`: go-state-types `builtin/quantize.go`. */
export function quantizeUp(epoch: number, unit: number, offset: number): number {
  return offset + Math.ceil((epoch - offset) / unit) * unit;
}
