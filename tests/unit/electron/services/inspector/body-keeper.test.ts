import { afterEach, describe, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';

const MASKING = { side: 'response', method: 'Filecoin.ChainHead' } as const;
const keeper = new BodyKeeper(workerEntry('body-worker'));

afterEach(() => keeper.stop());

const keep = (text: string) => {
  const bytes = new TextEncoder().encode(text);
  return new Promise<{ body: ReturnType<BodyKeeper['keep']>; recordedBytes: number }>((resolve) => {
    const body = keeper.keep(bytes, MASKING, (recordedBytes) => resolve({ body, recordedBytes }));
  });
};

describe('a body in the worker', () => {
  test('is masked, read by place and opened by path', async () => {
    const { body, recordedBytes } = await keep('{"result":{"said":"Bearer opaque-secret"}}');
    expect(body.facts).toEqual({ sizeBytes: 42, recordedBytes, isTruncated: false, isJson: true });
    expect(Buffer.from(await body.read(0, 100)).toString()).toBe('{"result":{"said":"Bearer [masked]"}}');
    expect(recordedBytes).toBe(37);
    expect((await body.open?.({ path: 'result.said', limit: 1 }))?.node.text).toBe('"Bearer [masked]"');
    expect(await body.read(1000, 5)).toHaveLength(0);
  });

  test('takes the bytes over without a copy where they are alone in their buffer', () => {
    const alone = new Uint8Array(1000);
    keeper.keep(alone, MASKING, () => {});
    expect(alone).toHaveLength(0);
    const read = Buffer.concat([new Uint8Array(1000), new Uint8Array(500_000)]);
    keeper.keep(read, MASKING, () => {});
    expect(read).toHaveLength(0);
    const shared = new Uint8Array(new ArrayBuffer(2000), 0, 1000);
    keeper.keep(shared, MASKING, () => {});
    expect(shared).toHaveLength(1000);
  });

  test('that was dropped, or died with its worker, says so; the next one starts a new worker', async () => {
    const { body } = await keep('{"a":1}');
    body.drop();
    await expect(body.read(0, 5)).rejects.toMatchObject({ code: 'not-found' });
    const { body: second } = await keep('{"a":2}');
    await keeper.stop();
    await expect(second.read(0, 5)).rejects.toMatchObject({ code: 'not-found' });
    const { body: third } = await keep('{"a":3}');
    expect(Buffer.from(await third.read(0, 50)).toString()).toBe('{"a":3}');
  });

  test('that is still being taken in when the worker goes is told to be gone', async () => {
    const told: number[] = [];
    const body = keeper.keep(new Uint8Array(500_000), MASKING, (recordedBytes) => told.push(recordedBytes));
    const reading = body.read(0, 5);
    const outcome = expect(reading).rejects.toMatchObject({ code: 'not-found' });
    await keeper.stop();
    await outcome;
    expect([told, body.facts.isTruncated]).toEqual([[0], true]);
  });
});
