import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { readRecords, recordOf } from '../../../../../electron/devnet/store/records.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

async function file(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return path.join(folder.path, 'records');
}

const payloadsOf = (name: string): string[] => [...readRecords(name)].map(({ payload }) => Buffer.from(payload).toString('hex'));

it('wherever a file was cut off, all whole records are read and the next one follows them', async () => {
  const name = await file();
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 6 }), bytes, fc.nat(), async (payloads, next, cut) => {
      const records = payloads.map((payload) => recordOf(payload));
      const whole = Buffer.concat(records);
      const length = cut % (whole.length + 1);
      await writeFile(name, whole.subarray(0, length));
      let end = 0;
      const kept = payloads.filter((_, index) => {
        end += records[index]?.length ?? 0;
        return end <= length;
      });
      const expected = kept.map((payload) => Buffer.from(payload).toString('hex'));
      expect(payloadsOf(name)).toEqual(expected);
      await appendFile(name, recordOf(next));
      expect(payloadsOf(name)).toEqual([...expected, Buffer.from(next).toString('hex')]);
    }),
    { numRuns: 60 },
  );
});

it('a damaged record is left out, those around it are read', async () => {
  const name = await file();
  const records = ['aa', 'bbbb', 'cc'].map((hex) => recordOf(Buffer.from(hex, 'hex')));
  const bytes = Buffer.concat(records);
  const second = records[0]?.length ?? 0;
  bytes[second + 8] = 0;
  await writeFile(name, bytes);
  expect(payloadsOf(name)).toEqual(['aa', 'cc']);
  expect((await readFile(name)).length).toBe(bytes.length);
});

it('zeros at the end are no records and are cut off', async () => {
  const name = await file();
  const first = recordOf(Buffer.from('aa', 'hex'));
  await writeFile(name, Buffer.concat([first, Buffer.alloc(100)]));
  expect(payloadsOf(name)).toEqual(['aa']);
  expect((await readFile(name)).length).toBe(first.length);
});

it('a record that is damaged at the end is cut off, whatever length it claims', async () => {
  const name = await file();
  const first = recordOf(Buffer.from('aa', 'hex'));
  await writeFile(name, Buffer.concat([first, Buffer.from('ffffffff0000000001', 'hex')]));
  expect(payloadsOf(name)).toEqual(['aa']);
  expect((await readFile(name)).length).toBe(first.length);
});
