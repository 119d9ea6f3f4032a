import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AtomicDocument, type Migrations } from '../../../../electron/persistence/atomic-document.ts';
import { memoryLogger } from '../../../builders/memory-logger.ts';
import { temporaryFolder } from '../../../builders/temporary-folder.ts';

const zNotes = z.object({ notes: z.array(z.string()) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let path: string;
let log: ReturnType<typeof memoryLogger>;

function open(version = 1, migrations: Migrations = {}): AtomicDocument<typeof zNotes> {
  return new AtomicDocument({ path, schema: zNotes, version, migrations, initial: () => ({ notes: [] }), logger: log.logger });
}

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, 'deep', 'notes.json');
  log = memoryLogger();
});
afterEach(() => folder.remove());

describe('saving and loading', () => {
  test('a document that was never saved holds its initial value, and reading it writes nothing', async () => {
    expect(await open().load()).toEqual({ notes: [] });
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('what was saved is read back, the one before it is kept, no temporary file stays', async () => {
    await open().save({ notes: ['one'] });
    await open().save({ notes: ['one', 'two'] });
    expect(await open().load()).toEqual({ notes: ['one', 'two'] });
    expect((await readdir(join(folder.path, 'deep'))).sort()).toEqual(['notes.json', 'notes.json.bak']);
    expect(await readFile(`${path}.bak`, 'utf8')).not.toContain('two');
    if (process.platform !== 'win32') {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
  });

  test('saves happen in the order of the calls', async () => {
    const document = open();
    await Promise.all(Array.from({ length: 20 }, (_, count) => document.save({ notes: [String(count)] })));
    expect(await open().load()).toEqual({ notes: ['19'] });
  });

  test('a value that does not fit is not written', async () => {
    const document = open();
    await document.save({ notes: ['kept'] });
    await expect(document.save({ notes: [1] } as never)).rejects.toThrow();
    expect(await document.load()).toEqual({ notes: ['kept'] });
  });

  test('a folder that cannot be written is a disk failure', async () => {
    await writeFile(join(folder.path, 'deep'), 'a file, not a folder');
    await expect(open().save({ notes: [] })).rejects.toMatchObject({ code: 'disk-failure' });
  });
});

describe('damage', () => {
  test.each(['', 'not json', '{"data":{}}', '{"version":1,"data":{"notes":7}}', '{"version":1,"data":{"no'])(
    'the previous document is taken for %j, and the log says so',
    async (damaged) => {
      await open().save({ notes: ['previous'] });
      await open().save({ notes: ['lost'] });
      await writeFile(path, damaged);
      expect(await open().load()).toEqual({ notes: ['previous'] });
      expect(log.lines.some((line) => line.includes('"level":"error"') && line.includes('notes.json'))).toBe(true);
      expect(await readFile(`${path}.corrupt`, 'utf8')).toBe(damaged);
    },
  );

  test('saving after damage does not put the damaged file in the place of the good one', async () => {
    await open().save({ notes: ['good'] });
    await open().save({ notes: ['lost'] });
    await writeFile(path, 'damaged');
    const document = open();
    await document.save(await document.load());
    expect(await open().load()).toEqual({ notes: ['good'] });
    await writeFile(path, 'damaged again');
    expect(await open().load()).toEqual({ notes: ['good'] });
  });

  test('a lost file with a kept one before it is not taken for a new profile', async () => {
    await open().save({ notes: ['one'] });
    await writeFile(`${path}.bak`, await readFile(path));
    await unlink(path);
    expect(await open().load()).toEqual({ notes: ['one'] });
  });

  test('where neither can be read nothing is overwritten and loading fails', async () => {
    await open().save({ notes: ['one'] });
    await open().save({ notes: ['two'] });
    await writeFile(path, 'damaged');
    await writeFile(`${path}.bak`, 'damaged too');
    await expect(open().load()).rejects.toMatchObject({ code: 'disk-failure' });
    expect(await readFile(path, 'utf8')).toBe('damaged');
  });
});

describe('versions', () => {
  test('an old document goes through every migration in turn', async () => {
    await open(1).save({ notes: ['a'] });
    const migrations: Migrations = {
      1: (data) => ({ old: data }),
      2: (data) => ({ notes: [...(data as { old: { notes: string[] } }).old.notes, 'migrated'] }),
    };
    expect(await open(3, migrations).load()).toEqual({ notes: ['a', 'migrated'] });
  });

  test('a document of a newer version is refused and left alone', async () => {
    await open(4).save({ notes: ['future'] });
    await expect(open(3).load()).rejects.toThrow(/newer version/);
    expect(await open(4).load()).toEqual({ notes: ['future'] });
  });

  test('a missing or failing migration is damage, not an empty document', async () => {
    await open(1).save({ notes: ['a'] });
    await expect(open(2).load()).rejects.toMatchObject({ code: 'disk-failure' });
    const failing: Migrations = {
      1: () => {
        throw new Error('bug');
      },
    };
    await expect(open(2, failing).load()).rejects.toMatchObject({ code: 'disk-failure' });
  });
});
