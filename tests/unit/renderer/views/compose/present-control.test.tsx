import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DraftFields, EMPTY_DRAFT } from '../../../../../renderer/views/compose/draft.ts';
import { fieldsOfTemplate, TEMPLATES } from '../../../../../renderer/views/compose/templates.ts';
import { usePresentControl } from '../../../../../renderer/views/compose/use-present-control.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const ROLES: Readonly<Record<string, readonly [role: string, address: string][]>> = {
  t01000: [
    ['Owner', 't0100'],
    ['Worker', 't0101'],
    ['New worker', 't0109'],
    ['Control 0', 't0102'],
    ['Control 1', 't0103'],
    ['Beneficiary', 't0100'],
  ],
  t01001: [['Worker', 't0201']],
};
const minerOf = (address: string): Miner =>
  ({
    address,
    info: {
      value: { sectorSize: 1, hasPendingWorkerChange: false, roles: (ROLES[address] ?? []).map(([role, of]) => ({ role, address: of })) },
    },
  }) as unknown as Miner;

let drawn: Rendered | undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  vi.useRealTimers();
});

it('fills in the worker and the control addresses of the miner once, and those of no other', async () => {
  const template = TEMPLATES.find(({ method }) => method === 'ChangeWorkerAddress');
  expect(template?.title).toContain('Change worker');
  let fields: DraftFields = EMPTY_DRAFT;
  let choose: (miner: string | undefined) => void = () => {};
  let write: (json: string) => void = () => {};
  const began = template === undefined ? EMPTY_DRAFT : fieldsOfTemplate(template, { from: 't1from', letter: 't', ownMiners: [] });
  function Kept() {
    const [kept, keep] = useState(began);
    const [miner, setMiner] = useState<string | undefined>(undefined);
    fields = kept;
    choose = setMiner;
    write = (json) => keep((before) => ({ ...before, params: { kind: 'fields', json } }));
    usePresentControl({ type: 'storageminer', miner, fields: kept, onChange: (change) => keep((before) => ({ ...before, ...change })) });
    return undefined;
  }
  drawn = await render(
    <Kept />,
    clientWith({
      connections: { changed: new ManualTopic({ activeId: 'here', revision: 1 }) as never },
      miners: { getMiner: async ({ address }) => minerOf(address) },
    }),
  );
  const json = () => (fields.params.kind === 'fields' ? fields.params.json : undefined);
  const settle = async (step: () => void) => {
    await act(async () => step());
    await act(async () => vi.advanceTimersByTimeAsync(1000));
  };
  const empty = json() ?? '';
  await settle(() => choose('t01000'));
  expect(json()).toBe('{"NewWorker":"t0101","NewControlAddrs":["t0102","t0103"]}');
  await settle(() => choose('t01001'));
  expect(json()).toBe('{"NewWorker":"t0201","NewControlAddrs":[]}');
  // What is emptied by hand stays so.
  await settle(() => write(empty));
  expect(json()).toBe(empty);
  await settle(() => write('{"NewWorker":"t0300","NewControlAddrs":[]}'));
  await settle(() => choose('t01000'));
  expect(json()).toBe('{"NewWorker":"t0300","NewControlAddrs":[]}');
});
