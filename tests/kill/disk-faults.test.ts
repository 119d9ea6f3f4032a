/** Disks that are full, fail, forget or tear: the send journal over each of them. */
import { open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalFile, OpenFile } from '../../electron/persistence/append-only-journal.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { SendJournal } from '../../electron/wallet/send-journal.ts';
import { damageJournal } from '../builders/damage-journal.ts';
import { KeepingLogger } from '../builders/keeping-logger.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { sampleIntent, sampleMessage } from '../unit/electron/wallet/sample-messages.ts';

type Operation = 'append' | 'sync' | 'truncate';

/** A file that fails where it is told to, as a disk does. */
class FaultyDisk {
  /** What fails next, and how. */
  fault: { readonly operation: Operation; readonly code: string; readonly writtenShare?: number } | undefined;
  readonly failing = new Set<Operation>();

  readonly openFile: OpenFile = async (path) => {
    const file = await open(path, 'a+', 0o600);
    const fail = (operation: Operation): void => {
      if (this.failing.has(operation)) {
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
      }
      if (this.fault?.operation === operation) {
        const { code } = this.fault;
        this.fault = undefined;
        throw Object.assign(new Error(code), { code });
      }
    };
    const faulty: JournalFile = {
      readFile: () => file.readFile(),
      close: () => file.close(),
      truncate: async (size) => {
        fail('truncate');
        await file.truncate(size);
      },
      sync: async () => {
        fail('sync');
        await file.sync();
      },
      appendFile: async (data) => {
        const share = this.fault?.operation === 'append' ? (this.fault.writtenShare ?? 0) : 1;
        if (share < 1) {
          await file.appendFile(data.subarray(0, Math.floor(data.length * share)));
        }
        fail('append');
        await file.appendFile(data);
      },
    };
    return faulty;
  };
}

const signedStep = (id: string) => ({ id, step: { stage: 'signed', signedHex: 'c0ffee', signedCid: `bafy2bzace-${id}` } }) as const;

