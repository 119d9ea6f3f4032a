/**
 * In documents zod must not probe for `new Function`: the content policy forbids it and reports the attempt as a violation.
 * Switched off where zod keeps its settings, so that it holds whatever the order of imports.
 */
export function zodWithoutEval() {
  return {
    name: 'zod-without-eval',
    transform(code, id) {
      if (!/zod[\\/]v4[\\/]core[\\/]core\.js/.test(id)) return undefined;
      // `null` keeps the map there is: nothing moves, a line is added at the end.
      return { code: `${code}\nglobalConfig.jitless = true;\n`, map: null };
    },
  };
}
