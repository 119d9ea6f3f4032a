import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { usePinnedQuery } from '../../../../renderer/hooks/use-pinned-query.ts';
import type { QueryState } from '../../../../renderer/hooks/use-query.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

describe('usePinnedQuery', () => {
  it('keeps what was answered while the pin moves, and nothing of another connection', async () => {
    const answers: ((value: string) => void)[] = [];
    let state: QueryState<string> | undefined;
    function Probe({ at }: { readonly at: number }) {
      const pin = { at, pinAt: () => undefined, follow: () => undefined };
      state = usePinnedQuery('figures', pin, () => new Promise<string>((resolve) => answers.push(resolve)));
      return undefined;
    }
    const connections = new ManualTopic<unknown>({ activeId: 'here', revision: 1 });
    const client = clientWith({
      connections: { changed: connections as never },
      chain: { headChanged: new ManualTopic<unknown>({}) as never },
    });
    const asked = (count: number) =>
      act(async () => {
        await expect.poll(() => answers.length).toBe(count);
      });
    drawn = await render(<Probe at={100} />, client);
    await asked(1);
    await act(async () => answers[0]?.('of 100'));
    expect(state?.data).toBe('of 100');
    await drawn.rerender(<Probe at={99} />);
    await asked(2);
    expect(state?.data).toBe('of 100');
    await act(async () => connections.set({ activeId: 'there', revision: 2 }));
    expect(state?.data).toBeUndefined();
    await asked(3);
    await act(async () => answers[2]?.('of there'));
    expect(state?.data).toBe('of there');
  });
});
