import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ComposeForm } from '../../../../../renderer/views/compose/ComposeForm.tsx';
import { EMPTY_DRAFT } from '../../../../../renderer/views/compose/draft.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

/** The form of a call to the power actor at a network version. */
async function textAt(version: number, method: string): Promise<string> {
  await rendered?.unmount();
  const knowledge = { ranges: [{ version, from: 0, to: 100 }], upgrades: [], hasNodeSchedule: true };
  const chain = {
    headChanged: new ManualTopic({ head: { height: 7, key: [], timeMs: 0 } }),
    versionChanged: new ManualTopic({ connectionId: 'a', knowledge, calls: {} }),
  };
  const fields = { ...EMPTY_DRAFT, expectedType: 'storagepower', method } as const;
  rendered = await render(
    <ComposeForm fields={fields} errors={{}} accounts={[]} review={undefined} onChange={() => undefined} />,
    clientWith({ chain: chain as never }),
  );
  await act(async () => undefined);
  return rendered.container.textContent ?? '';
}

it('says of the value of a new miner that it pays the deposit, since network version 27', async () => {
  expect(await textAt(29, '2')).toContain('which vests over 180 days: the initial pledge');
  expect(await textAt(26, '2')).not.toContain('deposit of the new miner');
  expect(await textAt(29, '3')).not.toContain('deposit of the new miner');
});
