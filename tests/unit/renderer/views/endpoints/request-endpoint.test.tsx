import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NewConnectionPane } from '../../../../../renderer/views/endpoints/NewConnectionPane.tsx';
import { requestText, wishErrors } from '../../../../../renderer/views/endpoints/request-text.ts';
import type { EndpointRequest, PracticeService } from '../../../../../shared/ipc/schemas/endpoint-requests.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const urls = (port: number) => ({ httpUrl: `http://127.0.0.1:${port}/rpc/v1`, wsUrl: `ws://127.0.0.1:${port}/rpc/v1` });
const PRACTICE: PracticeService = {
  networks: { mainnet: urls(1), testnet: urls(2), hyperspace: urls(3) },
  deals: 'http://127.0.0.1:4/StateMarketDeals.json',
  cidChecker: 'http://127.0.0.1:4/cid-checker',
};
const FIELDS = { network: 'mainnet', permissions: ['read'], requestsPerMinute: '600', purpose: '', contact: 'ops@example.invalid' };

let rendered: Rendered | undefined;
afterEach(() => rendered?.unmount());

async function open(practice: PracticeService | undefined, requests: EndpointRequest[] = []) {
  const requestEndpoint = vi.fn(async () => ({ id: 'new' }));
  const client = clientWith({ connections: { requestEndpoint, endpointRequestsChanged: new ManualTopic(requests) } });
  rendered = await render(<NewConnectionPane practice={practice} onClose={() => undefined} onSaved={() => undefined} />, client);
  return { container: rendered.container, requestEndpoint };
}

async function press(container: HTMLElement, text: string): Promise<void> {
  const button = [...container.querySelectorAll<HTMLElement>('button,[role=tab],label')].find((found) => found.textContent?.includes(text));
  if (button === undefined) throw new Error(`no button “${text}”`);
  await act(async () => button.click());
}

async function type(container: HTMLElement, label: string, text: string): Promise<void> {
  const found = [...container.querySelectorAll('label')].find((candidate) => candidate.textContent === label);
  const input = container.querySelector<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? '')}`);
  if (input === null) throw new Error(`no field “${label}”`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the practice service', () => {
  it('has presets only while it runs', async () => {
    const { container } = await open(PRACTICE);
    expect(container.textContent).toContain('Practice service');
    await press(container, 'Practice mainnet');
    expect([...container.querySelectorAll('input')].map(({ value }) => value)).toEqual(
      expect.arrayContaining([PRACTICE.networks.mainnet.httpUrl, PRACTICE.deals, PRACTICE.cidChecker]),
    );
    await rendered?.unmount();
    expect((await open(undefined)).container.textContent).not.toContain('Practice service');
  });

  it('accepts a complete request and marks the invalid fields of others', async () => {
    const { container, requestEndpoint } = await open(PRACTICE);
    await press(container, 'Custom endpoint');
    await press(container, 'Request endpoint');
    expect(requestEndpoint).not.toHaveBeenCalled();
    expect(container.textContent).toContain('Required.');
    await type(container, 'Contact', 'ops@example.invalid');
    await press(container, 'Request endpoint');
    expect(requestEndpoint).toHaveBeenCalledWith({
      network: 'mainnet',
      permissions: ['read', 'write'],
      requestsPerMinute: 600,
      purpose: '',
      contact: 'ops@example.invalid',
    });
  });

  it('shows the status of each request', async () => {
    const row = { network: 'mainnet' as const, permissions: ['read'], requestsPerMinute: 1, requestedAtMs: 0 };
    const { container } = await open(PRACTICE, [
      { ...row, id: 'a', status: 'pending' },
      { ...row, id: 'b', status: 'refused', reason: 'No capacity.' },
      { ...row, id: 'c', status: 'approved', connectionId: 'x' },
      { ...row, id: 'd', status: 'approved', problem: 'The vault is locked.' },
    ]);
    await press(container, 'Custom endpoint');
    const rows = [...(container.querySelector('[aria-label="Requests"]')?.children ?? [])].map(({ textContent }) => textContent);
    expect(rows[0]).toContain('Withdraw');
    expect(rows[1]).toContain('No capacity.');
    expect(rows[2]).toContain('Saved as an endpoint with its token');
    expect(rows[3]).toContain('The vault is locked.');
    expect(rows[3]).toContain('Save endpoint');
  });
});

describe('another provider', () => {
  it('gets the request as text; its answer is pasted', async () => {
    const { container } = await open(undefined);
    await press(container, 'Custom endpoint');
    await type(container, 'Contact', 'ops@example.invalid');
    expect(container.querySelector('pre')?.textContent).toBe(requestText({ ...FIELDS, permissions: ['read', 'write'] }));
    expect(container.querySelector('textarea')).not.toBeNull();
  });

  it('the text contains every filled-in field and no empty one', () => {
    const text = requestText({ ...FIELDS, purpose: ' dashboards ' });
    for (const part of ['mainnet', 'read', '600 requests per minute', 'Purpose: dashboards', FIELDS.contact, '<token>:<URL>']) {
      expect(text).toContain(part);
    }
    expect(requestText(FIELDS)).not.toContain('Purpose');
  });
});

it('errors of a request name its fields', () => {
  expect(wishErrors(FIELDS)).toEqual({});
  expect(Object.keys(wishErrors({ ...FIELDS, permissions: [], requestsPerMinute: '0', contact: ' ' })).sort()).toEqual([
    'contact',
    'permissions',
    'requestsPerMinute',
  ]);
  for (const requestsPerMinute of ['', 'x', '1.5', '1000001', '-1']) {
    expect(wishErrors({ ...FIELDS, requestsPerMinute })).toHaveProperty('requestsPerMinute');
  }
});
