import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDuckDb, openDuckDbWriter } from '../../../../electron/dataset/duckdb-engine.ts';
import { temporaryFolder } from '../../../builders/temporary-folder.ts';

describe('a dataset in DuckDB', () => {
  let folder: string;
  let remove: () => Promise<void>;
  const options = () => ({ path: join(folder, 'market-1', 'market.duckdb'), memoryMib: 128, threads: 1 });

  beforeEach(async () => {
    ({ path: folder, remove } = await temporaryFolder());
    const writer = await openDuckDbWriter(options());
    await writer.begin();
    await writer.append('cids', {
      rowCount: 3000,
      columns: [
        // -2, -1, 0, 1 …: the upper word is the sign.
        {
          kind: 'bigint',
          words: Uint32Array.from({ length: 6000 }, (_, word) => (word % 2 === 0 ? word / 2 - 2 : word < 4 ? 0xffff_ffff : 0)),
        },
        { kind: 'smallint', values: Int16Array.from({ length: 3000 }, (_, row) => row % 2) },
        { kind: 'bigint', words: Uint32Array.from({ length: 6000 }, (_, word) => (word % 2 === 0 ? word / 2 : 1)) },
      ],
    });
    await writer.append('rejects', {
      rowCount: 2,
      columns: [
        { kind: 'bigint', words: Uint32Array.of(1, 0, 2, 0) },
        { kind: 'bigint', words: Uint32Array.of(7, 0, 0, 0), nulls: Uint8Array.of(0, 1) },
        { kind: 'text', data: new TextEncoder().encode('aé'), ends: Uint32Array.of(1, 3) },
        { kind: 'text', data: new Uint8Array(0), ends: Uint32Array.of(0, 0) },
      ],
    });
    await writer.commit();
    await writer.checkpoint();
    await writer.close();
  });

  afterEach(() => remove());

  it('returns what was appended, with safe integers as numbers and larger ones as bigint', async () => {
    const engine = await openDuckDb(options());
    expect(await engine.query('SELECT count(*), min(prefix), max(prefix), min(deal_id), sum(kind) FROM cids')).toEqual([
      [3000, -2, 2997, 4_294_967_296, 1500n],
    ]);
    expect(await engine.query('SELECT * FROM rejects ORDER BY byte_offset')).toEqual([
      [1, 7, 'a', ''],
      [2, null, 'é', ''],
    ]);
    expect(
      await engine.query('SELECT $1::BIGINT, $2, $3, $4::BLOB, $5::BIGINT', [2n ** 60n, 'x', true, Uint8Array.of(1, 0), null]),
    ).toEqual([[2n ** 60n, 'x', true, Buffer.of(1, 0), null]]);
    await engine.close();
  });

  it('of an earlier version gets the tables of this one when it is opened', async () => {
    const writer = await openDuckDbWriter(options());
    for (const statement of [
      'DROP TABLE registry',
      'DROP TABLE registry_roots',
      "UPDATE about SET value = '2' WHERE key = 'schema_version'",
    ])
      await writer.query(statement);
    await writer.close();
    const engine = await openDuckDb(options());
    expect(await engine.query('SELECT (SELECT count(*) FROM registry), (SELECT count(*) FROM cids)')).toEqual([[0, 3000]]);
    await engine.close();
  });

  it('streams, and ends a question that is no longer wanted', async () => {
    const engine = await openDuckDb(options());
    let rows = 0;
    await engine.stream('SELECT deal_id FROM cids', [], (chunk) => {
      rows += chunk.length;
    });
    expect(rows).toBe(3000);
    const abort = new AbortController();
    const asked = engine.query('SELECT count(*) FROM range(10000000) a, range(10000000) b', [], abort.signal);
    abort.abort(new Error('no longer wanted'));
    await expect(asked).rejects.toThrow('no longer wanted');
    expect(await engine.query('SELECT 1')).toEqual([[1]]);
    await engine.close();
  });

  it('reads and writes no files of the machine, and nothing at all where it is opened for questions', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await mkdir(join(folder, 'wanted'));
    const secret = join(folder, 'elsewhere', 'secret.csv');
    await writeFile(secret, 'a\n1\n');
    const engine = await openDuckDb({ ...options(), exportFolder: join(folder, 'wanted') });
    for (const sql of [
      `SELECT * FROM read_csv('${secret}')`,
      `COPY cids TO '${join(folder, 'other.parquet')}' (FORMAT parquet)`,
      `ATTACH '${join(folder, 'other.duckdb')}' AS other`,
      'SET enable_external_access = true',
      'INSTALL httpfs',
      'LOAD httpfs',
      'DELETE FROM cids',
    ]) {
      await expect(engine.query(sql), sql).rejects.toThrow();
    }
    await engine.query(`COPY cids TO '${join(folder, 'wanted', 'cids.parquet')}' (FORMAT parquet)`);
    await engine.close();
  });

  it('takes a format that is newer than this program for what it is', async () => {
    const writer = await openDuckDbWriter(options());
    await writer.query("UPDATE about SET value = '99' WHERE key = 'schema_version'");
    await writer.close();
    await expect(openDuckDbWriter(options())).rejects.toThrow('The dataset has format 99');
  });
});
