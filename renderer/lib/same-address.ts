/** Whether two texts are one address, whichever network's letter they were written with. */
export function isSameAddress(left: string, right: string): boolean {
  return left.slice(1) === right.slice(1);
}
