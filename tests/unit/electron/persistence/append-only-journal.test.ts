import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppendOnlyJournal } from '../../../../electron/persistence/append-only-journal.ts';
import { damageJournal } from '../../../builders/damage-journal.ts';
import { memoryLogger } from '../../../builders/memory-logger.ts';
import { temporaryFolder } from '../../../builders/temporary-folder.ts';

const zStep = z.object({ id: z.number(), note: z.string() });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let path: string;
let log: ReturnType<typeof memoryLogger>;

const open = () => AppendOnlyJournal.open({ path, schema: zStep, logger: log.logger });

async function write(count: number): Promise<void> {
  const { journal } = await open();
  for (let id = 1; id <= count; id += 1) {
    await journal.append({ id, note: `step ${id}` });
  }
  await journal.close();
}

async function readIds(): Promise<{ ids: number[]; damaged: number }> {
  const { journal, records, damaged } = await open();
  await journal.close();
  return { ids: records.map(({ id }) => id), damaged: damaged.length };
}

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, 'deep', 'steps.journal');
  log = memoryLogger();
});
afterEach(() => folder.remove());

test('records are read back in order, whatever their text', async () => {
  const { journal, records } = await open();
  expect(records).toEqual([]);
  const notes = ['plain', 'two\nlines', '', '12 0123456789abcdef {"id":1}\n', 'ü 🚢'];
  await Promise.all(notes.map((note, id) => journal.append({ id, note })));
  await journal.close();
  const again = await open();
  await again.journal.close();
  expect(again.records).toEqual(notes.map((note, id) => ({ id, note })));
});

test('a record that does not fit the schema is not written', async () => {
  const { journal } = await open();
  await expect(journal.append({ id: 'one' } as never)).rejects.toThrow();
  await journal.append({ id: 2, note: '' });
  await journal.close();
  expect(await readIds()).toEqual({ ids: [2], damaged: 0 });
});

test('a journal with records of a newer version is not opened, and not touched', async () => {
  await write(2);
  const newer = await AppendOnlyJournal.open({
    path,
    schema: z.object({ id: z.number(), kind: z.string() }).or(zStep),
    logger: log.logger,
  });
  await newer.journal.append({ id: 3, kind: 'new' });
  await newer.journal.close();
  const content = await readFile(path);
  await expect(open()).rejects.toMatchObject({ code: 'disk-failure', message: expect.stringContaining('newer version of Sextant') });
  expect(await readFile(path)).toEqual(content);
});

describe('a crash', () => {
  test('at any byte of the last record leaves the ones before it, and the journal can go on', async () => {
    await write(3);
    const content = await readFile(path);
    const lastLine = content.lastIndexOf(0x0a, content.length - 2) + 1;
    for (let length = lastLine; length < content.length; length += 1) {
      await damageJournal(path, content.subarray(0, length));
      expect(await readIds()).toEqual({ ids: [1, 2], damaged: 0 });
      const { journal } = await open();
      await journal.append({ id: 9, note: 'after' });
      await journal.close();
      expect(await readIds()).toEqual({ ids: [1, 2, 9], damaged: 0 });
    }
  });

  test('that leaves zeros behind the last record is one too', async () => {
    await write(2);
    await appendFile(path, Buffer.alloc(50));
    expect(await readIds()).toEqual({ ids: [1, 2], damaged: 0 });
    expect(log.lines.some((line) => line.includes('truncated'))).toBe(true);
  });
});

describe('damage in the middle', () => {
  test('is reported and skipped, and stays in the file', async () => {
    await write(3);
    const content = await readFile(path);
    const damagedAt = content.indexOf('step 2');
    content.write('STEP', damagedAt);
    await damageJournal(path, content);
    expect(await readIds()).toEqual({ ids: [1, 3], damaged: 1 });
    expect(await readFile(path)).toEqual(content);
    expect(log.lines.some((line) => line.includes('"level":"error"'))).toBe(true);
  });

  test('a changed byte never gives a record that was not written', async () => {
    await write(4);
    const content = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(content);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        await damageJournal(path, damaged);
        const { journal, records } = await open();
        await journal.close();
        for (const record of records) {
          expect(record.note).toBe(`step ${record.id}`);
        }
        expect(records.length).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a file that was lost, with its mirror there', () => {
  const losses: readonly [string, (content: Buffer) => Promise<void>][] = [
    ['deleted', () => rm(path)],
    ['emptied', () => truncate(path)],
    ['cut in half', (content) => truncate(path, content.length >> 1)],
    ['cut behind a record', (content) => truncate(path, content.indexOf(0x0a) + 1)],
    ['overwritten', () => writeFile(path, 'not a journal\nat all\n')],
  ];

  test.each(losses)('%s: every record is restored, and what was there is kept', async (_, lose) => {
    await write(5);
    await lose(await readFile(path));
    const left = await readFile(path).catch(() => Buffer.alloc(0));
    const { journal, records, restored } = await open();
    expect(records.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(restored).toEqual(left.length === 0 ? {} : { keptAs: `${path}.damaged` });
    if (left.length > 0) expect(await readFile(`${path}.damaged`)).toEqual(left);
    await journal.append({ id: 6, note: '' });
    await journal.close();
    expect(await readIds()).toEqual({ ids: [1, 2, 3, 4, 5, 6], damaged: 0 });
  });

  test('a mirror that is behind, lost or damaged is made anew, and takes nothing away', async () => {
    await write(3);
    for (const content of [(await readFile(path)).subarray(0, 60), Buffer.from('no journal\n')]) {
      await writeFile(`${path}.mirror`, content);
      const { journal, restored } = await open();
      await journal.close();
      expect(restored).toBeUndefined();
      expect(await readFile(`${path}.mirror`)).toEqual(await readFile(path));
    }
    expect((await readIds()).ids).toEqual([1, 2, 3]);
  });
});
