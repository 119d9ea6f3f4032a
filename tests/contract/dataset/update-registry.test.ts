/** Claims and allocations of a dataset: after every update those of the chain, joined to deals as the list in memory joins them. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { updateRegistry } from '../../../electron/dataset/registry/update-registry.ts';
import { claimEntry, dealEntry } from '../../../electron/services/deals/deal-entries.ts';
import { joinDeals } from '../../../electron/services/deals/join-deals.ts';
import {
  type Allocation,
  allocations,
  allocationsOrClaimsByActor,
  type Claim,
  claims,
} from '../../../shared/domain/actors/verified-registry-state.ts';
import { type Cid, cidFromBytes } from '../../../shared/domain/encoding/cid.ts';
import { Hamt } from '../../../shared/domain/ipld/hamt.ts';
import type { HamtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { LaterBlockSource } from '../../../shared/domain/ipld/walk.ts';
import { DATASET_ENGINES, type StoredDeal, storeDeals } from '../../builders/dataset-engines.ts';
import { MemoryBlocks } from '../../builders/memory-blocks.ts';

const HEAD = 5000;
const PIECES = [0, 1, 2].map((seed) =>
  cidFromBytes(Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...new Uint8Array(32).fill(seed)])),
);

interface Registry {
  readonly claims: ReadonlyMap<number, Claim>;
  readonly allocations: ReadonlyMap<number, Allocation>;
}

const data = {
  client: fc.constantFrom(100, 101),
  provider: fc.constantFrom(1000, 1001, 1002),
  data: fc.constantFrom(...PIECES),
  size: fc.constantFrom(2n ** 20n, 2n ** 35n),
  termMin: fc.constantFrom(10, 518_400),
  termMax: fc.constantFrom(600, 1_000_000),
};
const claim = fc.record({ ...data, termStart: fc.integer({ min: 0, max: HEAD }), sector: fc.constantFrom(1, 2, 3) });
const allocation = fc.record({ ...data, expiration: fc.integer({ min: HEAD - 100, max: HEAD + 100 }) });
const ids = fc.nat({ max: 400 });
const registry: fc.Arbitrary<Registry> = fc
  .tuple(fc.array(fc.tuple(ids, claim), { maxLength: 120 }), fc.array(fc.tuple(ids, allocation), { maxLength: 30 }))
  .map(([some, others]) => ({ claims: new Map(some), allocations: new Map(others) }));
const deal = fc.record({
  clientId: data.client,
  providerId: data.provider,
  pieceCid: data.data.map((cid) => cidBytes(cid)),
  isVerified: fc.boolean(),
  sectorNumber: fc.constantFrom(1, 2, 3, null),
  sectorStartEpoch: fc.constantFrom(-1, 50),
});
const deals = fc.array(fc.tuple(fc.nat({ max: 60 }), deal), { maxLength: 60 }).map((entries) => new Map(entries));
type ModelDeal = typeof deal extends fc.Arbitrary<infer T> ? T : never;
type Deals = ReadonlyMap<number, ModelDeal>;

function cidBytes(cid: Cid): Uint8Array {
  return Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...new Uint8Array(32).fill(PIECES.indexOf(cid))]);
}

/** Stores maps of maps by their holders. */
function storeMaps<V>(
  blocks: MemoryBlocks,
  layout: HamtLayout<number, V>,
  values: ReadonlyMap<number, V>,
  holderOf: (value: V) => number,
): Cid {
  let outer = Hamt.empty(allocationsOrClaimsByActor);
  for (const [holder, entries] of Map.groupBy(values, ([, value]) => holderOf(value))) {
    let inner = Hamt.empty(layout);
    for (const [id, value] of entries) inner = blocks.run(inner.set(id, value));
    outer = blocks.run(outer.set(holder, inner.flush(blocks.put)));
  }
  return outer.flush(blocks.put);
}

function rootsOf(blocks: MemoryBlocks, { claims: some, allocations: others }: Registry) {
  return {
    claims: storeMaps(blocks, claims, some, ({ provider }) => provider),
    allocations: storeMaps(blocks, allocations, others, ({ client }) => client),
  };
}

function storedDeals(model: Deals): StoredDeal[] {
  return [...model].map(([dealId, fields]) => ({
    ...fields,
    dealId,
    pieceSize: 2 ** 35,
    label: '',
    startEpoch: 60,
    endEpoch: 9000,
    price: 0n,
    slashEpoch: -1,
  }));
}

