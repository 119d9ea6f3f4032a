import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type HeldList, useHeldList } from '../../../../../../renderer/views/inspector/list/use-held-list.ts';
import { type Rendered, render } from '../../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
let latest: HeldList | undefined;
let newest = 10;

afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  newest = 10;
});

function Probe({ selected, isAtTop }: { readonly selected: string | undefined; readonly isAtTop: boolean }) {
  latest = useHeldList(selected, isAtTop, () => newest);
  return undefined;
}

async function draw(selected: string | undefined, isAtTop: boolean): Promise<number | undefined> {
  const node = <Probe selected={selected} isAtTop={isAtTop} />;
  if (drawn === undefined) drawn = await render(node);
  else await drawn.rerender(node);
  return latest?.untilId;
}

describe('a list that follows', () => {
  it('stands still while a call is selected or it is scrolled, and goes on after both', async () => {
    expect(await draw(undefined, true)).toBeUndefined();
    expect(await draw('7', true)).toBe(10);
    newest = 20;
    expect(await draw('8', true)).toBe(10);
    expect(await draw(undefined, false)).toBe(10);
    expect(await draw(undefined, true)).toBeUndefined();
    expect(await draw(undefined, false)).toBe(20);
  });

  it('follows again from where it was scrolled to, though that brings it to the top with a call selected', async () => {
    await draw('7', true);
    await draw('7', false);
    await act(async () => latest?.follow());
    expect(latest?.untilId).toBeUndefined();
    expect(await draw('7', true)).toBeUndefined();
    expect(latest?.rewindCount).toBe(1);
  });
});
