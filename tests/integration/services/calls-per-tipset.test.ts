/** What one new tipset may cost an endpoint with the overview open: the table of docs/calls-per-tipset.md, and no more. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';
import { type OwnMinersServices, startOwnMiners } from '../../builders/own-miners-services.ts';

let services: DevnetServices;
let own: OwnMinersServices;

beforeAll(async () => {
  services = await startDevnetServices();
  own = await startOwnMiners(services);
  await eventually(() => services.chain.slice.get().strip.length >= 50, 'the strip');
  await eventually(() => services.chain.slice.get().finalized, 'finality');
});
afterAll(async () => {
  await own.stop();
  await services.stop();
});

/** What the overview's view asks for whenever another head was accepted. */
async function openOverview(): Promise<void> {
  await Promise.all([services.chain.getOverview(), own.ownMiners.getOwnMiners()]);
}

/** What changes slowly is read once, not with every tipset. */
function standing() {
  const { known } = own.ownMiners.slice.get();
  return known === undefined || 'error' in known.miners ? undefined : known.miners.value[0]?.standing;
}

/** Goes on by one tipset and returns the calls that it caused. */
async function callsOfTipset(): Promise<string[]> {
  await eventually(() => services.tap.calls.every(({ end }) => end !== undefined), 'the calls before');
  const before = services.tap.methods().length;
  const finalityBefore = services.chain.slice.get().calls.finalized?.id;
  const heightBefore = services.chain.slice.get().head?.height ?? 0;
  let height = heightBefore;
  // A null round brings no tipset: then the next epoch does.
  while (height === heightBefore) {
    height = Number((await services.control('advance', { epochs: 1 })).headHeight);
  }
  await eventually(() => services.chain.slice.get().head?.height === height, 'the new head');
  await openOverview();
  await eventually(() => services.chain.slice.get().calls.finalized?.id !== finalityBefore, 'finality');
  return services.tap.methods().slice(before).sort();
}

const EVERY_TIPSET = [
  'ChainGetFinalizedTipSet',
  'MpoolPending',
  'StateMinerAvailableBalance',
  'StateMinerPower',
  'StateMinerPower',
  'StateMinerProvingDeadline',
  'StateMinerSectorCount',
  'StateReadState',
];

const OF_PROOFS: ReadonlySet<string> = new Set(['StateMinerDeadlines', 'StateMinerPartitions']);

it('causes four calls, four more for the one own miner, and at most two more until its open deadline is proven', async () => {
  await openOverview();
  await eventually(standing, 'what changes slowly');
  const seen: string[][] = [];
  for (let count = 0; count < 5; count++) seen.push(await callsOfTipset());
  for (const calls of seen) {
    const more = calls.filter((method) => OF_PROOFS.has(method));
    expect(more.length).toBeLessThanOrEqual(2);
    expect(calls.filter((method) => !OF_PROOFS.has(method))).toEqual(EVERY_TIPSET);
  }
  // A deadline is asked for its partitions once.
  expect(seen.flat().filter((method) => method === 'StateMinerPartitions').length).toBeLessThanOrEqual(1);
});
