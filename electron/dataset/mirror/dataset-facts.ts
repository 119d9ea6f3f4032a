/** Current facts of a dataset, from its table `about`; written in one transaction with the rows, so that they are consistent. */
import { z } from 'zod';
import { STATE_LAYOUTS } from '../../../shared/domain/actors/state-layout.ts';
import type { DatasetEngine, DatasetWriter } from '../engine.ts';
import type { MarketTarget, UpdateReport } from './update-market.ts';

const zCount = z.number().int().min(0);

const zMirror = z.object({
  genesisCid: z.string(),
  epoch: zCount,
  tipsetKey: z.array(z.string()),
  timeMs: z.number(),
  layout: z.enum(STATE_LAYOUTS),
  proposals: z.string(),
  states: z.string(),
  updatedAtMs: z.number(),
  /** Of the last update. */
  added: zCount,
  changed: zCount,
  removed: zCount,
  rejected: zCount,
  blocks: zCount,
  bytes: zCount,
  isAligned: z.boolean(),
});
/** Tipset of the dataset, and the changes of the last update. */
type DatasetMirror = z.output<typeof zMirror>;

export interface DatasetFacts {
  readonly rows: number;
  readonly rejects: number;
  /** Epoch of the tipset, or the largest at which a deal of the file changed. */
  readonly epoch: number | undefined;
  readonly mirror: DatasetMirror | undefined;
}

export async function readFacts(engine: DatasetEngine): Promise<DatasetFacts> {
  const about = new Map((await engine.query('SELECT key, value FROM about')).map(([key, value]) => [key, String(value)]));
  const mirror = about.get('mirror');
  const epoch = about.get('epoch');
  return {
    rows: Number(about.get('rows') ?? 0),
    rejects: Number(about.get('rejects') ?? 0),
    epoch: epoch === undefined ? undefined : Number(epoch),
    mirror: mirror === undefined ? undefined : zMirror.parse(JSON.parse(mirror)),
  };
}

export async function writeFacts(writer: DatasetWriter, target: MarketTarget, report: UpdateReport, nowMs: number): Promise<void> {
  const { blocks: _blocks, bytes: _bytes, ...tipset } = target;
  const mirror: DatasetMirror = zMirror.parse({ ...tipset, ...report, updatedAtMs: nowMs });
  const [counts] = await writer.query('SELECT (SELECT count(*) FROM deals), (SELECT count(*) FROM rejects)');
  const facts = { rows: String(counts?.[0]), rejects: String(counts?.[1]), epoch: String(target.epoch), mirror: JSON.stringify(mirror) };
  for (const [key, value] of Object.entries(facts)) {
    await writer.query('DELETE FROM about WHERE key = $1', [key]);
    await writer.query('INSERT INTO about VALUES ($1, $2)', [key, value]);
  }
}
