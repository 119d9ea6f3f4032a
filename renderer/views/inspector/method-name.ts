/** A method as it is known, without the namespace that nodes put before it: `ChainHead` of `Filecoin.ChainHead`. */
export function shortMethod(method: string): string {
  return method.slice(method.indexOf('.') + 1);
}
