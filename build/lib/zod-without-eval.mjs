/**
 * Prevents zod from probing for `new Function` in documents, which the Content Security Policy reports as a violation.
 * Set in zod's own configuration, so that it does not depend on the order of imports.
 */
export function zodWithoutEval() {
  return {
    name: 'zod-without-eval',
    transform(code, id) {
      if (!/zod[\\/]v4[\\/]core[\\/]core\.js/.test(id)) return undefined;
      // `null` keeps the existing source map: a line is only added at the end.
      return { code: `${code}\nglobalConfig.jitless = true;\n`, map: null };
    },
  };
}
