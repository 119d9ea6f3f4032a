/** Render a component in the test's document with the app's providers and a test client. */
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { type AppClient, ClientContext } from '../../renderer/client/client-context.ts';
import { QueryMemoryContext } from '../../renderer/hooks/use-query.ts';
import { createAppStores } from '../../renderer/stores/app-stores.ts';
import { QueryMemory } from '../../renderer/stores/query-memory.ts';
import { StoresContext } from '../../renderer/stores/stores-context.ts';
import { contract } from '../../shared/ipc/contract.ts';
import type { Contract } from '../../shared/ipc/define.ts';

/** A topic whose value the test sets. */
export class ManualTopic<V> {
  #value: V | undefined;
  readonly #listeners = new Set<(value: V) => void>();

  constructor(value?: V) {
    this.#value = value;
  }

  get watcherCount(): number {
    return this.#listeners.size;
  }

  set(value: V): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  subscribe(listener: (value: V) => void): () => void {
    this.#listeners.add(listener);
    if (this.#value !== undefined) listener(this.#value);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

type PartialClient = { readonly [G in keyof AppClient]?: Partial<AppClient[G]> };

/** A partial client; other topics are silent. */
export function clientWith(parts: PartialClient): AppClient {
  const silent = Object.fromEntries(
    Object.entries(contract as Contract).map(([group, members]) => [
      group,
      Object.fromEntries(Object.entries(members).flatMap(([name, { kind }]) => (kind === 'topic' ? [[name, new ManualTopic()]] : []))),
    ]),
  );
  const groups = new Set([...Object.keys(silent), ...Object.keys(parts)]);
  const merged = [...groups].map((group) => [group, { ...Reflect.get(silent, group), ...Reflect.get(parts, group) }]);
  return Object.fromEntries(merged) as AppClient;
}

export interface Rendered {
  readonly container: HTMLElement;
  rerender(node: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}

export async function render(node: ReactNode, client: AppClient = clientWith({})): Promise<Rendered> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const stores = createAppStores(client);
  const memory = new QueryMemory();
  const { hook } = memoryLocation({ path: '/' });
  async function draw(next: ReactNode): Promise<void> {
    await act(async () => {
      root.render(
        <MantineProvider env="test">
          <ClientContext.Provider value={client}>
            <StoresContext.Provider value={stores}>
              <QueryMemoryContext.Provider value={memory}>
                <Router hook={hook}>
                  <div data-drawn="">{next}</div>
                </Router>
              </QueryMemoryContext.Provider>
            </StoresContext.Provider>
          </ClientContext.Provider>
        </MantineProvider>,
      );
    });
  }
  await draw(node);
  // Mantine adds style elements beside the rendered content.
  const drawn = container.querySelector<HTMLElement>('[data-drawn]');
  if (drawn === null) throw new Error('Nothing was drawn.');
  return {
    container: drawn,
    rerender: draw,
    async unmount() {
      await act(async () => root.unmount());
      container.remove();
    },
  };
}