describe('the send journal on a bad disk', () => {
  let path: string;
  let remove: () => Promise<void>;
  let disk: FaultyDisk;
  let journal: SendJournal;

  const openJournal = (openFile?: OpenFile) =>
    SendJournal.open({ path, clock: systemClock, logger: new KeepingLogger(), ...(openFile === undefined ? {} : { openFile }) });
  /** As the next start finds it. */
  const stagesNow = async (): Promise<string[]> => {
    const again = await openJournal();
    const stages = again.list().map(({ stage }) => stage);
    await again.close();
    return stages;
  };
  const batchOf = (count: number) =>
    Array.from({ length: count }, (_, index) => sampleIntent(sampleMessage({ nonce: BigInt(index) }), `batch-${index}`));

  beforeEach(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    path = profile.paths.file('wallet', 'sent.journal');
    disk = new FaultyDisk();
    journal = await openJournal(disk.openFile);
  });

  afterEach(async () => {
    await journal.close();
    await remove();
  });

  it.each([
    { operation: 'append', code: 'ENOSPC', writtenShare: 0 },
    { operation: 'append', code: 'ENOSPC', writtenShare: 0.5 },
    { operation: 'append', code: 'ENOSPC', writtenShare: 0.99 },
    { operation: 'append', code: 'EIO', writtenShare: 0.3 },
    { operation: 'sync', code: 'ENOSPC' },
    { operation: 'sync', code: 'EIO' },
  ] as const)('$code while it does $operation ($writtenShare written): told, not shown, and the next record stands', async (fault) => {
    const [first = sampleIntent(), second = sampleIntent()] = batchOf(2);
    await journal.begin(first);
    disk.fault = fault;
    await expect(journal.stepAll([signedStep(first.id)])).rejects.toMatchObject({ code: 'disk-failure' });
    // What did not reach the disk is not said to have happened, so that nobody pushes it.
    expect(journal.get(first.id)?.stage).toBe('intent');
    await journal.begin(second);
    await journal.stepAll([signedStep(second.id)]);
    expect(await stagesNow()).toEqual(['failed', 'signed']);
  });

  it('a disk that cannot even cut off what it left half written takes nothing more until it can', async () => {
    const [first = sampleIntent(), second = sampleIntent()] = batchOf(2);
    await journal.begin(first);
    disk.fault = { operation: 'append', code: 'EIO', writtenShare: 0.5 };
    disk.failing.add('truncate');
    await expect(journal.stepAll([signedStep(first.id)])).rejects.toMatchObject({ code: 'disk-failure' });
    await expect(journal.begin(second)).rejects.toMatchObject({ code: 'disk-failure' });
    disk.failing.clear();
    await journal.begin(second);
    await journal.stepAll([signedStep(first.id)]);
    expect(await stagesNow()).toEqual(['signed', 'failed']);
  });

  it('a batch that is torn anywhere is there as a whole or not at all', async () => {
    const intents = batchOf(4);
    await journal.beginAll(intents);
    const beforeSize = (await readFile(path)).length;
    await journal.stepAll(intents.map(({ id }) => signedStep(id)));
    const whole = await readFile(path);
    const torn = `${path}.torn`;
    // Every byte at both ends; in between, the checksum is all there is to tell.
    const isNearEnd = (size: number) => size < beforeSize + 30 || size > whole.length - 5;
    for (let size = beforeSize; size <= whole.length; size += isNearEnd(size) ? 1 : 29) {
      await damageJournal(torn, whole.subarray(0, size));
      const again = await SendJournal.open({ path: torn, clock: systemClock, logger: new KeepingLogger() });
      const stages = again.list().map(({ stage }) => stage);
      await again.close();
      expect(new Set(stages), `${size} of ${whole.length} bytes`).toEqual(new Set([size === whole.length ? 'signed' : 'failed']));
      expect(stages).toHaveLength(4);
    }
    for (let size = 0; size < beforeSize; size += 61) {
      await damageJournal(torn, whole.subarray(0, size));
      const again = await SendJournal.open({ path: torn, clock: systemClock, logger: new KeepingLogger() });
      expect(again.list()).toEqual([]);
      await again.close();
    }
  });

  it('a tail that the disk forgot (an fsync that lied) takes whole records back, never half of one', async () => {
    const intents = batchOf(3);
    for (const intent of intents) {
      await journal.begin(intent);
      await journal.stepAll([signedStep(intent.id)]);
    }
    const content = await readFile(path, 'utf8');
    const lines = content.split('\n').slice(0, -1);
    for (let kept = lines.length; kept >= 0; kept -= 1) {
      await truncate(
        path,
        Buffer.byteLength(
          lines
            .slice(0, kept)
            .map((line) => `${line}\n`)
            .join(''),
        ),
      );
      const signed = Math.floor(kept / 2);
      await rm(`${path}.copy.mirror`, { force: true });
      const again = await SendJournal.open({
        path: `${path}.copy`,
        clock: systemClock,
        logger: new KeepingLogger(),
        openFile: () => openCopy(),
      });
      expect(again.list().filter(({ stage }) => stage === 'signed')).toHaveLength(signed);
      expect(again.list()).toHaveLength(Math.ceil(kept / 2));
      await again.close();
    }
    async function openCopy(): Promise<JournalFile> {
      await writeFile(`${path}.copy`, await readFile(path));
      return open(`${path}.copy`, 'a+', 0o600);
    }
  });

  it('garbage behind the last record is cut off, and garbage with a line end is passed over', async () => {
    const [first = sampleIntent()] = batchOf(1);
    await journal.begin(first);
    await journal.stepAll([signedStep(first.id)]);
    const content = await readFile(path);
    for (const garbage of [Buffer.alloc(4096), Buffer.from([0, 1, 2, 255]), Buffer.from('50 0123456789abcdef {"kind":"step"}\n')]) {
      await writeFile(path, Buffer.concat([content, garbage]));
      expect(await stagesNow()).toEqual(['signed']);
    }
  });

  it('a folder that may not be written is told in words', async () => {
    // As root every folder may be written, so that the refusal is the file's own.
    const refusing: OpenFile = async () => {
      throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    };
    await expect(openJournal(refusing)).rejects.toMatchObject({ code: 'disk-failure', message: expect.stringContaining('EROFS') });
  });
});
