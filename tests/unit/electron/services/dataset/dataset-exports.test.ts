import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportPlan, ExportTarget } from '../../../../../electron/dataset/questions/export-deals.ts';
import type { MarketDataset } from '../../../../../electron/dataset/questions/market-dataset.ts';
import { DatasetExports } from '../../../../../electron/services/dataset/dataset-exports.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { failureOf } from '../../../../builders/failure-of.ts';
import { KeepingLogger } from '../../../../builders/keeping-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const PLAN: ExportPlan = { form: 'csv', text: 'SELECT 1', parameters: [], columns: [{ name: 'one' }] };

describe('exports of a dataset', () => {
  let profile: Awaited<ReturnType<typeof temporaryProfile>>;
  let exports: DatasetExports;
  let write: (target: ExportTarget) => Promise<number>;
  const dataset = { write: (_: ExportPlan, target: ExportTarget) => write(target) } as unknown as MarketDataset;

  beforeEach(async () => {
    profile = await temporaryProfile();
    exports = new DatasetExports({ paths: profile.paths, logger: new KeepingLogger() });
  });
  afterEach(async () => {
    await exports.stop();
    await profile.remove();
  });

  const inState = (state: string) => eventually(() => exports.topic.get().state === state, state);
  const kept = () => readdir(profile.paths.file('exports'));

  it('writes a file, returns it in chunks and removes it with the last one', async () => {
    const whole = randomBytes(2_000_000);
    write = async ({ file, onProgress }) => {
      onProgress?.({ rows: 5, bytes: 1000 });
      expect(exports.topic.get()).toMatchObject({ state: 'writing', rows: 5, expected: 7, bytes: 1000 });
      await writeFile(file, whole);
      return 7;
    };
    const exportId = await exports.startExport(dataset, PLAN, 'deals', 7);
    await inState('done');
    expect(exports.topic.get()).toEqual({ state: 'done', exportId, what: 'deals', form: 'csv', expected: 7, rows: 7, bytes: whole.length });
    const pieces: Buffer[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const piece: { base64: string; next?: number } = await exports.readExport({ exportId, offset });
      pieces.push(Buffer.from(piece.base64, 'base64'));
      offset = piece.next;
    }
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    expect(exports.topic.get().state).toBe('idle');
    expect(await kept()).toEqual([]);
    expect(await failureOf(exports.readExport({ exportId, offset: 0 }))).toMatchObject({ code: 'not-found' });
  });

  it('stops, rejects a second one meanwhile, and starts again', async () => {
    write = ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('ended'))));
    await exports.startExport(dataset, PLAN, 'deals', undefined);
    expect(await failureOf(exports.startExport(dataset, PLAN, 'rejects', undefined))).toMatchObject({ code: 'name-taken' });
    await exports.stopExport();
    expect(exports.topic.get()).toMatchObject({ state: 'stopped' });
    write = async ({ file }) => {
      await writeFile(file, 'x');
      return 1;
    };
    await exports.startExport(dataset, PLAN, 'deals', undefined);
    await inState('done');
    // Not wanted any more.
    await exports.stopExport();
    expect(await kept()).toEqual([]);
    expect(exports.topic.get().state).toBe('idle');
  });

  it('reports why it failed', async () => {
    write = async () => {
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    };
    await exports.startExport(dataset, PLAN, 'deals', undefined);
    await inState('failed');
    expect(exports.topic.get().failure).toBe('The disk is full. Free some space and export again.');
  });
});
