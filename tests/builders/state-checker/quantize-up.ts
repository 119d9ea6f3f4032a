/** The first epoch not before `epoch` that is a whole number of `unit` away from `offset`: go-state-types `builtin/quantize.go`. */
export function quantizeUp(epoch: number, unit: number, offset: number): number {
  return offset + Math.ceil((epoch - offset) / unit) * unit;
}
