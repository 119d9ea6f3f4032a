/** What a dataset is written and read through: exact values, transactions, streams and questions that end early, on every engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchColumn, ColumnBatch, DatasetWriter, SqlValue } from '../../../electron/dataset/engine.ts';
import { labelText } from '../../../electron/dataset/questions/deal-relation.ts';
import { render, sql } from '../../../electron/dataset/questions/sql.ts';
import { DATASET_ENGINES } from '../../builders/dataset-engines.ts';

const AMOUNTS = [0n, 1n, 9_999n, 10_000n, 2n ** 53n - 1n, 2n ** 53n, 10n ** 18n, 123_456_789_012_345_678_901_234_567_890n, 10n ** 38n - 1n];
const INTEGERS = [0n, -1n, 1n, 2n ** 31n, 2n ** 53n, -(2n ** 63n), 2n ** 63n - 1n];
/** Bytes that a text format would have to escape. */
const BYTES = [Uint8Array.of(), Uint8Array.of(0), Uint8Array.of(0x5c, 0x78, 0x0a, 0x09), Uint8Array.from({ length: 256 }, (_, at) => at)];
const TEXTS = ['', 'plain', 'tab\tline\n\\N', 'Ünï 🚀', 'it\'s "quoted"'];
const ROWS = 3000;

function words(values: readonly bigint[], count: 2 | 4): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(
    values.flatMap((value) => Array.from({ length: count }, (_, at) => Number((value >> BigInt(at * 32)) & 0xffff_ffffn))),
  );
}

function bytes(kind: 'bytes' | 'text', values: readonly Uint8Array[]): BatchColumn {
  let end = 0;
  return { kind, data: new Uint8Array(Buffer.concat(values)), ends: Uint32Array.from(values, ({ length }) => (end += length)) };
}

const at = <T>(values: readonly T[], row: number): T => values[row % values.length] as T;
const rows = Array.from({ length: ROWS }, (_, row) => row);
const integer = (values: readonly bigint[]): BatchColumn => ({ kind: 'bigint', words: words(values, 2) });
const integersOf = (column: number): BatchColumn => integer(rows.map((row) => at(INTEGERS, row + column)));
const amountsOf = (column: number): BatchColumn => ({
  kind: 'decimal',
  words: words(
    rows.map((row) => at(AMOUNTS, row + column)),
    4,
  ),
});
const flags = (column: number): BatchColumn => ({ kind: 'boolean', values: Uint8Array.from(rows, (row) => (row + column) % 2) });

const DEALS: ColumnBatch = {
  rowCount: ROWS,
  columns: [
    integer(rows.map(BigInt)),
    integersOf(1),
    integersOf(2),
    bytes(
      'bytes',
      rows.map((row) => at(BYTES, row)),
    ),
    integersOf(3),
    flags(0),
    bytes(
      'bytes',
      rows.map((row) => at(BYTES, row + 1)),
    ),
    flags(1),
    integersOf(4),
    integersOf(5),
    amountsOf(0),
    amountsOf(1),
    amountsOf(2),
    {
      kind: 'bigint',
      words: words(
        rows.map((row) => at(INTEGERS, row)),
        2,
      ),
      nulls: Uint8Array.from(rows, (row) => Number(row % 3 === 0)),
    },
    integersOf(6),
    integersOf(7),
    integersOf(8),
  ],
};

/** As an engine returns an integer. */
const exact = (value: bigint): SqlValue => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

