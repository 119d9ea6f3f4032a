import { afterEach, expect, it } from 'vitest';
import { MessagesPanel } from '../../../../../renderer/views/overview/MessagesPanel.tsx';
import { journalEntry } from '../../../../builders/journal-entry.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

it('names the network of a message that is on another one than the connected', async () => {
  const client = clientWith({
    messages: {
      journalChanged: new ManualTopic([
        journalEntry(['signed', 'pushed'], { id: 'j1', nonce: '1' }),
        journalEntry(['signed', 'pushed'], { id: 'j2', nonce: '2', genesisCid: 'bafymainnet', networkName: 'mainnet' }),
      ]) as never,
    },
    chain: { headChanged: new ManualTopic<unknown>({ genesisCid: 'bafymainnet', head: { height: 7 } }) as never },
  });
  drawn = await render(<MessagesPanel />, client);
  const rows = [...drawn.container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');
  expect(rows).toHaveLength(2);
  expect(rows.filter((row) => row.includes('on practice'))).toHaveLength(1);
  expect(rows.filter((row) => row.includes('on mainnet'))).toHaveLength(0);
});
