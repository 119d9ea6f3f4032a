/** What is kept of a chain: whole states within the window, none below it, the same after a restart and where files were cut. */
import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CID } from 'multiformats/cid';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messagesRoot } from '../../../electron/devnet/chain/block-collections.ts';
import type { TipsetNode } from '../../../electron/devnet/chain/chain-types.ts';
import type { DevnetChain } from '../../../electron/devnet/chain/devnet-chain.ts';
import type { DevnetOptions } from '../../../electron/devnet/devnet-options.ts';
import { LARGE_MINER_ID } from '../../../electron/devnet/miners/large-miner.ts';
import { minerOf } from '../../../electron/devnet/miners/miners.ts';
import { type OpenedChain, openChain } from '../../../electron/devnet/open-chain.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { MissingBlockError } from '../../../electron/devnet/state/blocks.ts';
import { SYSTEM_ID } from '../../../electron/devnet/state/state.ts';
import { StateDraft } from '../../../electron/devnet/state/state-draft.ts';
import { RECORD_HEAD_BYTES, readRecords } from '../../../electron/devnet/store/records.ts';
import { type Cid, cidFromBytes, cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { decodeWithCborg } from '../../builders/cborg-links.ts';
import { postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

/** Before each block of a file. */
const CID_BYTES = 38;
const CHAIN: DevnetOptions = { seed: 'history', genesisTime: 1_700_000_000, historyEpochs: 0, keptEpochs: 100 };

function open(options: DevnetOptions = {}): OpenedChain {
  const opened = openChain({ ...CHAIN, ...options });
  onTestFinished(() => opened.log.close());
  return opened;
}

function advance(chain: DevnetChain, epochs: number): void {
  for (let count = 0; count < epochs; count += 1) chain.advance();
  chain.settle();
}

async function folder(): Promise<string> {
  const made = await temporaryFolder();
  onTestFinished(() => made.remove());
  return made.path;
}

function lineOf(head: TipsetNode): TipsetNode[] {
  const line: TipsetNode[] = [];
  for (let at: TipsetNode | undefined = head; at !== undefined; at = at.parent) line.push(at);
  return line;
}

const keysOf = (chain: DevnetChain): string[] => lineOf(chain.head).map(({ keyText }) => keyText);

/** The blocks that an object of dag-cbor and blake2b-256 links to, read by another decoder than the node's. */
function linksIn(value: unknown): Cid[] {
  const cid = CID.asCID(value);
  if (cid !== null) return cid.code === 0x71 && cid.multihash.code === 0xb220 ? [cidFromBytes(cid.bytes)] : [];
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksIn);
}

/** How many blocks a state has. Throws where one is missing. */
function walkWhole(chain: DevnetChain, { parentState }: TipsetNode, seen: Set<Cid>): number {
  const before = seen.size;
  const waiting = [parentState.root, parentState.sealingRoot];
  for (let cid = waiting.pop(); cid !== undefined; cid = waiting.pop()) {
    if (seen.has(cid)) continue;
    seen.add(cid);
    waiting.push(...linksIn(decodeWithCborg(chain.blocks.get(cid))));
  }
  return seen.size - before;
}

/** Changes a byte of each of these blocks in a file of blocks. */
async function damage(file: string, cids: ReadonlySet<Cid>): Promise<void> {
  const bytes = await readFile(file);
  for (const { offset, payload } of readRecords(file)) {
    const last = offset + RECORD_HEAD_BYTES + payload.length - 1;
    if (cids.has(cidOfDagCbor(payload.subarray(CID_BYTES)))) bytes[last] = ~(bytes[last] ?? 0);
  }
  await writeFile(file, bytes);
}

describe.each([['in memory'], ['on disk']])('%s', (where) => {
  it('every state of the window is whole, over many segments, and what is below is pruned', async () => {
    const { chain } = open(where === 'in memory' ? {} : { dataFolder: await folder() });
    const { genesis } = chain.store;
    advance(chain, 180);
    const line = lineOf(chain.head);
    expect(line.at(-1)?.height).toBeGreaterThanOrEqual(chain.head.height - 100);
    expect(chain.store.floor).toBe(chain.head.height - 100);
    const seen = new Set<Cid>();
    for (const tipset of line) {
      walkWhole(chain, tipset, seen);
      if (tipset !== chain.head) expect(chain.executionOf(tipset).executed.length).toBeGreaterThanOrEqual(0);
    }
    expect(seen.size).toBeGreaterThan(1_000);
    expect(() => chain.stateOf(genesis.parentState)).toThrow(MissingBlockError);
  });

  it('a fork from far below the newest segment leads to whole states, also when older segments are gone', async () => {
    const { chain } = open(where === 'in memory' ? {} : { dataFolder: await folder() });
    advance(chain, 66);
    expect(chain.reorg(45)).toBe(45);
    advance(chain, 115);
    const seen = new Set<Cid>();
    for (const tipset of lineOf(chain.head).slice(0, 100)) walkWhole(chain, tipset, seen);
  });
});

it('what is below the window is answered as by a node that pruned it', async () => {
  const node = await startDevnet({ ...CHAIN, historyEpochs: 150, isPaused: true });
  onTestFinished(() => node.stop());
  const { Cids: genesis, Blocks } = await resultOf<TipsetJson>(node, 'ChainGetGenesis');
  const [block] = Blocks as { ParentStateRoot: { '/': string } }[];
  const root = block?.ParentStateRoot['/'] ?? '';
  const errorOf = async (method: string, params: unknown[]) => (await postCall(node.httpUrl, `Filecoin.${method}`, params)).json.error;
  // The genesis tipset is always known, its state is not.
  expect(await errorOf('StateGetActor', ['t01000', genesis])).toEqual({
    code: 1,
    message: `load state tree: failed to load state tree ${root}: failed to load hamt node: ipld: could not find ${root}`,
  });
  expect(await errorOf('ChainReadObj', [{ '/': root }])).toEqual({ code: 1, message: `blockstore get: ipld: could not find ${root}` });
  expect(await errorOf('ChainGetTipSetByHeight', [20, null])).toEqual({
    code: 1,
    message: 'looking for tipset at height 20: blockstore: block not found',
  });
  const pruned = open({ historyEpochs: 20 }).chain.head.key.map((cid) => ({ '/': cid }));
  expect(await errorOf('StateMinerPower', ['t01000', pruned])).toEqual({
    code: 1,
    message: `loading tipset {${pruned.map((cid) => cid['/']).join()}}: get block ${pruned[0]?.['/']}: ipld: could not find ${pruned[0]?.['/']}`,
  });
  const kept = await resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [60, null]);
  expect(await resultOf(node, 'StateMinerPower', ['t01000', kept.Cids])).toHaveProperty('MinerPower');
});