/** Which claim the list in memory joins to which deal. */
function joinedInMemory(model: Deals, { claims: some }: Registry): Map<number, number> {
  const context = { epoch: HEAD, address: (text: string) => text, actor: (id: number) => `f0${id}`, health: () => undefined };
  const entries = storedDeals(model)
    .toSorted((left, right) => left.dealId - right.dealId)
    .map((row) =>
      dealEntry(
        row.dealId,
        {
          Proposal: {
            PieceCID: cidFromBytes(row.pieceCid),
            PieceSize: row.pieceSize,
            VerifiedDeal: row.isVerified,
            Client: `f0${row.clientId}`,
            Provider: `f0${row.providerId}`,
            Label: '',
            StartEpoch: row.startEpoch,
            EndEpoch: row.endEpoch,
            StoragePricePerEpoch: '0',
            ProviderCollateral: '7',
            ClientCollateral: '0',
          },
          State: {
            SectorNumber: row.sectorNumber === null ? null : BigInt(row.sectorNumber),
            SectorStartEpoch: row.sectorStartEpoch,
            LastUpdatedEpoch: -1,
            SlashEpoch: -1,
          },
        },
        context,
      ),
    );
  const claimEntries = [...some]
    .sort(([left], [right]) => left - right)
    .map(([id, value]) =>
      claimEntry(
        id,
        {
          Provider: value.provider,
          Client: value.client,
          Data: value.data,
          Size: Number(value.size),
          TermMin: value.termMin,
          TermMax: value.termMax,
          TermStart: value.termStart,
          Sector: value.sector,
        },
        context,
      ),
    );
  const { table } = joinDeals(entries, claimEntries, [], entries.length + claimEntries.length, () => 0);
  const joined = new Map<number, number>();
  for (let row = 0; row < table.count; row += 1) {
    const { kind, id, claimId } = table.rowAt(row);
    if (kind === 'f05' && claimId !== undefined) joined.set(claimId, id);
  }
  return joined;
}

