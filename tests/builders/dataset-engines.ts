/** All dataset engines, each with an empty dataset, for tests of queries. */
import path from 'node:path';
import { afterAll } from 'vitest';
import { digestPrefix } from '../../electron/dataset/cid-prefix.ts';
import { openDuckDbWriter } from '../../electron/dataset/duckdb-engine.ts';
import type { DatasetWriter, SqlValue } from '../../electron/dataset/engine.ts';
import { createIndexes, openPostgresWriter } from '../../electron/dataset/postgres-engine.ts';
import { joinDealsAndClaims } from '../../electron/dataset/registry/join-registry.ts';
import { type RegistryRow, registryBatch, registryCids } from '../../electron/dataset/registry/registry-rows.ts';
import { CID_KINDS, TABLES } from '../../electron/dataset/schema.ts';
import { parseServerUrl } from '../../electron/dataset/server/server-url.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { cidFromBytes, parseCid } from '../../shared/domain/encoding/cid.ts';
import { type PostgresServer, SUPERUSER, SUPERUSER_PASSWORD, startPostgres } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface DatasetEngineKind {
  readonly name: string;
  /** An empty dataset; `remove` closes and deletes it. */
  readonly open: () => Promise<{ readonly writer: DatasetWriter; remove(): Promise<void> }>;
}

export const DATASET_ENGINES: readonly DatasetEngineKind[] = [
  {
    name: 'DuckDB',
    open: async () => {
      const folder = await temporaryFolder();
      const writer = await openDuckDbWriter({ path: path.join(folder.path, 'market.duckdb'), memoryMib: 256, threads: 2 });
      return {
        writer,
        remove: async () => {
          await writer.close();
          await folder.remove();
        },
      };
    },
  },
  {
    name: 'PostgreSQL',
    open: async () => {
      schemas += 1;
      const schema = `test_${schemas}`;
      const { port, run } = await sharedServer();
      const address = parseServerUrl(`postgresql://${SUPERUSER}@127.0.0.1:${port}/postgres`);
      const writer = await openPostgresWriter({ address, password: SUPERUSER_PASSWORD, schema });
      await createIndexes(writer);
      return {
        writer,
        remove: async () => {
          await writer.close();
          await run(`DROP SCHEMA ${schema} CASCADE`);
        },
      };
    },
  },
];

let schemas = 0;
let starting: Promise<PostgresServer> | undefined;

/** The server of a test file: started on demand, stopped after the last test. */
function sharedServer(): Promise<PostgresServer> {
  starting ??= startPostgres();
  return starting;
}

afterAll(async () => {
  await (await starting)?.stop();
});

/** A row of the table `deals`. */
export interface StoredDeal {
  readonly dealId: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly pieceCid: Uint8Array;
  readonly pieceSize: number;
  readonly isVerified: boolean;
  readonly label: string;
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly price: bigint;
  readonly sectorNumber: number | null;
  readonly sectorStartEpoch: number;
  readonly slashEpoch: number;
}

const ROWS_AT_ONCE = 500;

/** Add deals by ascending ID, and their CIDs. */
export async function storeDeals(writer: DatasetWriter, deals: readonly StoredDeal[]): Promise<void> {
  const rows = deals
    .toSorted((left, right) => left.dealId - right.dealId)
    .map((deal) => [
      deal.dealId,
      deal.clientId,
      deal.providerId,
      deal.pieceCid,
      deal.pieceSize,
      deal.isVerified,
      new TextEncoder().encode(deal.label),
      true,
      deal.startEpoch,
      deal.endEpoch,
      deal.price,
      7n,
      0n,
      deal.sectorNumber,
      deal.sectorStartEpoch,
      -1,
      deal.slashEpoch,
    ]);
  await insert(writer, 'deals', rows);
  const cids = deals.flatMap(({ dealId, pieceCid, label }) => [
    ...(pieceCid.length === 0 ? [] : [[digestPrefix(cidFromBytes(pieceCid)), CID_KINDS.piece, dealId]]),
    ...prefixesOf(label).map((prefix) => [prefix, CID_KINDS.payload, dealId]),
  ]);
  await insert(writer, 'cids', cids);
}

/** Add claims and allocations, match them to deals and record that they were read. */
export async function storeRegistry(writer: DatasetWriter, rows: readonly RegistryRow[]): Promise<void> {
  await writer.append('registry', registryBatch(rows));
  await writer.append('cids', registryCids(rows));
  await joinDealsAndClaims(writer, undefined);
  await writer.query("INSERT INTO about VALUES ('registry_odd', '0')");
}

function prefixesOf(label: string): bigint[] {
  try {
    return [digestPrefix(parseCid(label))];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

async function insert(writer: DatasetWriter, table: keyof typeof TABLES, rows: readonly (readonly SqlValue[])[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const chunk = rows.slice(from, from + ROWS_AT_ONCE);
    const width = TABLES[table].length;
    const marks = chunk.map((_, row) => `(${Array.from({ length: width }, (__, at) => `$${row * width + at + 1}`).join(', ')})`);
    await writer.query(`INSERT INTO ${table} VALUES ${marks.join(', ')}`, chunk.flat());
  }
}