describe('after a restart', () => {
  it('every tipset, state and receipt is there as it was, and none but the head was run for it', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 70);
    const told = lineOf(first.chain.head).map((tipset) => {
      const { state, receiptsRoot, weight, nextBaseFee, executed } = first.chain.executionOf(tipset);
      const receipts = executed.map(({ message, receipt }) => [message.cid, receipt]);
      return { key: tipset.keyText, state: { ...state }, receiptsRoot, weight, nextBaseFee, receipts };
    });
    const pending = first.chain.pool.pending().map(({ cid }) => cid);
    first.log.close();

    const finished = vi.spyOn(StateDraft.prototype, 'finish');
    const { chain } = open({ dataFolder });
    const line = lineOf(chain.head);
    for (const tipset of line) chain.executionOf(tipset);
    expect(finished).toHaveBeenCalledOnce();
    finished.mockRestore();
    const again = line.map((tipset) => {
      const { state, receiptsRoot, weight, nextBaseFee, executed } = chain.executionOf(tipset);
      const receipts = executed.map(({ message, receipt }) => [message.cid, receipt]);
      return { key: tipset.keyText, state: { ...state }, receiptsRoot, weight, nextBaseFee, receipts };
    });
    expect(again).toEqual(told);
    expect(chain.pool.pending().map(({ cid }) => cid)).toEqual(pending);
  });

  it('wherever the blocks were cut off, what is missing is run again and the chain goes on as it would have', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 20);
    first.log.close();
    const unbroken = open();
    advance(unbroken.chain, 20);
    const [keys, file] = [keysOf(unbroken.chain), path.join(dataFolder, 'blocks-0.store')];
    advance(unbroken.chain, 4);
    const log = await readFile(path.join(dataFolder, 'chain-0.log'));
    const { size } = await stat(file);
    for (const share of [1, 0.999, 0.9, 0.7]) {
      await writeFile(path.join(dataFolder, 'chain-0.log'), log);
      await truncate(file, Math.floor(size * share));
      const { chain, log: opened } = open({ dataFolder });
      expect(keysOf(chain)).toEqual(keys);
      const seen = new Set<Cid>();
      for (const tipset of lineOf(chain.head)) walkWhole(chain, tipset, seen);
      advance(chain, 4);
      expect(keysOf(chain)).toEqual(keysOf(unbroken.chain));
      opened.close();
    }
    expect((await readdir(dataFolder)).filter((name) => name.startsWith('set-aside'))).toEqual([]);
  });

  it('blocks that were damaged between others are made again, and the chain goes on as it would have', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 20);
    const [atGenesis, atHead] = [new Set<Cid>(), new Set<Cid>()];
    walkWhole(first.chain, first.chain.store.genesis, atGenesis);
    walkWhole(first.chain, first.chain.head, atHead);
    first.log.close();
    const keys = keysOf(first.chain);
    const made = [...atHead].filter((cid) => !atGenesis.has(cid));
    expect(made.length).toBeGreaterThan(20);
    await damage(path.join(dataFolder, 'blocks-0.store'), new Set(made.filter((_, at) => at % 5 === 0)));
    const second = open({ dataFolder });
    expect(keysOf(second.chain)).toEqual(keys);
    expect(walkWhole(second.chain, second.chain.head, new Set())).toBe(atHead.size);
    advance(second.chain, 4);
    const unbroken = open();
    advance(unbroken.chain, 20);
    advance(unbroken.chain, 4);
    expect(keysOf(second.chain)).toEqual(keysOf(unbroken.chain));
    second.log.close();
    const third = open({ dataFolder });
    expect(walkWhole(third.chain, third.chain.head, new Set())).toBeGreaterThan(1_000);
    expect((await readdir(dataFolder)).filter((name) => name.startsWith('set-aside'))).toEqual([]);
  });

  it('a block that was damaged and cannot be made again is missing, and the chain goes on without it', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 20);
    first.log.close();
    const lost = first.chain.stateAfterHead().actor(SYSTEM_ID)?.head as Cid;
    await damage(path.join(dataFolder, 'blocks-0.store'), new Set([lost]));
    const { chain } = open({ dataFolder });
    expect(keysOf(chain)).toEqual(keysOf(first.chain));
    expect(() => chain.blocks.get(lost)).toThrow(MissingBlockError);
    advance(chain, 4);
    expect(chain.head.height).toBeGreaterThan(first.chain.head.height);
  });

  it('a message that was damaged in the log takes with it what stands on it, and the chain goes on from there', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 20);
    first.log.close();
    const line = lineOf(first.chain.head);
    const carrier = line.find(({ height, blocks }) => height <= 12 && blocks.some(({ messages }) => messages.length > 0));
    const lost = carrier?.blocks.find(({ messages }) => messages.length > 0)?.messages[0];
    const log = path.join(dataFolder, 'chain-0.log');
    const bytes = await readFile(log);
    const at = bytes.indexOf(lost?.bytes ?? Buffer.alloc(1));
    await writeFile(log, bytes.fill(~(bytes[at + 20] ?? 0), at + 20, at + 21));
    const second = open({ dataFolder });
    // The carrier as it was announced before a late block came may have done without the message.
    expect(second.chain.head.height).toBeLessThanOrEqual(carrier?.height ?? 0);
    expect(second.chain.head).not.toEqual(carrier);
    advance(second.chain, 6);
    for (const { blocks } of lineOf(second.chain.head)) {
      for (const { header, messages } of blocks)
        if (header.height > 0) expect(messagesRoot(messages, second.chain.blocks)).toBe(header.messages);
    }
    second.log.close();
    expect(keysOf(open({ dataFolder }).chain)).toEqual(keysOf(second.chain));
  });

  it('a reorg below the newest segment is kept, also when it is all that is left', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 66);
    first.chain.reorg(45);
    advance(first.chain, 3);
    const keys = keysOf(first.chain);
    first.log.close();
    const second = open({ dataFolder });
    expect(keysOf(second.chain)).toEqual(keys);
    for (const tipset of lineOf(second.chain.head)) expect(second.chain.store.byKey(tipset.key)).toBe(tipset);
    advance(second.chain, 112);
    const head = second.chain.head.keyText;
    second.log.close();
    const third = open({ dataFolder });
    expect(third.chain.head.keyText).toBe(head);
    advance(third.chain, 30);
  });

  it('a segment that was not finished is begun anew', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 24);
    const keys = keysOf(first.chain);
    first.log.close();
    await appendFile(path.join(dataFolder, 'blocks-13.store'), 'left behind');
    await appendFile(path.join(dataFolder, 'chain-13.log.part'), 'left behind');
    const second = open({ dataFolder });
    expect((await readdir(dataFolder)).sort()).toEqual(['blocks-0.store', 'chain-0.log', 'network.json']);
    expect(keysOf(second.chain)).toEqual(keys);
    advance(second.chain, 12);
    second.log.close();
    expect(open({ dataFolder }).chain.head.keyText).toBe(second.chain.head.keyText);
  });

  it.each([
    ['its states', 'blocks-0.store'],
    ['the genesis in its log', 'chain-0.log'],
  ])('a chain without %s is kept aside, and a new one begins', async (_, name) => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 5);
    first.log.close();
    await rm(path.join(dataFolder, name));
    await writeFile(path.join(dataFolder, name), '');
    expect(open({ dataFolder }).chain.head.height).toBe(0);
    const aside = (await readdir(dataFolder)).find((one) => one.startsWith('set-aside')) ?? '';
    expect((await readdir(path.join(dataFolder, aside))).sort()).toEqual(['blocks-0.store', 'chain-0.log', 'network.json']);
  });

  it('a chain whose log is gone is kept aside too, with its blocks; one that was not begun is begun', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 5);
    first.log.close();
    await rm(path.join(dataFolder, 'chain-0.log'));
    const second = open({ dataFolder });
    expect(second.folder?.replaced?.reason).toBe('damaged');
    expect((await readdir(second.folder?.replaced?.folder ?? '')).sort()).toEqual(['blocks-0.store', 'network.json']);
    second.log.close();
    // As a start leaves it that was killed before it had made the genesis.
    const unbegun = await folder();
    await writeFile(
      path.join(unbegun, 'network.json'),
      JSON.stringify({ format: 8, seed: CHAIN.seed, genesisTime: 1, largeMinerSectors: 0, upgradeEpoch: -1, streams: 'one' }),
    );
    await writeFile(path.join(unbegun, 'blocks-0.store'), '');
    const begun = open({ dataFolder: unbegun });
    expect(begun.folder?.replaced).toBeUndefined();
    begun.log.close();
  });

  it('where the log was damaged it is said how many epochs that took; the end of a log that a kill cut off is no damage', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder });
    advance(first.chain, 11);
    const { height } = first.chain.head;
    first.log.close();
    const log = path.join(dataFolder, 'chain-0.log');
    const whole = await readFile(log);
    const tipsets = [...readRecords(log)].filter(({ payload }) => Buffer.from(payload).includes('tipset'));
    const at = (tipsets[2]?.offset ?? 0) + RECORD_HEAD_BYTES;
    await writeFile(log, whole.with(at, (whole[at] ?? 0) ^ 1));
    const damaged = open({ dataFolder });
    expect(damaged.folder?.lostEpochs).toBe(height - damaged.chain.head.height);
    expect(damaged.folder?.lostEpochs).toBeGreaterThan(5);
    damaged.log.close();
    await writeFile(log, whole.subarray(0, whole.length - 3));
    const cut = open({ dataFolder });
    expect(cut.folder?.lostEpochs).toBeUndefined();
    cut.log.close();
  });

  it('a chain keeps its large miner, whatever the next start asks for', async () => {
    const dataFolder = await folder();
    const first = open({ dataFolder, largeMinerSectors: 500 });
    const sectorsOf = (chain: DevnetChain): number | undefined => minerOf(chain.stateAfterHead(), LARGE_MINER_ID)?.sectors.count;
    expect(sectorsOf(first.chain)).toBe(500);
    advance(first.chain, 2);
    const keys = keysOf(first.chain);
    first.log.close();
    const second = open({ dataFolder, largeMinerSectors: 0 });
    expect(keysOf(second.chain)).toEqual(keys);
    expect(sectorsOf(second.chain)).toBe(500);
    expect(sectorsOf(open().chain)).toBeUndefined();
  });

  it('a chain of an older format is kept aside', async () => {
    const dataFolder = await folder();
    await writeFile(path.join(dataFolder, 'network.json'), '{"format":3,"seed":"history","genesisTime":1700000000}');
    await writeFile(path.join(dataFolder, 'chain-0.log'), 'of old');
    await writeFile(path.join(dataFolder, 'state-708.snapshot'), 'of old');
    expect(open({ dataFolder }).chain.head.height).toBe(0);
    const names = await readdir(dataFolder);
    expect(names.filter((name) => !name.startsWith('set-aside')).sort()).toEqual([
      'blocks-0.store',
      'chain-0.log',
      'network.json',
      'replaced.json',
    ]);
  });
});
