/** What DataCap becomes on a chain of network version 28, as the calls of the embedded node tell it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientName, DEAL_CLIENTS } from '../../../electron/devnet/chain/genesis.ts';
import { DevnetKeys } from '../../../electron/devnet/chain/keys.ts';
import { SeededRandom } from '../../../electron/devnet/chain/seeded-random.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

interface Allocation {
  readonly Client: number;
  readonly Provider: number;
  readonly Data: unknown;
  readonly Size: number;
  readonly TermMin: number;
  readonly TermMax: number;
}
interface Claim extends Allocation {
  readonly TermStart: number;
  readonly Sector: number;
}
interface DealJson {
  readonly Proposal: { PieceCID: unknown; PieceSize: number; VerifiedDeal: boolean; Client: string; Provider: string; StartEpoch: number };
  readonly State: { SectorNumber: number; SectorStartEpoch: number };
}
interface Balance {
  readonly Escrow: string;
  readonly Locked: string;
}

const SEED = 'verified';
const PIB = 1n << 50n;
let node: RunningDevnet;
let key: TipsetJson['Cids'];
const ask = <T>(method: string, ...params: unknown[]): Promise<T> => resultOf<T>(node, method, [...params, key]);
const idText = (id: number): string => `t0${id}`;

beforeAll(async () => {
  node = await startDevnet({ seed: SEED, genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 0, upgradeEpoch: 1_000_000 });
  await control(node, 'advance', { epochs: 160 });
  key = (await resultOf<TipsetJson>(node, 'ChainHead')).Cids;
});
afterAll(() => node.stop());

it('claims are those of their providers, and their sectors count them', async () => {
  const all = await ask<Record<string, Claim>>('StateGetAllClaims');
  const miners = await ask<string[]>('StateListMiners');
  const ofMiners = await Promise.all(miners.map((address) => ask<Record<string, Claim>>('StateGetClaims', address)));
  expect(Object.assign({}, ...ofMiners)).toEqual(all);
  expect(Object.values(all).filter(({ TermStart }) => TermStart > 0).length).toBeGreaterThan(2);
  let checked = 0;
  for (const [id, claim] of Object.entries(all)) {
    expect(await ask('StateGetClaim', idText(claim.Provider), Number(id))).toEqual(claim);
    const sector = await ask<{ Activation: number; Expiration: number; VerifiedDealWeight: string } | null>(
      'StateSectorGetInfo',
      idText(claim.Provider),
      claim.Sector,
    );
    // A claim outlives a sector that was terminated.
    if (sector === null) continue;
    const inSector = Object.values(all).filter(({ Provider, Sector }) => Provider === claim.Provider && Sector === claim.Sector);
    const bytes = inSector.reduce((sum, { Size }) => sum + BigInt(Size), 0n);
    expect(BigInt(sector.VerifiedDealWeight)).toBe(bytes * BigInt(sector.Expiration - sector.Activation));
    if (claim.TermStart > 0) expect(sector.Expiration - sector.Activation).toBeGreaterThanOrEqual(claim.TermMin);
    expect(sector.Expiration - sector.Activation).toBeLessThanOrEqual(claim.TermMax);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(10);
});

it('verified deals that wait for a sector have an allocation each', async () => {
  const deals = await ask<Record<string, DealJson>>('StateMarketDeals');
  let waiting = 0;
  for (const [id, { Proposal, State }] of Object.entries(deals)) {
    const allocationId = await ask<number>('StateGetAllocationIdForPendingDeal', Number(id));
    const allocation = await ask<Allocation | null>('StateGetAllocationForPendingDeal', Number(id));
    if (allocationId === 0) {
      expect(allocation).toBeNull();
      continue;
    }
    waiting += 1;
    expect([Proposal.VerifiedDeal, State.SectorStartEpoch]).toEqual([true, -1]);
    expect(allocation).toMatchObject({ Data: Proposal.PieceCID, Size: Proposal.PieceSize, Provider: Number(Proposal.Provider.slice(2)) });
    expect(await ask('StateGetAllocation', Proposal.Client, allocationId)).toEqual(allocation);
    expect((await ask<Record<string, Allocation>>('StateGetAllocations', Proposal.Client))[allocationId]).toEqual(allocation);
    expect((await ask<Record<string, Allocation>>('StateGetAllAllocations'))[allocationId]).toEqual(allocation);
  }
  expect(waiting).toBeGreaterThan(0);
});

it('clients have as much less DataCap as they have spent', async () => {
  const keys = new DevnetKeys(new SeededRandom(SEED));
  const claims = Object.values(await ask<Record<string, Claim>>('StateGetAllClaims')).filter(({ TermStart }) => TermStart > 0);
  const allocations = Object.values(await ask<Record<string, Allocation>>('StateGetAllAllocations'));
  let spentByAll = 0n;
  for (let index = 0; index < DEAL_CLIENTS; index += 1) {
    const address = formatAddress(keys.get(clientName(index)).address, 't');
    const id = Number((await ask<string>('StateLookupID', address)).slice(2));
    const spent = [...claims, ...allocations].reduce((sum, { Client, Size }) => (Client === id ? sum + BigInt(Size) : sum), 0n);
    expect(BigInt(await ask<string>('StateVerifiedClientStatus', address))).toBe(PIB - spent);
    spentByAll += spent;
  }
  expect(spentByAll).toBeGreaterThan(0n);
  expect(await ask('StateVerifiedClientStatus', 't01000')).toBeNull();
});

it('participants of the market are those with a balance', async () => {
  const participants = await ask<Record<string, Balance>>('StateMarketParticipants');
  expect(Object.keys(participants).length).toBe(11);
  for (const [address, balance] of Object.entries(participants)) expect(await ask('StateMarketBalance', address)).toEqual(balance);
});
