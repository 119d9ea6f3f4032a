import { afterEach, describe, expect, it, vi } from 'vitest';
import { PinBar, PinButton } from '../../../../../renderer/components/chain/PinControl.tsx';
import type { Pin } from '../../../../../renderer/hooks/use-pin.ts';
import { shownPin } from '../../../../../renderer/stores/shown-pin.ts';
import type { TipsetRef } from '../../../../../shared/ipc/schemas/common.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const tipset = (height: number, key = `k${height}`): TipsetRef => ({ height, key: [key], timeMs: height * 30_000 });

function pinAt(at: number | undefined) {
  return { at, pinAt: vi.fn(), follow: vi.fn() } satisfies Pin;
}

function clientAt(height: number, reorgs: unknown[] = []) {
  return clientWith({ chain: { headChanged: new ManualTopic<unknown>({ head: tipset(height), blockDelaySeconds: 30, reorgs }) as never } });
}

describe('the pin of a screen', () => {
  it('is a button while the screen follows the head, and pins what is shown', async () => {
    const pin = pinAt(undefined);
    drawn = await render(<PinButton pin={pin} asOf={tipset(500)} />, clientAt(510));
    drawn.container.querySelector('button')?.click();
    expect(pin.pinAt).toHaveBeenCalledWith(500);
    await drawn.rerender(<PinBar pin={pin} asOf={tipset(500)} />);
    expect(drawn.container.textContent).toBe('');
  });

  it('says so where the address names no epoch, and mends it', async () => {
    const pin = { ...pinAt(undefined), isUnreadable: true };
    drawn = await render(<PinBar pin={pin} asOf={tipset(500)} />, clientAt(510));
    expect(drawn.container.textContent).toContain('Not pinned: the at= value in this view’s address is not an epoch');
    drawn.container.querySelector('button')?.click();
    expect(pin.follow).toHaveBeenCalledOnce();
  });

  it('says how far behind the head it is, and moves', async () => {
    const pin = pinAt(500);
    drawn = await render(<PinBar pin={pin} asOf={tipset(500)} />, clientAt(620));
    expect(drawn.container.textContent).toContain('Pinned to epoch 500, 1 h behind the head');
    const button = (name: string) => drawn?.container.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);
    button('Previous epoch')?.click();
    button('Next epoch')?.click();
    expect(pin.pinAt.mock.calls).toEqual([[499], [501]]);
  });

  it('says that its epoch is a null round only once that was answered', async () => {
    const client = clientAt(620);
    const before = tipset(499);
    drawn = await render(<PinBar pin={pinAt(499)} asOf={before} />, client);
    expect(drawn.container.textContent).not.toContain('null round');
    // The pin moved on: what is shown is still the answer of before.
    await drawn.rerender(<PinBar pin={pinAt(500)} asOf={before} />);
    expect(drawn.container.textContent).not.toContain('null round');
    await drawn.rerender(<PinBar pin={pinAt(500)} asOf={tipset(499)} />);
    expect(drawn.container.textContent).toContain('It is a null round: shown is the tipset before it, 499');
  });

  it('says that its tipset was reverted since, and reads again', async () => {
    const reorg = { seenAtMs: 1, depth: 1, reverted: [{ height: 500, key: ['k500'], blockCount: 1 }], applied: [] };
    const onReadAgain = vi.fn();
    drawn = await render(<PinBar pin={pinAt(500)} asOf={tipset(500)} onReadAgain={onReadAgain} />, clientAt(620, [reorg]));
    expect(drawn.container.textContent).toContain('This tipset has been reverted');
    const again = [...drawn.container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Refresh');
    again?.click();
    expect(onReadAgain).toHaveBeenCalledOnce();
  });

  it('does not go beyond the head, and says of an epoch there that it has not come', async () => {
    const pin = pinAt(700);
    drawn = await render(<PinBar pin={pin} asOf={undefined} />, clientAt(620));
    expect(drawn.container.textContent).toContain('in the future');
    expect(drawn.container.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
    drawn.container.querySelector<HTMLButtonElement>('button[aria-label="Next epoch"]')?.click();
    expect(pin.pinAt).not.toHaveBeenCalled();
  });

  it('answers its keys while it is shown, and not after', async () => {
    const pin = pinAt(undefined);
    drawn = await render(<PinBar pin={pin} asOf={tipset(500)} />, clientAt(501));
    shownPin()?.move(1);
    shownPin()?.move(1);
    shownPin()?.move(-1);
    shownPin()?.toggle();
    // Never past the head.
    expect(pin.pinAt.mock.calls).toEqual([[501], [501], [499], [500]]);
    await drawn.unmount();
    drawn = undefined;
    expect(shownPin()).toBeUndefined();
  });
});
