import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { NewConnectionPane } from '../../../../../renderer/views/endpoints/NewConnectionPane.tsx';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { ENDPOINT_PRESETS } from '../../../../../shared/rpc/endpoint-presets.ts';
import { clientWith, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(() => rendered?.unmount());

/** Every command and query of the screen, none of which answers. */
function silentClient() {
  const asked = vi.fn(async (): Promise<never> => new Promise(() => undefined));
  const connections = {
    addConnection: asked,
    probeConnection: asked,
    readApiInfo: asked,
    getApiInfo: asked,
    runPassport: asked,
    activateConnection: asked,
  };
  return { asked, client: clientWith({ connections }) };
}

async function open() {
  const { asked, client } = silentClient();
  rendered = await render(<NewConnectionPane onClose={() => undefined} onSaved={() => undefined} />, client);
  return { asked, container: rendered.container };
}

async function press(container: HTMLElement, text: string): Promise<void> {
  const button = [...container.querySelectorAll('button')].find((candidate) => candidate.textContent?.includes(text));
  if (button === undefined) throw new Error(`no button “${text}”`);
  await act(async () => button.click());
}

function field(container: HTMLElement, label: string): HTMLInputElement {
  const found = [...container.querySelectorAll('label')].find((candidate) => candidate.textContent === label);
  const input = found === undefined ? null : container.querySelector<HTMLInputElement>(`#${CSS.escape(found.htmlFor)}`);
  if (input === null) throw new Error(`no field “${label}”`);
  return input;
}

async function type(container: HTMLElement, label: string, text: string): Promise<void> {
  const input = field(container, label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('a pasted v2 URL fills in the v1 and v2 URLs, and the form says so', async () => {
  const { asked, container } = await open();
  await press(container, 'Manual');
  await type(container, 'HTTP URL', 'https://node.example/rpc/v2');
  expect(field(container, 'HTTP URL').value).toBe('https://node.example/rpc/v1');
  expect(field(container, 'WebSocket URL').value).toBe('wss://node.example/rpc/v1');
  expect(field(container, 'v2 URL').value).toBe('https://node.example/rpc/v2');
  expect(container.textContent).toContain('Sextant also uses v1, at https://node.example/rpc/v1.');
  expect(asked).not.toHaveBeenCalled();
});

it('every preset can be looked at and filled in, and nobody is asked anything', async () => {
  const { asked, container } = await open();
  const filled = ENDPOINT_PRESETS.filter(({ defaults }) => defaults !== undefined);
  expect(filled.length).toBe(6);
  for (const { defaults } of filled) {
    await press(container, defaults?.httpUrl ?? '');
    expect(field(container, 'HTTP URL').value).toBe(defaults?.httpUrl);
    expect(field(container, 'Deals data').value).toBe(defaults?.dealsDataUrl ?? '');
    await press(container, 'Back');
  }
  expect(asked).not.toHaveBeenCalled();
});

it('what belongs to a third party leaves the form with its address', async () => {
  const { container } = await open();
  await press(container, 'https://api.node.glif.io/rpc/v1');
  expect(container.textContent).toContain('Third party: Glif');
  await type(container, 'HTTP URL', 'http://127.0.0.1:1234/rpc/v0');
  expect(container.textContent).not.toContain('Third party');
  expect(field(container, 'WebSocket URL').value).toBe('ws://127.0.0.1:1234/rpc/v0');
  expect(field(container, 'Name').value).toBe('127.0.0.1:1234');
});

it('the WebSocket address follows what is typed, also to empty, until somebody writes there', async () => {
  const { container } = await open();
  await press(container, 'Manual');
  await type(container, 'HTTP URL', 'http://one.example/rpc/v1');
  expect(field(container, 'WebSocket URL').value).toBe('ws://one.example/rpc/v1');
  await type(container, 'HTTP URL', 'htt');
  expect(field(container, 'WebSocket URL').value).toBe('');
  await type(container, 'HTTP URL', 'https://two.example/rpc/v1?token=abc');
  expect(field(container, 'HTTP URL').value).toBe('https://two.example/rpc/v1');
  expect(field(container, 'Token').value).toBe('abc');
  expect(container.textContent).toContain('Token moved');
  await type(container, 'WebSocket URL', 'wss://mine.example/');
  await type(container, 'HTTP URL', 'https://three.example/rpc/v1');
  expect(field(container, 'WebSocket URL').value).toBe('wss://mine.example/');
});

it('checking completes a bare host and port, says so, and needs no name', async () => {
  const { asked, container } = await open();
  await press(container, 'Manual');
  await type(container, 'HTTP URL', '127.0.0.1:7491');
  expect(container.textContent).toContain('Missing scheme. Add http://');
  await type(container, 'Name', 'x');
  await type(container, 'Name', '');
  await press(container, 'Check endpoint');
  expect(field(container, 'HTTP URL').value).toBe('http://127.0.0.1:7491/rpc/v1');
  expect(field(container, 'WebSocket URL').value).toBe('ws://127.0.0.1:7491/rpc/v1');
  expect(container.textContent).toContain('URL completed');
  expect(asked).toHaveBeenCalledWith({ draft: expect.objectContaining({ httpUrl: 'http://127.0.0.1:7491/rpc/v1' }) });
});

it('a check needs no name; saving does', async () => {
  const { asked, container } = await open();
  await press(container, 'Manual');
  await type(container, 'HTTP URL', 'http://127.0.0.1:7491');
  await press(container, 'Append /rpc/v1');
  expect(field(container, 'HTTP URL').value).toBe('http://127.0.0.1:7491/rpc/v1');
  expect(container.textContent).not.toContain('HTTP URL has no path');
  await type(container, 'Name', '');
  await press(container, 'Save unchecked');
  expect(container.textContent).toContain('Enter a name.');
  expect(asked).not.toHaveBeenCalled();
  await press(container, 'Check endpoint');
  expect(container.textContent).not.toContain('Enter a name.');
  expect(asked).toHaveBeenCalledWith({ draft: expect.objectContaining({ name: 'unnamed' }) });
});

it('a failed save moves the focus to the reason or to the invalid field', async () => {
  const refused = new SextantError('vault-locked', 'The vault is locked, and the token cannot be sealed.');
  const addConnection = vi.fn(async () => Promise.reject(refused));
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  rendered = await render(
    <NewConnectionPane onClose={() => undefined} onSaved={() => undefined} />,
    clientWith({ connections: { addConnection } }),
  );
  const { container } = rendered;
  await press(container, 'Manual');
  await press(container, 'Save unchecked');
  expect(document.activeElement).toBe(field(container, 'Name'));
  expect(addConnection).not.toHaveBeenCalled();
  await type(container, 'HTTP URL', 'http://one.example/rpc/v1');
  await type(container, 'Token', 'eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6W119.c2ln');
  await press(container, 'Save unchecked');
  expect(addConnection).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent).toContain('Could not save the endpoint');
  expect(document.activeElement?.textContent).toContain(refused.message);
  expect(scrolled.mock.contexts.at(-1)).toBe(document.activeElement);
  scrolled.mockRestore();
});
