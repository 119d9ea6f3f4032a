/** What a document holds: its heap after the collector has run, and what it stored. */
import type { Page } from 'playwright';

/**
 * V8's snapshot, which collects first: every string that something still refers to, whole where the browser was told so.
 *
 * React releases what a step showed in work that it schedules behind the paint of the next one, which a busy machine delays: the snapshot
 * is taken when the document has nothing left to do. Chromium reports idle periods between frames only: a document that draws no more frames
 * gets none, so the wait has a limit.
 */
export async function heapOf(page: Page): Promise<Buffer> {
  await page.evaluate(
    (limit) => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve(), limit), limit)),
    { timeout: 2000 },
  );
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return Buffer.from(chunks.join(''));
}

/** Storages, databases, caches, cookies and the address. */
export async function storedBy(page: Page): Promise<Buffer> {
  const state = await page.context().storageState({ indexedDB: true });
  const own = await page.evaluate(async () => ({
    session: { ...sessionStorage },
    local: { ...localStorage },
    history: JSON.stringify(history.state),
    address: location.href,
    databases: await indexedDB.databases(),
    caches: await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url))),
  }));
  return Buffer.from(JSON.stringify({ state, own }));
}
