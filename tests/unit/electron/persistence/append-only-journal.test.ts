import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppendOnlyJournal } from '../../../../electron/persistence/append-only-journal.ts';
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
      await writeFile(path, content.subarray(0, length));
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
    expect(log.lines.some((line) => line.includes('cut off'))).toBe(true);
  });
});

describe('damage in the middle', () => {
  test('is reported and skipped, and stays in the file', async () => {
    await write(3);
    const content = await readFile(path);
    const damagedAt = content.indexOf('step 2');
    content.write('STEP', damagedAt);
    await writeFile(path, content);
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
        await writeFile(path, damaged);
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
