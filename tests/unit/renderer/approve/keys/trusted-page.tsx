/** Opens the trusted document on a page, over calls that the test makes, and drives it as a user would. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, vi } from 'vitest';
import { ApproveDocument } from '../../../../../renderer/approve/ApproveDocument.tsx';
import type { TrustedCalls } from '../../../../../renderer/approve/trusted-client.ts';
import type { TransportStatus } from '../../../../../renderer/client/transport.ts';
import type { TrustedPurpose } from '../../../../../shared/ipc/schemas/app.ts';
import type { TrustedState } from '../../../../../shared/ipc/schemas/approvals.ts';
import { ManualTopic } from '../../../../builders/rendered.tsx';

/** Calls that a test does not make have no answer. */
function callsOf(made: Partial<TrustedCalls>, changed: TrustedCalls['changed']): TrustedCalls {
  const refuse = (name: string) => () => Promise.reject(new Error(`The page called ${name}.`));
  return new Proxy({} as TrustedCalls, {
    get: (_, name: keyof TrustedCalls) => (name === 'changed' ? changed : (made[name] ?? refuse(name))),
  });
}

export class TrustedPage {
  readonly host = document.createElement('div');
  readonly #root: Root;
  readonly #state: ManualTopic<TrustedState>;
  #status: (status: TransportStatus) => void = () => undefined;

  constructor(purpose: TrustedPurpose, state: TrustedState, calls: Partial<TrustedCalls>) {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    document.body.append(this.host);
    this.#root = createRoot(this.host);
    this.#state = new ManualTopic(state);
    const client = callsOf(calls, this.#state as unknown as TrustedCalls['changed']);
    const connection = {
      client: { approval: client },
      getStatus: (): TransportStatus => 'connected',
      onStatus: (listener: (status: TransportStatus) => void) => {
        this.#status = listener;
        return () => undefined;
      },
    };
    act(() => this.#root.render(<ApproveDocument connection={connection} purpose={purpose} />));
  }

  close(): void {
    act(() => this.#root.unmount());
    this.host.remove();
    vi.unstubAllGlobals();
  }

  publish(state: TrustedState): void {
    act(() => this.#state.set(state));
  }

  setStatus(status: TransportStatus): void {
    act(() => this.#status(status));
  }

  /** What a person reads, with the gaps of addresses left out. */
  get text(): string {
    return this.host.textContent ?? '';
  }

  get title(): string {
    return this.host.querySelector('h1')?.textContent ?? '';
  }

  /** Everything that is typed in somewhere, for what must not linger. */
  get typed(): string {
    return [...this.host.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value).join('\n');
  }

  field(label: string): HTMLInputElement {
    const found = [...this.host.querySelectorAll('label')].find((candidate) => candidate.textContent?.trim() === label);
    const field = found === undefined ? undefined : (this.host.querySelector(`[id="${found.htmlFor}"]`) ?? found.querySelector('input'));
    if (field === null || field === undefined) throw new Error(`There is no field ${label}: ${this.text}`);
    return field as HTMLInputElement;
  }

  /** What is said below a field. */
  about(label: string): string {
    const id = this.field(label).getAttribute('aria-describedby');
    return this.host.querySelector(`[id="${id}"]`)?.textContent ?? '';
  }

  fill(label: string, text: string): void {
    this.fillIn(this.field(label), text);
  }

  fillIn(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
    act(() => {
      setter?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  button(name: string | RegExp): HTMLButtonElement {
    const found = [...this.host.querySelectorAll('button')].find((candidate) => {
      const text = candidate.textContent?.trim() ?? '';
      return typeof name === 'string' ? text === name : name.test(text);
    });
    if (found === undefined) throw new Error(`There is no button ${name}: ${this.text}`);
    return found;
  }

  async press(name: string | RegExp): Promise<void> {
    const button = this.button(name);
    await act(async () => {
      // Forms are sent by the press of their button, which the test's document does not do for a button outside of the form.
      const form = button.type === 'submit' ? button.getAttribute('form') : null;
      if (form === null) button.click();
      else document.getElementById(form)?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
  }

  async tick(label: string | RegExp): Promise<void> {
    const box = [...this.host.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')].find((candidate) => {
      const name = candidate.getAttribute('aria-label') ?? candidate.closest('label')?.textContent ?? '';
      return typeof label === 'string' ? name.startsWith(label) : label.test(name);
    });
    if (box === undefined) throw new Error(`There is no box ${label}: ${this.text}`);
    await act(async () => box.click());
  }

  /** The window goes out of sight and comes back. */
  hide(): void {
    const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    look.mockRestore();
  }

  expectHidden(...secrets: readonly string[]): void {
    for (const secret of secrets) {
      expect(this.text).not.toContain(secret);
      expect(this.typed).not.toContain(secret);
    }
  }

  /** Neither shown nor held. */
  expectGone(...secrets: readonly string[]): void {
    this.expectHidden(...secrets);
    expect(secrets.filter((secret) => isHeld(this.host, secret))).toEqual([]);
  }
}

/** Whether React still holds a text: in the tree that is shown, or in the one before it, which it keeps to build the next one in. */
function isHeld(host: Element, secret: string): boolean {
  const seen = new Set<object>();
  const waiting: unknown[] = Object.entries(host).flatMap(([key, value]) => (key.startsWith('__reactContainer') ? [value] : []));
  if (waiting.length === 0) throw new Error('React keeps its tree under another name.');
  for (let value = waiting.pop(); value !== undefined || waiting.length > 0; value = waiting.pop()) {
    if (typeof value === 'string' && value.includes(secret)) return true;
    if (typeof value !== 'object' || value === null || value instanceof Node || seen.has(value)) continue;
    seen.add(value);
    // What React keeps for its development tools is not in a build.
    for (const [key, each] of Object.entries(value)) if (!key.startsWith('_')) waiting.push(each);
  }
  return false;
}