describe.each(DATASET_ENGINES)('claims and allocations in $name', ({ open }) => {
  let dataset: Awaited<ReturnType<typeof open>> | undefined;
  afterEach(async () => {
    await dataset?.remove();
    dataset = undefined;
  });

  async function update(blocks: MemoryBlocks, model: Registry, options: { changedDeals?: string; lost?: ReadonlySet<Cid> } = {}) {
    if (dataset === undefined) throw new Error('There is no dataset.');
    const { writer } = dataset;
    const roots = rootsOf(blocks, model);
    const read: LaterBlockSource = async (cids) => {
      if (cids.some((cid) => options.lost?.has(cid))) throw Object.assign(new Error('not there'), { code: 'not-found' });
      return blocks.later(cids);
    };
    const { changedDeals } = options;
    await writer.begin();
    const report = await updateRegistry({
      writer,
      read,
      roots,
      signal: new AbortController().signal,
      ...(changedDeals === undefined ? {} : { changedDeals }),
    });
    await writer.commit();
    return report;
  }

  async function expectRows(model: Registry, stored: Deals): Promise<void> {
    const joined = joinedInMemory(stored, model);
    const expected = [
      ...[...model.claims].map(([id, row]) => [
        1,
        id,
        row.client,
        row.provider,
        cidBytes(row.data),
        Number(row.size),
        row.sector,
        row.termStart,
        row.termStart + row.termMax,
        row.termMin,
        row.termMax,
        joined.get(id) ?? null,
      ]),
      ...[...model.allocations].map(([id, row]) => [
        2,
        id,
        row.client,
        row.provider,
        cidBytes(row.data),
        Number(row.size),
        null,
        null,
        row.expiration,
        row.termMin,
        row.termMax,
        null,
      ]),
    ];
    const byPlace = (left: readonly unknown[], right: readonly unknown[]) =>
      Number(left[0]) - Number(right[0]) || Number(left[1]) - Number(right[1]);
    const rows = (await dataset?.writer.query('SELECT * FROM registry ORDER BY kind, id')) ?? [];
    expect(rows.map((row) => row.map((cell) => (cell instanceof Uint8Array ? Uint8Array.from(cell) : cell)))).toEqual(
      expected.sort(byPlace),
    );
    const cids = await dataset?.writer.query('SELECT kind - 2, deal_id FROM cids WHERE kind >= 3 ORDER BY 1, 2');
    expect(cids).toEqual(rows.map(([kind, id]) => [kind, id]));
  }

  test('after random changes, of deals too, rows are those of the chain and joined as in memory', async () => {
    const step = fc.record({ model: registry, deals, kept: fc.double({ min: 0, max: 1, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 3 }), async (steps) => {
        dataset = await open();
        const { writer } = dataset;
        const blocks = new MemoryBlocks();
        await writer.query('CREATE TABLE changed (deal_id BIGINT)');
        let before: Registry = { claims: new Map(), allocations: new Map() };
        let stored: Map<number, ModelDeal> = new Map();
        for (const { model, deals: other, kept } of steps) {
          // A part of what was there stays as it was, so that maps share nodes.
          const stays = (id: number) => (id * 7919) % 100 < kept * 100;
          const now: Registry = {
            claims: new Map([...before.claims].filter(([id]) => stays(id)).concat([...model.claims].filter(([id]) => !stays(id)))),
            allocations: new Map(
              [...before.allocations].filter(([id]) => stays(id)).concat([...model.allocations].filter(([id]) => !stays(id))),
            ),
          };
          const next = new Map([...stored].filter(([id]) => stays(id)).concat([...other].filter(([id]) => !stays(id))));
          const changed = [...new Set([...stored.keys(), ...next.keys()])].filter((id) => !stays(id));
          await writer.query('DELETE FROM changed');
          for (const id of changed) await writer.query('INSERT INTO changed VALUES ($1)', [id]);
          await writer.query('DELETE FROM deals WHERE deal_id IN (SELECT deal_id FROM changed)');
          await storeDeals(writer, storedDeals(new Map([...next].filter(([id]) => !stays(id)))));
          const report = await update(blocks, now, { changedDeals: 'SELECT deal_id FROM changed' });
          expect(report).toMatchObject({ odd: 0, readWhole: 0 });
          await expectRows(now, next);
          before = now;
          stored = next;
        }
        await dataset.remove();
        dataset = undefined;
      }),
      { numRuns: 4 },
    );
  });

  test('a map whose old blocks are gone is read whole', async () => {
    dataset = await open();
    const blocks = new MemoryBlocks();
    const [before, after] = fc.sample(registry, { numRuns: 2, seed: 9 });
    if (before === undefined || after === undefined) throw new Error('There is no registry.');
    await update(blocks, before);
    const old = new Set([...blocks.byCid.keys()]);
    const now: Registry = { claims: new Map([...before.claims, ...after.claims]), allocations: before.allocations };
    const fresh = new MemoryBlocks();
    rootsOf(fresh, now);
    const lost = new Set([...old].filter((cid) => !fresh.byCid.has(cid)));
    const report = await update(blocks, now, { lost, changedDeals: 'SELECT deal_id FROM deals' });
    expect(report.readWhole).toBeGreaterThan(0);
    await expectRows(now, new Map());
  });

  test('what no list can have is counted and left out, and an update that failed changes nothing', async () => {
    dataset = await open();
    const { writer } = dataset;
    const blocks = new MemoryBlocks();
    const odd: Claim = {
      client: 100,
      provider: 1000,
      data: PIECES[0] as Cid,
      size: 1n,
      termMin: 1,
      termMax: 2 ** 40,
      termStart: 1,
      sector: 1,
    };
    expect(await update(blocks, { claims: new Map([[5, odd]]), allocations: new Map() })).toMatchObject({ added: 0, odd: 1 });
    const roots = rootsOf(blocks, { claims: new Map([[6, { ...odd, termMax: 9 }]]), allocations: new Map() });
    await writer.begin();
    const failing: LaterBlockSource = async (cids) => {
      if (cids.includes(roots.claims)) return blocks.later(cids);
      throw new Error('the endpoint is gone');
    };
    const updating = updateRegistry({ writer, read: failing, roots, signal: new AbortController().signal });
    await expect(updating).rejects.toThrow('the endpoint is gone');
    await writer.rollback();
    expect(await writer.query('SELECT count(*) FROM registry')).toEqual([[0]]);
    expect(await update(blocks, { claims: new Map([[6, { ...odd, termMax: 9 }]]), allocations: new Map() })).toMatchObject({ added: 1 });
  });
});
