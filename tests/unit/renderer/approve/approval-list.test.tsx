import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TrustedCalls } from '../../../../renderer/approve/trusted-client.ts';
import type { Approval } from '../../../../shared/ipc/schemas/approvals.ts';
import { sampleApproval } from '../../electron/wallet/sample-messages.ts';
import { TrustedPage } from './keys/trusted-page.tsx';
import { trustedState } from './keys/trusted-state.ts';

const NOW_MS = 1_800_000_000_000;
const rejectApproval = vi.fn<TrustedCalls['rejectApproval']>();
let page: TrustedPage;

function approvals(count: number): Approval[] {
  return Array.from({ length: count }, (_, index) => ({ ...sampleApproval(NOW_MS).approval, id: `a${index}` }));
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  rejectApproval.mockReset().mockResolvedValue({});
});

afterEach(() => {
  page.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('lists pending approvals, and rejects one or all', async () => {
  page = new TrustedPage({ name: 'approvals' }, trustedState({ approvals: approvals(3) }), { rejectApproval });
  expect(page.text).toContain('Pending approvals (3)');
  await page.press('Reject');
  expect(rejectApproval.mock.calls).toEqual([[{ id: 'a0' }]]);
  page.publish(trustedState({ approvals: approvals(3).slice(1) }));
  await page.press('Reject all 2');
  expect(rejectApproval.mock.calls.slice(1)).toEqual([[{ id: 'a1' }], [{ id: 'a2' }]]);
  page.publish(trustedState({ approvals: [] }));
  expect(page.text).toContain('No pending approvals');
});

it('reports a failed rejection', async () => {
  rejectApproval.mockRejectedValueOnce({ code: 'approval-settled', message: 'This approval was confirmed already.' });
  page = new TrustedPage({ name: 'approvals' }, trustedState({ approvals: approvals(2) }), { rejectApproval });
  await page.press('Reject all 2');
  expect(page.text).toContain('Could not reject all approvals');
});

it('opens an approval, which cannot be confirmed immediately, and returns to the list', async () => {
  page = new TrustedPage({ name: 'approvals' }, trustedState({ approvals: approvals(2) }), { rejectApproval });
  await page.press('Open');
  expect(page.button('Sign and push').getAttribute('aria-disabled')).toBe('true');
  await page.press('1 more pending');
  expect(page.text).toContain('Pending approvals (2)');
});

it('links one approval to the others', async () => {
  page = new TrustedPage({ name: 'approve', approvalId: 'a1' }, trustedState({ approvals: approvals(3) }), { rejectApproval });
  await page.press('Reject');
  expect(rejectApproval.mock.calls).toEqual([[{ id: 'a1' }]]);
  await page.press('2 more pending');
  expect(page.text).toContain('Pending approvals (3)');
});

it('has no link to the list without other pending approvals', () => {
  page = new TrustedPage({ name: 'approve', approvalId: 'a0' }, trustedState({ approvals: approvals(1) }), { rejectApproval });
  expect(() => page.button(/waits?$/)).toThrow();
});
