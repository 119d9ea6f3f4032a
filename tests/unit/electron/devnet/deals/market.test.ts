import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientName } from '../../../../../electron/devnet/chain/genesis.ts';
import {
  activateDeals,
  dealIdsOfSector,
  dealOf,
  dealsOf,
  escrowOf,
  marketOf,
  pendingAllocationOf,
  runMarketCron,
  terminateDeals,
  unsealedDealsOf,
} from '../../../../../electron/devnet/deals/market.ts';
import { constructedPieceCid, constructedSealedCid } from '../../../../../electron/devnet/state/constructed-cids.ts';
import { BURNT_ID, refOf, State } from '../../../../../electron/devnet/state/state.ts';
import { ViewCache } from '../../../../../electron/devnet/state/state-view.ts';
import { dataCapOf } from '../../../../../electron/devnet/verified/data-cap-methods.ts';
import { registryOf } from '../../../../../electron/devnet/verified/registry.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import {
  type DealProposal,
  dealLabelFromText,
  encodePublishStorageDealsParams,
  pendingProposalCid,
} from '../../../../../shared/domain/deals/deal-proposal.ts';
import { decodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { DevnetExecution, RULES_OF_28, returnOf } from '../../../../builders/devnet-execution.ts';
import { marketFaults } from '../../../../builders/market-faults.ts';

const GIB = 1_073_741_824n;
const PROVIDER = 1000;
const SECTOR = { number: 900, expiration: 2_000_000 };

let run: DevnetExecution;
let client: number;
let worker: number;
beforeEach(() => {
  run = new DevnetExecution('market', RULES_OF_28);
  client = run.account(clientName(0));
  worker = run.account(`worker-${PROVIDER}`);
});

function proposal(change: Partial<DealProposal> = {}): DealProposal {
  return {
    pieceCid: constructedPieceCid(new Uint8Array(32).fill(7)),
    pieceSize: GIB,
    verifiedDeal: false,
    client: idAddress(client),
    provider: idAddress(PROVIDER),
    label: dealLabelFromText('a label'),
    startEpoch: 50,
    endEpoch: 150,
    storagePricePerEpoch: attoFil(1_000n),
    providerCollateral: attoFil(500n),
    clientCollateral: attoFil(30n),
    ...change,
  };
}

function publish(from: number, ...deals: DealProposal[]) {
  const signed = deals.map((deal) => ({ proposal: deal, clientSignature: { type: 'secp256k1' as const, data: new Uint8Array(65) } }));
  return run.send(from, 5, { method: 4n, params: decodeCbor(encodePublishStorageDealsParams(signed)) });
}

/** Publishes one deal; its id. */
function published(change: Partial<DealProposal> = {}): number {
  const [[id]] = returnOf(publish(worker, proposal(change))) as [[number]];
  return id;
}

const tickTo = (epoch: number): void => {
  for (run.epoch = marketOf(run.draft.state).lastCron + 1; run.epoch <= epoch; run.epoch += 1) runMarketCron(run.draft, run.epoch);
};
const faults = (): string[] => marketFaults(marketOf(run.draft.state));
const ofBoth = () => [client, PROVIDER].map((id) => escrowOf(run.draft.state, id));

it('begins with deals that add up', () => {
  expect(faults()).toEqual([]);
  const deals = dealsOf(run.genesis);
  expect(deals.length).toBe(72);
  expect(dealIdsOfSector(run.genesis, 1001, 3)).toEqual([
    deals.find(({ proposal: { provider }, state }) => provider === idAddress(1001) && state?.sectorNumber === 3)?.id,
  ]);
  const verified = deals.filter((deal) => deal.proposal.verifiedDeal);
  const claims = registryOf(run.genesis).claims;
  expect(verified.length).toBeGreaterThan(10);
  expect(claims.keys().flatMap((provider) => claims.get(provider).entries()).length).toBe(verified.length);
});

describe('PublishStorageDeals', () => {
  it('locks what the deals cost, and lets them wait', () => {
    const [before] = ofBoth();
    const id = published();
    const [of, byProvider] = ofBoth();
    expect((of?.locked ?? 0n) - (before?.locked ?? 0n)).toBe(100n * 1_000n + 30n);
    expect(of?.escrow).toBe(before?.escrow);
    expect(byProvider?.locked).toBeGreaterThanOrEqual(500n);
    expect(dealOf(run.draft.state, id)).toEqual({ id, proposal: proposal(), state: undefined });
    expect(marketOf(run.draft.state).pendingProposals.has(pendingProposalCid(proposal()))).toBe(true);
    expect(unsealedDealsOf(run.draft.state, PROVIDER).map((deal) => deal.id)).toEqual([id]);
    expect(faults()).toEqual([]);
  });

  it('is for who works for the provider', () => {
    expect(publish(client, proposal()).receipt.exitCode).toBe(18);
    expect(publish(worker, proposal({ provider: idAddress(client) })).receipt.exitCode).toBe(16);
    expect(publish(worker).receipt.exitCode).toBe(16);
    expect(run.send(worker, 5, { method: 4n, params: [[[1, 2]]] }).receipt.exitCode).toBe(21);
  });

  it('takes the good ones of several', () => {
    const bad: Partial<DealProposal>[] = [
      { startEpoch: 4 },
      { endEpoch: 50 },
      { endEpoch: 2 ** 51 },
      { pieceSize: 64n * GIB },
      { pieceSize: 0n },
      { pieceSize: 64n },
      { pieceSize: 3n * 1_024n },
      { pieceCid: constructedSealedCid(new Uint8Array(32)) },
      { label: dealLabelFromText('x'.repeat(257)) },
      { storagePricePerEpoch: attoFil(10n ** 24n) },
      { provider: idAddress(1001) },
      {},
    ];
    const result = publish(worker, proposal(), ...bad.map((change) => proposal(change)), proposal({ endEpoch: 160 }));
    expect((returnOf(result) as [number[]])[0]).toHaveLength(2);
    expect(publish(worker, proposal())).toMatchObject({
      receipt: { exitCode: 16 },
      error: expect.stringContaining('All deal proposals invalid'),
    });
    expect(faults()).toEqual([]);
  });

  it('has DataCap allocated for verified deals', () => {
    const before = dataCapOf(run.draft.state, client);
    const verified = { verifiedDeal: true, endEpoch: 520_050, storagePricePerEpoch: attoFil(0n) };
    const [ids] = returnOf(publish(worker, proposal(verified), proposal(), proposal({ ...verified, endEpoch: 530_000 }))) as [number[]];
    const allocated = ids.map((id) => pendingAllocationOf(run.draft.state, id));
    expect(allocated[1]).toBeUndefined();
    expect(allocated[2]).toBe((allocated[0] ?? 0) + 1);
    expect(
      registryOf(run.draft)
        .allocations.get(client)
        .get(allocated[2] ?? 0),
    ).toEqual({
      client,
      provider: PROVIDER,
      data: proposal().pieceCid,
      size: GIB,
      termMin: 529_950,
      termMax: 529_950 + 259_200,
      expiration: 50,
    });
    expect(dataCapOf(run.draft.state, client)).toBe(before - 2n * GIB);
    expect(faults()).toEqual([]);
    const poor = run.account('traffic-0');
    const params = { ...verified, client: idAddress(poor), providerCollateral: attoFil(0n), clientCollateral: attoFil(0n) };
    expect(publish(worker, proposal(params)).receipt.exitCode).toBe(16);
    expect(publish(worker, proposal({ ...params, verifiedDeal: false })).receipt.exitCode).toBe(0);
  });
});

describe('a deal', () => {
  it('runs from its start to its end, is paid, and leaves', () => {
    const id = published();
    run.epoch = 20;
    activateDeals(run.draft, PROVIDER, SECTOR, [id, id, 4_000_000], 20);
    expect(dealOf(run.draft.state, id)?.state).toEqual({ sectorNumber: 900, sectorStartEpoch: 20, lastUpdatedEpoch: -1, slashEpoch: -1 });
    expect(dealIdsOfSector(run.draft.state, PROVIDER, 900)).toEqual([id]);
    expect(unsealedDealsOf(run.draft.state, PROVIDER)).toEqual([]);
    tickTo(49);
    expect(marketOf(run.draft.state).pendingProposals.isEmpty).toBe(false);
    tickTo(50);
    expect(marketOf(run.draft.state).pendingProposals.isEmpty).toBe(true);
    tickTo(209);
    const before = ofBoth();
    expect(dealOf(run.draft.state, id)).toBeDefined();
    expect(faults()).toEqual([]);
    tickTo(210);
    expect(dealOf(run.draft.state, id)).toBeUndefined();
    expect(dealIdsOfSector(run.draft.state, PROVIDER, 900)).toEqual([]);
    expect(faults()).toEqual([]);
    const after = ofBoth();
    expect((after[0]?.escrow ?? 0n) - (before[0]?.escrow ?? 0n)).toBe(-100_000n);
    expect((after[1]?.escrow ?? 0n) - (before[1]?.escrow ?? 0n)).toBe(100_000n);
    expect((after[0]?.locked ?? 0n) - (before[0]?.locked ?? 0n)).toBe(-100_030n);
  });

  it('that no sector took in time costs its provider the collateral', () => {
    const id = published({ verifiedDeal: true, endEpoch: 520_050 });
    const [, before] = ofBoth();
    const burnt = run.balance(BURNT_ID);
    tickTo(50);
    expect(pendingAllocationOf(run.draft.state, id)).toBeUndefined();
    activateDeals(run.draft, PROVIDER, SECTOR, [id], 51);
    expect(dealOf(run.draft.state, id)?.state).toBeUndefined();
    tickTo(139);
    expect(dealOf(run.draft.state, id)).toBeDefined();
    tickTo(140);
    expect(dealOf(run.draft.state, id)).toBeUndefined();
    expect(run.balance(BURNT_ID) - burnt).toBe(500n);
    expect((ofBoth()[1]?.escrow ?? 0n) - (before?.escrow ?? 0n)).toBe(-500n);
    expect(faults()).toEqual([]);
  });

  it('whose sector is terminated is paid so far, slashed, and stays readable for a while', () => {
    const [running, ended, early] = [published(), published({ endEpoch: 90 }), published({ startEpoch: 120, endEpoch: 300 })];
    activateDeals(run.draft, PROVIDER, SECTOR, [running, ended, early], 20);
    tickTo(99);
    const before = ofBoth();
    const burnt = run.balance(BURNT_ID);
    terminateDeals(run.draft, PROVIDER, [900, 901], 100);
    expect(run.balance(BURNT_ID) - burnt).toBe(1_000n);
    const after = ofBoth();
    expect((before[0]?.escrow ?? 0n) - (after[0]?.escrow ?? 0n)).toBe(50n * 1_000n);
    expect([running, ended, early].map((id) => dealOf(run.draft.state, id)?.state?.slashEpoch)).toEqual([100, -1, 100]);
    expect(dealIdsOfSector(run.draft.state, PROVIDER, 900)).toEqual([]);
    expect(faults()).toEqual([]);
    tickTo(279);
    expect(dealOf(run.draft.state, ended)).toBeUndefined();
    expect(dealOf(run.draft.state, running)).toBeDefined();
    tickTo(280);
    expect([running, early].map((id) => dealOf(run.draft.state, id))).toEqual([undefined, undefined]);
    expect(faults()).toEqual([]);
  });

  it('goes into no sector of another provider, and into none that ends before it', () => {
    const id = published();
    activateDeals(run.draft, 1001, SECTOR, [id], 20);
    activateDeals(run.draft, PROVIDER, { number: 901, expiration: 149 }, [id], 20);
    expect(dealOf(run.draft.state, id)?.state).toBeUndefined();
    activateDeals(run.draft, PROVIDER, SECTOR, [id], 50);
    activateDeals(run.draft, PROVIDER, { number: 901, expiration: 1_000 }, [id], 50);
    expect(dealIdsOfSector(run.draft.state, PROVIDER, 901)).toEqual([]);
    expect(dealIdsOfSector(run.draft.state, PROVIDER, 900)).toEqual([id]);
  });
});

it('adds up whatever happens, and is read from its blocks again as it was', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('publish' as const), lead: fc.nat(60), length: fc.integer({ min: 1, max: 90 }), price: fc.nat(9) }),
    fc.record({ kind: fc.constant('activate' as const), at: fc.nat(9), sector: fc.nat(3) }),
    fc.record({ kind: fc.constant('terminate' as const), sector: fc.nat(3) }),
    fc.record({ kind: fc.constant('tick' as const), epochs: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('finish' as const) }),
  );
  const seen = { publish: 0, activate: 0, terminate: 0, tick: 0, finish: 0 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      run = new DevnetExecution('market', RULES_OF_28);
      tickTo(5);
      for (const [index, one] of steps.entries()) {
        const { epoch } = run;
        const expected = { startEpoch: 0, endEpoch: 0, ...one };
        seen[one.kind] += 1;
        if (one.kind === 'publish') {
          const startEpoch = epoch + one.lead;
          const label = dealLabelFromText(`deal ${index}`);
          publish(
            worker,
            proposal({ startEpoch, endEpoch: startEpoch + one.length, storagePricePerEpoch: attoFil(BigInt(one.price)), label }),
          );
        } else if (one.kind === 'activate') {
          const deals = unsealedDealsOf(run.draft.state, PROVIDER);
          const all = dealsOf(run.draft.state).filter(
            (deal) => deal.id >= 72 && deal.state === undefined && deal.proposal.startEpoch >= epoch,
          );
          expect(deals).toEqual(all);
          activateDeals(
            run.draft,
            PROVIDER,
            { ...SECTOR, number: 900 + one.sector },
            deals.slice(one.at % 3).map(({ id }) => id),
            epoch,
          );
        } else if (one.kind === 'terminate') {
          terminateDeals(run.draft, PROVIDER, [900 + one.sector], epoch);
        } else if (one.kind === 'tick') {
          tickTo(epoch + one.epochs - 1);
        } else {
          const before = dealsOf(run.draft.state);
          const stored = run.draft.finish(epoch);
          const opened = State.open(stored.blocks, new ViewCache(), refOf(stored));
          expect(dealsOf(opened)).toEqual(before);
          expect(marketFaults(marketOf(opened))).toEqual([]);
        }
        expect(faults(), JSON.stringify(expected)).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});
