/** Blocks by segments, in memory and in files: the same in both, but for what disks do. */
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MissingBlockError } from '../../../../../electron/devnet/state/blocks.ts';
import { blockCache, FileSegment } from '../../../../../electron/devnet/store/file-segment.ts';
import { MemorySegment } from '../../../../../electron/devnet/store/memory-segment.ts';
import { recordOf } from '../../../../../electron/devnet/store/records.ts';
import { SegmentedBlocks } from '../../../../../electron/devnet/store/segmented-blocks.ts';
import { type CborValue, cborLink, encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Cid, cidToBytes } from '../../../../../shared/domain/encoding/cid.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

const fileOf = (folder: string, start: number): string => path.join(folder, `blocks-${start}.store`);

async function folderOf(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

/** Blocks in files, with the segments that are there. A cache of nothing makes every read a read of the disk. */
function onDisk(folder: string, starts: readonly number[] = [], cacheBytes = 0): SegmentedBlocks {
  const cache = blockCache(cacheBytes);
  const segmentAt = (start: number): FileSegment => new FileSegment(start, fileOf(folder, start), cache);
  const blocks = new SegmentedBlocks(segmentAt, starts.map(segmentAt));
  onTestFinished(() => blocks.close());
  return blocks;
}

const bytesOf = (value: string, links: readonly Cid[] = []): Uint8Array =>
  encodeCbor([value, links.map((cid): CborValue => cborLink(cid))]);
const nowhereElse = (): boolean => false;

describe.each([
  ['in memory', async () => new SegmentedBlocks((start) => new MemorySegment(start))],
  ['on disk', async () => onDisk(await folderOf())],
])('%s', (_, make) => {
  it('a block is there under its CID, and one that is not is called missing in the words of a node', async () => {
    const blocks = await make();
    const cid = blocks.put(bytesOf('a'));
    expect(blocks.has(cid)).toBe(true);
    expect(blocks.get(cid)).toEqual(bytesOf('a'));
    blocks.flush();
    expect(blocks.get(cid)).toEqual(bytesOf('a'));
    const other = (await make()).put(bytesOf('b'));
    expect(blocks.has(other)).toBe(false);
    expect(() => blocks.get(other)).toThrow(new MissingBlockError(other));
    expect(() => blocks.get(other)).toThrow(`ipld: could not find ${other}`);
  });

  it('a segment has all that its roots reach, so that those before it can be dropped; the rest goes with them', async () => {
    const blocks = await make();
    const leaf = blocks.put(bytesOf('leaf'));
    const inner = blocks.put(bytesOf('inner', [leaf]));
    const message = (await make()).put(bytesOf('kept elsewhere'));
    const root = blocks.put(bytesOf('root', [inner, leaf, message]));
    const old = blocks.put(bytesOf('old', [leaf]));
    const asked: Cid[] = [];
    blocks.begin(100, [root], (cid) => {
      asked.push(cid);
      return cid === message;
    });
    expect(blocks.start).toBe(100);
    expect(new Set(asked)).toEqual(new Set([root, inner, leaf, message]));
    const later = blocks.put(bytesOf('later'));
    expect(blocks.dropBefore(99)).toEqual([]);
    expect(blocks.has(old)).toBe(true);
    expect(blocks.dropBefore(100)).toEqual([0]);
    expect([root, inner, leaf, later].map((cid) => blocks.has(cid))).toEqual([true, true, true, true]);
    expect(blocks.has(old)).toBe(false);
    expect(blocks.get(root)).toEqual(bytesOf('root', [inner, leaf, message]));
  });

  it('what is put again after a segment began is in that segment, though an older one has it', async () => {
    const blocks = await make();
    const cid = blocks.put(bytesOf('again'));
    blocks.begin(10, [], nowhereElse);
    expect(blocks.put(bytesOf('again'))).toBe(cid);
    blocks.dropBefore(10);
    expect(blocks.get(cid)).toEqual(bytesOf('again'));
  });

  it('the newest segment is never dropped, the others oldest first', async () => {
    const blocks = await make();
    for (const start of [10, 20, 30]) blocks.begin(start, [], nowhereElse);
    expect(blocks.dropBefore(25)).toEqual([10, 0]);
    expect(blocks.dropBefore(1_000)).toEqual([20]);
    expect(blocks.dropBefore(1_000)).toEqual([]);
  });
});

describe('files', () => {
  it('what was flushed is there when they are opened again; what was not is gone', async () => {
    const folder = await folderOf();
    const blocks = onDisk(folder);
    const kept = [blocks.put(bytesOf('short')), blocks.put(encodeCbor(new Uint8Array(50_000).fill(3)))];
    blocks.flush();
    const lost = blocks.put(bytesOf('lost'));
    const again = onDisk(folder, [0]);
    expect(kept.map((cid) => again.get(cid))).toEqual([bytesOf('short'), encodeCbor(new Uint8Array(50_000).fill(3))]);
    expect(again.has(lost)).toBe(false);
  });

  it('a torn record at the end is cut off and written again', async () => {
    const folder = await folderOf();
    const blocks = onDisk(folder);
    const first = blocks.put(bytesOf('first'));
    blocks.close();
    const second = bytesOf('second');
    const made = new SegmentedBlocks((start) => new MemorySegment(start)).put(second);
    await appendFile(fileOf(folder, 0), recordOf(cidToBytes(made), second).subarray(0, -1));
    const again = onDisk(folder, [0]);
    expect(again.has(made)).toBe(false);
    expect(again.put(second)).toBe(made);
    again.close();
    const third = onDisk(folder, [0]);
    expect([third.get(first), third.get(made)]).toEqual([bytesOf('first'), second]);
  });

  it('a block that was damaged is missing, wherever the damage is; the others are there', async () => {
    const folder = await folderOf();
    const blocks = onDisk(folder);
    const [first, second, third] = ['first', 'second', 'third'].map((text) => blocks.put(bytesOf(text)));
    blocks.close();
    const file = fileOf(folder, 0);
    const bytes = await readFile(file);
    const at = bytes.indexOf('second');
    await writeFile(file, bytes.fill('S', at, at + 1));
    const again = onDisk(folder, [0]);
    expect(() => again.get(second as Cid)).toThrow(MissingBlockError);
    expect([first, third].map((cid) => again.get(cid as Cid))).toEqual([bytesOf('first'), bytesOf('third')]);
  });

  it('a block that changes on disk while the node runs is not handed out', async () => {
    const folder = await folderOf();
    const blocks = onDisk(folder);
    const cid = blocks.put(bytesOf('block'));
    blocks.flush();
    const bytes = await readFile(fileOf(folder, 0));
    const at = bytes.indexOf('block');
    await writeFile(fileOf(folder, 0), bytes.fill('B', at, at + 1));
    expect(() => blocks.get(cid)).toThrow(MissingBlockError);
    // Nor is one whose length became senseless.
    await writeFile(fileOf(folder, 0), bytes.fill(0xff, 0, 4));
    expect(() => blocks.get(cid)).toThrow(MissingBlockError);
  });

  it('a dropped segment leaves no file, and older ones are not opened until they are needed', async () => {
    const folder = await folderOf();
    const blocks = onDisk(folder);
    const old = blocks.put(bytesOf('old'));
    blocks.begin(10, [], nowhereElse);
    const fresh = blocks.put(bytesOf('fresh'));
    blocks.close();
    const again = onDisk(folder, [0, 10]);
    await writeFile(fileOf(folder, 0), 'not read yet');
    expect(again.get(fresh)).toEqual(bytesOf('fresh'));
    expect(() => again.get(old)).toThrow(MissingBlockError);
    again.dropBefore(10);
    expect(await readdir(folder)).toEqual(['blocks-10.store']);
  });
});
