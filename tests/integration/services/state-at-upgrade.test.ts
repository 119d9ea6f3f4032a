/** The state around the upgrade to network version 29, read block by block: the last state of the version before has the old layout. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../../electron/rpc/answer-cache.ts';
import { ActorStateReader } from '../../../electron/services/actors/actor-state-reader.ts';
import { PinnedNode } from '../../../electron/services/pinned/pinned-node.ts';
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { buildConnection, type TestConnection } from '../../builders/active-connection.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const UPGRADE = 23;

let node: RunningDevnet;
let built: TestConnection;
beforeAll(async () => {
  node = await startDevnet({ seed: 'state at an upgrade', isPaused: true, historyEpochs: 0, upgradeEpoch: UPGRADE, streams: 'mainnet' });
  await control(node, 'advance', { epochs: UPGRADE - 1 });
  // The last epoch of the old version has no tipset: the first of the new one follows a null round.
  await control(node, 'null-round');
  await control(node, 'advance', { epochs: 4 });
  built = buildConnection({ httpUrl: node.httpUrl, token: node.tokens.read }, { letter: 't', networkName: 'localnet' });
});
afterAll(async () => {
  built.close();
  await node.stop();
});

/** The endpoint without the calls that read state by the node's own rules. */
function withoutStateCalls({ connection }: TestConnection) {
  const client = new Proxy(connection.client, {
    get: (target, name) =>
      name === 'call'
        ? (method: string, ...more: readonly [never, never]) =>
            method === 'StateReadState' ? Promise.reject(new SextantError('method-not-served', 'not served')) : target.call(method, ...more)
        : Reflect.get(target, name, target),
  });
  return { ...connection, client };
}

it.each(['t02', 't05'])('%s is read in every tipset around it', async (address) => {
  const states = new ActorStateReader(systemClock, new AnswerCache<Uint8Array>({ maxEntries: 10_000, maxBytes: 8 * 1024 * 1024 }));
  const seen: { height: number; isNew: boolean }[] = [];
  let tipset = await resultOf<TipsetJson>(node, 'ChainHead');
  for (; tipset.Height > UPGRADE - 4; ) {
    const links = tipset.Cids.map((link) => link['/']);
    const active = withoutStateCalls(built);
    const pinned = new PinnedNode(active.client, { height: tipset.Height, key: links, timeMs: 0 }, 'test');
    const actor = await states.findActor(pinned, active, idAddress(Number(address.slice(2))));
    const type = actor?.type;
    if (actor === undefined) return expect.fail(`no ${address}`);
    const state = await states.readState(pinned, active, { address, type, head: actor.actor.head });
    expect(state.source, `epoch ${tipset.Height}`).toBe('blocks');
    const fields = state.source === 'blocks' ? Object.keys(state.json as object) : [];
    seen.push({
      height: tipset.Height,
      isNew: fields.includes('StreamsRoot') || (address === 't05' && !fields.includes('PendingDealAllocationIds')),
    });
    const [block] = tipset.Blocks as readonly { readonly Parents: TipsetJson['Cids'] }[];
    tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [block?.Parents]);
  }
  // The first tipset of version 29 was made from a state of version 28.
  expect(seen.filter(({ isNew }) => isNew).map(({ height }) => height)).toEqual(
    seen.map(({ height }) => height).filter((height) => height > UPGRADE + 1),
  );
  expect(seen.map(({ height }) => height)).toContain(UPGRADE + 1);
  expect(seen.map(({ height }) => height)).not.toContain(UPGRADE);
});
