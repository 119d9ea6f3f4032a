import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '../../../../../../electron/platform/ports.ts';
import { DraftStore } from '../../../../../../electron/services/messages/drafts/draft-store.ts';
import { KeepingLogger } from '../../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../../builders/manual-clock.ts';
import { quietLogger } from '../../../../../builders/quiet-logger.ts';
import { temporaryProfile } from '../../../../../builders/temporary-profile.ts';

const draft = { from: 'f1', to: '', value: ' 1,5 ', method: '0', params: { kind: 'none' } } as const;

describe('saved drafts', () => {
  let profile: Awaited<ReturnType<typeof temporaryProfile>>;
  beforeEach(async () => {
    profile = await temporaryProfile();
  });
  afterEach(() => profile.remove());

  async function open(logger: Logger = quietLogger): Promise<DraftStore> {
    const store = new DraftStore({ paths: profile.paths, clock: new ManualClock(), logger });
    await store.start();
    return store;
  }

  it('are kept as typed, over restarts, until they are removed', async () => {
    const store = await open();
    const { id } = await store.save({ name: ' Rent ', draft });
    await store.save({ id, name: 'Rent of May', draft: { ...draft, value: '2' } });
    const again = await open();
    expect(again.topic.items()).toMatchObject([{ id, name: 'Rent of May', draft: { ...draft, value: '2' } }]);
    await again.remove(id);
    expect((await open()).topic.items()).toEqual([]);
  });

  it('are at most 500, and one that was removed is not changed', async () => {
    const store = await open();
    const file = profile.paths.file('drafts.json');
    const saved = Array.from({ length: 500 }, (_, index) => ({ id: `${index}`, name: 'x', savedAtMs: 1, draft }));
    await writeFile(file, JSON.stringify({ version: 1, data: { drafts: saved } }));
    const full = await open();
    await expect(full.save({ name: 'one more', draft })).rejects.toMatchObject({ code: 'invalid-input' });
    await full.save({ id: '7', name: 'changed', draft });
    expect(full.topic.items()).toHaveLength(500);
    await expect(store.save({ id: 'gone', name: 'x', draft })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('that are saved at the same time are all kept', async () => {
    const store = await open();
    await Promise.all([1, 2, 3].map((name) => store.save({ name: `${name}`, draft })));
    expect((await open()).topic.items()).toHaveLength(3);
  });

  it('that cannot be read are set aside, and new ones kept', async () => {
    const file = profile.paths.file('drafts.json');
    await writeFile(file, 'not JSON');
    const logger = new KeepingLogger();
    const store = await open(logger);
    expect(store.topic.items()).toEqual([]);
    await store.save({ name: 'new', draft });
    expect(await readFile(file, 'utf8')).toContain('"new"');
  });
});