describe.each(DATASET_ENGINES)('a dataset that is written in $name', ({ open }) => {
  let dataset: { readonly writer: DatasetWriter; remove(): Promise<void> };

  beforeAll(async () => {
    dataset = await open();
    await dataset.writer.append('deals', DEALS);
  });
  afterAll(() => dataset.remove());

  test('returns every value that was appended, exactly', async () => {
    const found = await dataset.writer.query(
      'SELECT deal_id, client_id, piece_cid, is_verified, label, storage_price_per_epoch, client_collateral, sector_number FROM deals ORDER BY deal_id',
    );
    expect(found.map((row) => row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)))).toEqual(
      rows.map((row) => [
        row,
        exact(at(INTEGERS, row + 1)),
        Buffer.from(at(BYTES, row)).toString('hex'),
        row % 2 === 1,
        Buffer.from(at(BYTES, row + 1)).toString('hex'),
        at(AMOUNTS, row),
        at(AMOUNTS, row + 2),
        row % 3 === 0 ? null : exact(at(INTEGERS, row)),
      ]),
    );
  });

  test('takes the values of a statement as they are', async () => {
    const { writer } = dataset;
    for (const [type, values] of [
      ['BIGINT', [...INTEGERS.map(exact), null]],
      ['DECIMAL(38,0)', AMOUNTS],
      ['VARCHAR', TEXTS],
      ['BOOLEAN', [true, false]],
    ] as const) {
      for (const value of values) expect(await writer.query(`SELECT CAST($1 AS ${type})`, [value]), String(value)).toEqual([[value]]);
    }
    for (const value of BYTES) {
      const [row] = await writer.query('SELECT count(*) FROM deals WHERE piece_cid = $1', [value]);
      expect(row).toEqual([ROWS / BYTES.length]);
    }
  });

  test('texts keep every character', async () => {
    const { writer } = dataset;
    const texts = TEXTS.map((text) => new TextEncoder().encode(text));
    await writer.append('rejects', {
      rowCount: TEXTS.length,
      columns: [
        integer(TEXTS.map((_, row) => BigInt(row))),
        {
          kind: 'bigint',
          words: words(
            TEXTS.map(() => 0n),
            2,
          ),
          nulls: new Uint8Array(TEXTS.length).fill(1),
        },
        bytes('text', texts),
        bytes('text', texts.toReversed()),
      ],
    });
    expect(await writer.query('SELECT deal_id, reason, record FROM rejects ORDER BY byte_offset')).toEqual(
      TEXTS.map((text, row) => [null, text, TEXTS[TEXTS.length - 1 - row]]),
    );
  });

  test('a change is there when it is committed, and not when it is rolled back', async () => {
    const { writer } = dataset;
    const cids = (row: bigint): ColumnBatch => ({
      rowCount: 1,
      columns: [integer([row]), { kind: 'smallint', values: Int16Array.of(-1) }, integer([row])],
    });
    await writer.begin();
    await writer.append('cids', cids(1n));
    expect(await writer.query('SELECT count(*) FROM cids')).toEqual([[1]]);
    await writer.rollback();
    await writer.begin();
    await writer.append('cids', cids(2n));
    await writer.commit();
    await writer.checkpoint();
    expect(await writer.query('SELECT prefix, kind, deal_id FROM cids')).toEqual([[2, -1, 2]]);
  });

  test('streams in order, and waits for those who take the rows', async () => {
    const ids: SqlValue[] = [];
    let isTaking = false;
    await dataset.writer.stream('SELECT deal_id FROM deals WHERE deal_id >= $1 ORDER BY deal_id', [10], async (chunk) => {
      expect(isTaking).toBe(false);
      isTaking = true;
      await new Promise((resolve) => setImmediate(resolve));
      isTaking = false;
      ids.push(...chunk.map(([id]) => id ?? null));
    });
    expect(ids).toEqual(rows.slice(10));
  });

  test('a question that is no longer wanted ends, and the next one is answered', async () => {
    const { writer } = dataset;
    const endless = 'SELECT count(*) FROM deals a, deals b, deals c, deals d WHERE a.deal_id + b.deal_id + c.deal_id + d.deal_id < 0';
    const abort = new AbortController();
    const asked = writer.query(endless, [], abort.signal);
    abort.abort(new Error('no longer wanted'));
    await expect(asked).rejects.toThrow('no longer wanted');
    const stop = new AbortController();
    const streamed = writer.stream('SELECT deal_id FROM deals', [], () => stop.abort(new Error('enough')), stop.signal);
    await expect(streamed).rejects.toThrow('enough');
    const failed = writer.stream('SELECT deal_id FROM deals', [], () => Promise.reject(new Error('cannot take them')));
    await expect(failed).rejects.toThrow('cannot take them');
    expect(await writer.query('SELECT count(*) FROM deals')).toEqual([[ROWS]]);
  });

  test('a statement that fails leaves the connection usable', async () => {
    const { writer } = dataset;
    await expect(writer.query('SELECT nothing FROM deals')).rejects.toThrow();
    await expect(writer.stream('SELECT nothing FROM deals', [], () => undefined)).rejects.toThrow();
    expect(await writer.query('SELECT CAST($1 AS BIGINT)', [1])).toEqual([[1]]);
  });

  test('a label with a NUL does not end a question', async () => {
    const { writer } = dataset;
    await writer.query('DELETE FROM deals');
    const text = render(sql`SELECT ${labelText(writer.dialect)} FROM deals`).text;
    for (const label of ['a\0b', 'ab']) {
      const values = [1, 2, 3, Uint8Array.of(), 4, true, new TextEncoder().encode(label), true, 5, 6, 7n, 8n, 9n, null, -1, -1, -1];
      await writer.query(`INSERT INTO deals VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`, values);
      expect(await writer.query(text)).toEqual([[label === 'ab' || writer.dialect === 'duckdb' ? label : '0x610062']]);
      await writer.query('DELETE FROM deals');
    }
  });
});
