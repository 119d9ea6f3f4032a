import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StatusLine } from '../../../../renderer/app/StatusLine.tsx';
import { DroppedUpdates } from '../../../../renderer/client/dropped-updates.ts';
import { PageHead } from '../../../../renderer/components/layout/PageHead.tsx';
import { clientWith, ManualTopic, type Rendered, render } from '../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const asOf = { height: 6_562_208, key: ['bafy'], timeMs: 0 };

describe('the line of status', () => {
  it('names the tipset that the screen is read at, as long as it is shown', async () => {
    const dropped = new DroppedUpdates();
    const client = clientWith({ chain: { headChanged: new ManualTopic<unknown>({ head: { height: 6_562_210 } }) as never } });
    const screen = (isShown: boolean) => (
      <>
        {isShown ? <PageHead title="Miners" asOf={asOf} /> : undefined}
        <StatusLine dropped={dropped} onShortcuts={() => {}} onDensity={() => {}} />
      </>
    );
    drawn = await render(screen(true), client);
    const line = drawn.container.querySelector('footer');
    await vi.waitFor(() => expect(line?.textContent).toContain('Every figure here is read at tipset 6,562,208'));
    await drawn.rerender(screen(false));
    await vi.waitFor(() => expect(line?.textContent).toContain('Head is tipset 6,562,210'));
  });

  it('counts updates that were merged since the page was opened', async () => {
    const dropped = new DroppedUpdates();
    // What other windows missed before is not counted.
    dropped.note('chain.headChanged', 40);
    drawn = await render(<StatusLine dropped={dropped} onShortcuts={() => {}} onDensity={() => {}} />);
    const line = drawn.container.querySelector('footer');
    expect(line?.textContent).toContain('0 updates merged');
    await act(async () => {
      dropped.note('chain.headChanged', 43);
      dropped.note('inspector.changed', 0);
      dropped.note('inspector.changed', 2);
    });
    expect(line?.textContent).toContain('5 updates merged');
    // A host that was started again.
    await act(async () => {
      dropped.note('chain.headChanged', 0);
      dropped.note('chain.headChanged', 1);
    });
    expect(line?.textContent).toContain('6 updates merged');
  });
});
