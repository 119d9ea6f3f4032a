import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONFIRM_DELAY_MS } from '../../../../renderer/approve/confirm-gate.ts';
import type { TrustedCalls } from '../../../../renderer/approve/trusted-client.ts';
import { TrustedPage } from './keys/trusted-page.tsx';
import { trustedState } from './keys/trusted-state.ts';

const updateSafety = vi.fn<TrustedCalls['updateSafety']>();
let page: TrustedPage;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  updateSafety.mockReset().mockResolvedValue({});
});

afterEach(() => {
  page.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(state = trustedState()): void {
  page = new TrustedPage({ name: 'safety-settings' }, state, { updateSafety });
}

const later = () => vi.setSystemTime(Date.now() + CONFIRM_DELAY_MS);

it('saves all settings at once', async () => {
  open();
  later();
  await page.tick(/^5 min/);
  await page.tick(/25 %/);
  await page.press('Save');
  expect(updateSafety).toHaveBeenCalledExactlyOnceWith({ autoLockMinutes: 5, clipboardSeconds: 30, feeWarningPercent: 25 });
  expect(page.text).toContain('Safety settings saved');
});

it('does not save right after the window came to the front', async () => {
  open();
  await page.press('Save');
  expect(updateSafety).not.toHaveBeenCalled();
  later();
  await page.press('Save');
  expect(updateSafety).toHaveBeenCalledOnce();
});

it('opens without a usable vault, and shows a saved value that is not a common choice', () => {
  open(trustedState({ vault: 'corrupt', safety: { autoLockMinutes: 7, clipboardSeconds: 30, feeWarningPercent: 10 } }));
  expect(page.text).toContain('7 min');
});
