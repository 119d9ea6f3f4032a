/** Block CIDs of the last tipset key in the parameters, which is the tipset of a State method. */
export function tipsetKeyOf(params: readonly unknown[]): readonly string[] | undefined {
  for (let index = params.length - 1; index >= 0; index -= 1) {
    const param = keyIn(params[index]);
    if (Array.isArray(param) && param.length > 0 && param.length <= 100 && param.every(isLink)) {
      return param.map((link) => link['/']);
    }
  }
  return undefined;
}

/** The key in a v2 selector; other parameters unchanged. */
function keyIn(param: unknown): unknown {
  return typeof param === 'object' && param !== null && 'key' in param ? param.key : param;
}

function isLink(value: unknown): value is { readonly '/': string } {
  return typeof value === 'object' && value !== null && '/' in value && typeof value['/'] === 'string';
}
