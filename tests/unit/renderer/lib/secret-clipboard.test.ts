import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copySecret, type SecretClipboardState } from '../../../../renderer/lib/secret-clipboard.ts';

/** A clipboard that refuses while its window is not in front, as browsers do. */
class FakeClipboard {
  text = 'before';
  isInFront = true;

  async writeText(text: string): Promise<void> {
    if (!this.isInFront) throw new DOMException('Document is not focused.', 'NotAllowedError');
    this.text = text;
  }
}

let clipboard: FakeClipboard;
let states: SecretClipboardState[];
const note = (state: SecretClipboardState): void => void states.push(state);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  clipboard = new FakeClipboard();
  states = [];
  vi.stubGlobal('navigator', { clipboard });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a secret leaves the clipboard when its time is over', async () => {
  await copySecret('abandon ability', 30, note);
  expect(clipboard.text).toBe('abandon ability');
  await vi.advanceTimersByTimeAsync(29_999);
  expect(clipboard.text).toBe('abandon ability');
  await vi.advanceTimersByTimeAsync(1);
  expect(clipboard.text).toBe('');
  expect(states).toEqual([{ kind: 'copied', clearsAtMs: 1_030_000 }, { kind: 'cleared' }]);
});

test('behind another window it waits, says so, and clears when it comes to the front', async () => {
  await copySecret('abandon ability', 30, note);
  clipboard.isInFront = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clipboard.text).toBe('abandon ability');
  expect(states.at(-1)).toEqual({ kind: 'waits-for-focus' });
  clipboard.isInFront = true;
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(clipboard.text).toBe('');
  expect(states.at(-1)).toEqual({ kind: 'cleared' });
  clipboard.text = 'copied later by somebody';
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clipboard.text).toBe('copied later by somebody');
});

test('the next secret has its whole time, and is cleared once', async () => {
  await copySecret('first', 30, note);
  await vi.advanceTimersByTimeAsync(20_000);
  await copySecret('second', 30, note);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(clipboard.text).toBe('second');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(clipboard.text).toBe('');
  expect(states.filter(({ kind }) => kind === 'cleared')).toHaveLength(1);
});

test('where the next copy is refused, the first is cleared in its time all the same', async () => {
  await copySecret('first', 30, note);
  clipboard.isInFront = false;
  await copySecret('second', 30, note);
  expect(states.at(-1)).toEqual({ kind: 'refused' });
  clipboard.isInFront = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(clipboard.text).toBe('');
});

test('zero seconds leave it there', async () => {
  await copySecret('kept', 0, note);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(clipboard.text).toBe('kept');
  expect(states).toEqual([{ kind: 'copied', clearsAtMs: undefined }]);
});
