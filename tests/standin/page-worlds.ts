/**
 * The two halves of `contextBridge` in a page. Each function is sent to the page as text, so it uses nothing but its arguments.
 *
 * The page's own world and the preload's world share the document but no object: what crosses is copied with the event that
 * carries it, and functions cross as numbers that call back.
 */

type Message = Record<string, unknown>;

/** In the page's world: builds what the preload exposes. */
function pageWorld(channel: string): void {
  let lastId = 0;
  const answers: Message[] = [];
  const functions = new Map<number, (...values: unknown[]) => unknown>();

  function pack(value: unknown): unknown {
    if (typeof value !== 'function') return value;
    lastId += 1;
    functions.set(lastId, value as (...values: unknown[]) => unknown);
    return { functionId: lastId };
  }

  function unpack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if ('functionId' in value) {
      const id = value.functionId;
      return (...values: unknown[]) => call(id, values);
    }
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpack(inner)])));
  }

  function call(functionId: unknown, values: unknown[]): unknown {
    answers.length = 0;
    document.dispatchEvent(new CustomEvent(`${channel}-to-preload`, { detail: { functionId, values: values.map(pack) } }));
    // The preload answers while the event is being dispatched, or not at all.
    const given = answers.pop();
    if (given === undefined) throw new Error('An object could not be cloned.');
    if (typeof given.error === 'string') throw new Error(given.error);
    return unpack(given.value);
  }

  document.addEventListener(`${channel}-to-page`, (event) => {
    const message = (event as CustomEvent<Message>).detail;
    if (message.kind === 'expose') {
      Object.defineProperty(globalThis, String(message.name), { value: unpack(message.value), enumerable: true });
    } else if (message.kind === 'answer') {
      answers.push(message);
    } else if (message.kind === 'callback') {
      functions.get(Number(message.functionId))?.(...(message.values as unknown[]));
    }
  });
}

/** In the preload's world: what a sandboxed preload may require, and the preload itself. */
function preloadWorld(channel: string, argv: readonly string[], preload: string): void {
  // Electron runs a preload in subframes only when told to; our main does not.
  if (window !== window.top) return;
  let lastId = 0;
  const functions = new Map<number, (...values: unknown[]) => unknown>();
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>();
  const toMain = Reflect.get(globalThis, '__standin') as (text: string) => void;

  function toPage(detail: Message): void {
    document.dispatchEvent(new CustomEvent(`${channel}-to-page`, { detail }));
  }

  function pack(value: unknown): unknown {
    if (typeof value === 'function') {
      lastId += 1;
      functions.set(lastId, value as (...values: unknown[]) => unknown);
      return { functionId: lastId };
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pack(inner)]));
  }

  function unpack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !('functionId' in value)) return value;
    const { functionId } = value;
    return (...values: unknown[]) => toPage({ kind: 'callback', functionId, values });
  }

  document.addEventListener(`${channel}-to-preload`, (event) => {
    const message = (event as CustomEvent<{ functionId: number; values: unknown[] }>).detail;
    try {
      toPage({ kind: 'answer', value: pack(functions.get(message.functionId)?.(...message.values.map(unpack))) });
    } catch (error) {
      toPage({ kind: 'answer', error: error instanceof Error ? error.message : String(error) });
    }
  });
  Object.defineProperty(globalThis, '__standinDeliver', {
    value: (name: string, values: unknown[]) => {
      for (const listener of listeners.get(name) ?? []) listener({}, ...values);
    },
  });

  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: unknown) => toPage({ kind: 'expose', name, value: pack(value) }) },
    // No file that a test chooses has a path here.
    webUtils: { getPathForFile: () => '' },
    ipcRenderer: {
      send: (name: string, ...values: unknown[]) => toMain(JSON.stringify({ name, values })),
      on(name: string, listener: (...values: unknown[]) => void) {
        const known = listeners.get(name) ?? new Set();
        listeners.set(name, known.add(listener));
      },
      removeListener(name: string, listener: (...values: unknown[]) => void) {
        listeners.get(name)?.delete(listener);
      },
    },
  };
  function require(name: string): unknown {
    if (name === 'electron') return electron;
    throw new Error(`A sandboxed preload cannot require ${name}.`);
  }
  try {
    const module = { exports: {} };
    const run = new Function('require', 'module', 'exports', 'process', `${preload}\n//# sourceURL=preload.cjs`);
    run(require, module, module.exports, { argv, type: 'renderer', sandboxed: true });
  } catch (error) {
    toMain(JSON.stringify({ preloadError: error instanceof Error ? error.stack : String(error) }));
  }
}

export function pageWorldSource(channel: string): string {
  return `(${pageWorld})(${JSON.stringify(channel)})`;
}

export function preloadWorldSource(channel: string, argv: readonly string[], preload: string): string {
  return `(${preloadWorld})(${JSON.stringify(channel)}, ${JSON.stringify(argv)}, ${JSON.stringify(preload)})`;
}
