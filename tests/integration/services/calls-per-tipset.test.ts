/** What one new tipset may cost an endpoint with the overview open: the table of docs/calls-per-tipset.md, and no more. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';

let services: DevnetServices;

beforeAll(async () => {
  services = await startDevnetServices();
  await eventually(() => services.chain.slice.get().strip.length >= 50, 'the strip');
  await eventually(() => services.chain.slice.get().finalized, 'finality');
});
afterAll(() => services.stop());

/** What the overview's view asks for whenever another head was accepted. */
async function openOverview(): Promise<void> {
  await Promise.all([services.chain.getOverview(), services.miners.listMiners({ isOwnOnly: true })]);
}

it('causes four calls, four more for the one own miner, and no other', async () => {
  await openOverview();
  await eventually(() => services.tap.calls.every(({ end }) => end !== undefined), 'the calls before');
  const before = services.tap.methods().length;
  const heightBefore = services.chain.slice.get().head?.height ?? 0;
  let height = heightBefore;
  // A null round brings no tipset: then the next epoch does.
  while (height === heightBefore) {
    height = Number((await services.control('advance', { epochs: 1 })).headHeight);
  }
  await eventually(() => services.chain.slice.get().head?.height === height, 'the new head');
  await openOverview();
  await eventually(() => services.chain.slice.get().calls.finalized, 'finality');
  await eventually(() => services.tap.methods().length >= before + 8, 'the calls');
  expect(services.tap.methods().slice(before).sort()).toEqual([
    'ChainGetFinalizedTipSet',
    'MpoolPending',
    'StateMinerAvailableBalance',
    'StateMinerPower',
    'StateMinerPower',
    'StateMinerProvingDeadline',
    'StateMinerSectorCount',
    'StateReadState',
  ]);
});
