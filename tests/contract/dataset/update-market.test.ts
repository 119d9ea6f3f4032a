import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatasetWriter } from '../../../electron/dataset/engine.ts';
import { MarketReader } from '../../../electron/dataset/market-file/market-reader.ts';
import { readFacts } from '../../../electron/dataset/mirror/dataset-facts.ts';
import { type MarketTarget, UpdateFailed, type UpdateOptions, updateMarket } from '../../../electron/dataset/mirror/update-market.ts';
import { walkNow } from '../../../shared/domain/ipld/walk.ts';
import { openMarket } from '../../../shared/domain/state/market.ts';
import { openStateTree } from '../../../shared/domain/state/state-tree.ts';
import { DATASET_ENGINES } from '../../builders/dataset-engines.ts';
import { genesisState } from '../../builders/genesis-state.ts';
import { ModelMarket, rowsOfDataset } from '../../builders/model-market.ts';
import { readSharedJson } from '../../builders/shared-data.ts';

const NETWORK = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

describe.each(DATASET_ENGINES)('keeping a dataset current in $name', ({ open }) => {
  let writer: DatasetWriter;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ writer, remove } = await open());
  });
  afterEach(() => remove());

  const update = (target: MarketTarget, read: UpdateOptions['read'], more: Partial<UpdateOptions> = {}) =>
    updateMarket({ writer, target, read, nowMs: 5, signal: new AbortController().signal, windowIds: 256, ...more });

  it('rows of the market file make the roots of the mainnet genesis, and one changed row is put right', async () => {
    const { stateRoot, source } = genesisState('mainnet');
    const { state, proposals, states } = walkNow(openMarket(walkNow(openStateTree('v0', stateRoot), source)), source);
    await loadFile(writer, readSharedJson('deals/StateMarketDeals-mainnet-genesis.json.gz'));
    await writer.query('DELETE FROM deals WHERE deal_id = 1000');
    await writer.query('UPDATE deals SET slash_epoch = 7 WHERE deal_id = 2000');
    const asked: string[] = [];
    const target = { ...state, genesisCid: NETWORK, epoch: 0, tipsetKey: [], timeMs: 0, layout: 'v0', blocks: 0, bytes: 0 } as const;
    const report = await update(target, async (cids) => {
      asked.push(...cids);
      return cids.map(source);
    });
    expect(report).toMatchObject({ added: 1, changed: 1, removed: 0, rejected: 0, isAligned: true });
    // Of each array its root, and one node of each height below it.
    expect(asked).toHaveLength(proposals.root.height + 1 + states.root.height + 1);
    expect((await writer.query('SELECT count(*) FROM deals'))[0]?.[0]).toBe(2304);
  });

  it('equals a full reading at 40 random epochs, without a block of any other epoch', async () => {
    const market = new ModelMarket(4, 200);
    for (let run = 0; run < 40; run += 1) {
      const target = market.target();
      await update(target, market.blocks.later);
      expect(await rowsOfDataset(writer)).toEqual(market.expected());
      market.step();
    }
    // What is kept from update to update is what a dataset without any nodes makes of the same rows.
    const nodes = () => writer.query('SELECT * FROM nodes ORDER BY tree, height, position');
    const target = market.target();
    await update(target, market.blocks.later);
    const kept = await nodes();
    await writer.query("DELETE FROM about WHERE key = 'mirror'");
    const report = await update(target, market.blocks.later);
    expect(report).toMatchObject({ added: 0, changed: 0, removed: 0, blocks: 2, isAligned: true });
    expect(await nodes()).toEqual(kept);
    const [cids] = await writer.query(
      'SELECT (SELECT count(*) FROM cids WHERE deal_id NOT IN (SELECT deal_id FROM deals)), (SELECT count(*) FROM cids WHERE kind = 0), (SELECT count(*) FROM deals)',
    );
    expect(cids).toEqual([0, cids?.[2], cids?.[2]]);
    expect(await readFacts(writer)).toMatchObject({ rows: market.expected().deals.length, epoch: market.epoch });
  });

  it('reads as many blocks as changed, not as many as there are', async () => {
    const market = new ModelMarket(5, 5000);
    await update(market.target(), market.blocks.later);
    for (let count = 0; count < 3; count += 1) market.publish();
    market.epoch += 1;
    const report = await update(market.target(), market.blocks.later);
    // A path of each array at most: both roots, and the nodes below that of the proposals.
    expect(report.blocks).toBeLessThanOrEqual(6);
    expect(report.bytes * 100).toBeLessThan(5000 * 200);
  });

  it('changes nothing where a block cannot be had, is no node, or the epoch goes back', async () => {
    const market = new ModelMarket(6, 300);
    await update(market.target(), market.blocks.later);
    const before = [await rowsOfDataset(writer), await readFacts(writer)];
    const { epoch } = market;
    market.step();
    market.step();
    const target = market.target();
    let left = 3;
    const failing: UpdateOptions['read'] = (cids) => {
      left -= cids.length;
      return left < 0 ? Promise.reject(new Error('gone')) : market.blocks.later(cids);
    };
    await expect(update(target, failing)).rejects.toThrow('gone');
    await expect(update(target, async (cids) => cids.map(() => Uint8Array.of(0x80)))).rejects.toBeInstanceOf(UpdateFailed);
    await expect(update(target, market.blocks.later, { maxLeaves: 0 })).rejects.toThrow('Load the market file again.');
    await expect(update({ ...target, epoch: epoch - 1 }, market.blocks.later)).rejects.toThrow('behind the dataset at');
    await expect(update({ ...target, genesisCid: NETWORK.replace('2b', '2c') }, market.blocks.later)).rejects.toThrow('another network');
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(update(target, market.blocks.later, { signal: stopped })).rejects.toThrow('stopped');
    expect([await rowsOfDataset(writer), await readFacts(writer)]).toEqual(before);
    await update(target, market.blocks.later);
    expect(await rowsOfDataset(writer)).toEqual(market.expected());
  });

  it('compares all rows with the chain where those that changed do not make its roots', async () => {
    const market = new ModelMarket(7, 300);
    await update(market.target(), market.blocks.later);
    // Damage in a leaf that the chain did not change is not read, but counted.
    await writer.query('DELETE FROM deals WHERE deal_id IN (SELECT min(deal_id) FROM deals)');
    market.epoch += 1;
    for (let count = 0; count < 40; count += 1) market.publish();
    expect(await update(market.target(), market.blocks.later)).toMatchObject({ isAligned: true });
    expect(await rowsOfDataset(writer)).toEqual(market.expected());
  });
});

async function loadFile(writer: DatasetWriter, market: unknown): Promise<void> {
  const reader = new MarketReader(4096, 4096);
  reader.push(Buffer.from(JSON.stringify(market)));
  const take = async (): Promise<void> => {
    for (const batch of reader.take().batches) {
      await writer.append('deals', batch.deals());
      await writer.append('cids', batch.cids());
    }
  };
  while (reader.read() === 'full') await take();
  reader.finish();
  await take();
}
