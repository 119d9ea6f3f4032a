/** Block CIDs of the last tipset key among the parameters of a call: the one that a State method is about. */
export function tipsetKeyOf(params: readonly unknown[]): readonly string[] | undefined {
  for (let index = params.length - 1; index >= 0; index -= 1) {
    const param = keyIn(params[index]);
    if (Array.isArray(param) && param.length > 0 && param.length <= 100 && param.every(isLink)) {
      return param.map((link) => link['/']);
    }
  }
  return undefined;
}

/** The key in a selector of the v2 API; any other parameter as it is. */
function keyIn(param: unknown): unknown {
  return typeof param === 'object' && param !== null && 'key' in param ? param.key : param;
}

function isLink(value: unknown): value is { readonly '/': string } {
  return typeof value === 'object' && value !== null && '/' in value && typeof value['/'] === 'string';
}
