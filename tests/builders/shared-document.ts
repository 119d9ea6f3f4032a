/** One document for all test files of a worker: creating one per file and reloading the app's modules took longer than the tests. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

const MADE = Symbol.for('sextant.test-document');

export default {
  name: 'shared-document',
  viteEnvironment: 'client',
  async setup(global: typeof globalThis) {
    if (!Reflect.has(global, MADE)) {
      await builtinEnvironments['happy-dom'].setup(global, {});
      Reflect.set(global, MADE, true);
    }
    return {
      teardown() {
        global.document.body.replaceChildren();
        global.localStorage.clear();
        global.sessionStorage.clear();
      },
    };
  },
} satisfies Environment;
