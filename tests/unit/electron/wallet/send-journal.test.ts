import { appendFile, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProfilePaths } from '../../../../electron/platform/ports.ts';
import { zJournalRecord } from '../../../../electron/wallet/journal-record.ts';
import { firstFreeNonce, nextOwnNonce, reservedNonces } from '../../../../electron/wallet/nonce-ledger.ts';
import type { EntryStep, NewStep } from '../../../../electron/wallet/send-journal.ts';
import { NEVER_SIGNED, PERHAPS_SIGNED, SendJournal } from '../../../../electron/wallet/send-journal.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { encodeSignedMessage } from '../../../../shared/domain/messages/message.ts';
import { zJournalEntry } from '../../../../shared/ipc/schemas/journal.ts';
import { damageJournal } from '../../../builders/damage-journal.ts';
import { KeepingLogger } from '../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../builders/temporary-profile.ts';
import { GENESIS, OTHER_GENESIS, sampleIntent, sampleMessage } from './sample-messages.ts';

const SIGNED = { stage: 'signed', signedHex: 'c0ffee', signedCid: 'bafy2bzace-signed' } as const;

describe('send journal', () => {
  let paths: ProfilePaths;
  let remove: () => Promise<void>;
  let clock: ManualClock;
  let open: SendJournal[];

  const openJournal = async (): Promise<SendJournal> => {
    const journal = await SendJournal.open({ path: paths.file('sent.journal'), clock, logger: new KeepingLogger() });
    open.push(journal);
    return journal;
  };

  /** As after a kill: what is in memory is gone. */
  const restart = async (): Promise<SendJournal> => {
    for (const journal of open.splice(0)) {
      await journal.close();
    }
    return openJournal();
  };

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    clock = new ManualClock();
    open = [];
  });

  afterEach(async () => {
    for (const journal of open.splice(0)) {
      await journal.close();
    }
    await remove();
  });

  it('adds the same entry up again after a restart at every stage', async () => {
    let journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    const steps: readonly NewStep[] = [
      SIGNED,
      { stage: 'pushed' },
      { stage: 'in-pool', note: 'seen' },
      { stage: 'included', height: 105, tipsetKey: ['bafy-tipset-105'] },
      { stage: 'executed', height: 106, tipsetKey: ['bafy-tipset-106'], exitCode: 0, gasUsed: '1200000', fee: '42' },
      { stage: 'final', height: 106 },
    ];
    for (const step of steps) {
      clock.advance(1000);
      await journal.step(intent.id, step);
      const before = journal.topic.get(intent.id);
      journal = await restart();
      expect(journal.topic.get(intent.id)).toEqual(before);
      expect(zJournalEntry.parse(before)).toEqual(before);
      expect(before?.stage).toBe(step.stage);
    }
    expect(journal.topic.get(intent.id)).toMatchObject({ exitCode: 0, gasUsed: '1200000', fee: '42' });
    expect(journal.topic.get(intent.id)?.history.map(({ stage }) => stage)).toEqual(['intent', ...steps.map(({ stage }) => stage)]);
  });

  it('writes what belongs together as one line, and reads what version 1 wrote', async () => {
    const journal = await openJournal();
    const intents = [7n, 8n].map((nonce) => ({ ...sampleIntent(sampleMessage({ nonce })), batchId: 'batch', isHeld: true }));
    await journal.beginAll(intents);
    await journal.stepAll(intents.map(({ id }) => ({ id, step: SIGNED })));
    const path = paths.file('sent.journal');
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2);
    const [first] = intents;
    await journal.step(first?.id ?? '', { stage: 'signed', isHeld: false });
    const { id, ...rest } = { ...sampleIntent(sampleMessage({ nonce: 9n })), replacesId: first?.id ?? '' };
    await journal.begin({ id, ...rest });
    expect(journal.topic.get(first?.id ?? '')?.replacedById).toBeUndefined();
    await journal.step(id, SIGNED);
    const again = await restart();
    expect(intents.map((intent) => again.topic.get(intent.id))).toMatchObject([
      { stage: 'signed', isHeld: false, batchId: 'batch', replacedById: id },
      { stage: 'signed', isHeld: true, batchId: 'batch' },
    ]);
    // As the version before wrote a record: without the fields of today.
    const old = { kind: 'intent', version: 1, atMs: 5, ...sampleIntent(sampleMessage({ nonce: 1n })) };
    expect(zJournalRecord.parse(old)).toEqual(old);
  });

  it('says of an intent without a signature that it was never signed', async () => {
    const journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    const again = await restart();
    expect(again.topic.get(intent.id)).toMatchObject({ stage: 'failed', problem: NEVER_SIGNED });
    // And says so once, not with every start.
    const third = await restart();
    expect(third.topic.get(intent.id)?.history).toHaveLength(2);
  });

  it('keeps what is signed and not pushed', async () => {
    const journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    await journal.step(intent.id, SIGNED);
    const again = await restart();
    expect(again.get(intent.id)).toMatchObject({ stage: 'signed', signedHex: 'c0ffee' });
    expect(again.listOpen(GENESIS)).toHaveLength(1);
    expect(again.listOpen(OTHER_GENESIS)).toHaveLength(0);
  });

  it.each(['half a line', '12 0123456789abcdef {"kind":'])('cuts off an unfinished record: %j', async (torn) => {
    const journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    await journal.step(intent.id, SIGNED);
    await appendFile(paths.file('sent.journal'), torn);
    const again = await restart();
    expect(again.get(intent.id)?.stage).toBe('signed');
    await again.step(intent.id, { stage: 'pushed' });
    expect((await restart()).get(intent.id)?.stage).toBe('pushed');
  });

  it('skips a damaged record and keeps the others', async () => {
    const journal = await openJournal();
    const first = sampleIntent();
    const second = sampleIntent(sampleMessage({ nonce: 8n }));
    for (const intent of [first, second]) {
      await journal.begin(intent);
      await journal.step(intent.id, SIGNED);
    }
    const text = await readFile(paths.file('sent.journal'), 'utf8');
    const lines = text.split('\n');
    lines[0] = (lines[0] ?? '').replace('practice', 'mainnet!');
    await damageJournal(paths.file('sent.journal'), lines.join('\n'));
    const again = await restart();
    expect(again.get(first.id)).toBeUndefined();
    expect(again.get(second.id)?.stage).toBe('signed');
  });

  it('does not say that nothing was signed where the line that would tell cannot be read', async () => {
    const journal = await openJournal();
    const [first, second] = [sampleIntent(), sampleIntent(sampleMessage({ nonce: 8n }))];
    for (const intent of [first, second]) {
      await journal.begin(intent);
      await journal.step(intent.id, SIGNED);
    }
    await journal.step(second.id, { stage: 'pushed' });
    const text = await readFile(paths.file('sent.journal'), 'utf8');
    await damageJournal(paths.file('sent.journal'), text.replaceAll('c0ffee', 'c0ffef'));
    const again = await restart();
    expect(again.topic.get(first.id)).toMatchObject({ stage: 'signed', problem: PERHAPS_SIGNED });
    expect(again.get(first.id)?.signedHex).toBeUndefined();
    // It was pushed: its nonce is taken, whatever else is lost.
    expect(again.get(second.id)).toMatchObject({ stage: 'pushed' });
    const { from, nonce } = sampleMessage();
    expect(nextOwnNonce(again.list(), GENESIS, from)).toBe(9n);
    // What was perhaps signed keeps its nonce too, is looked for on the chain, and stays so.
    expect(firstFreeNonce(reservedNonces(again.list(), GENESIS, from), nonce)).toBe(9n);
    expect(again.listOpen(GENESIS).map(({ intent }) => intent.id)).toEqual([first.id, second.id]);
    expect((await restart()).topic.get(first.id)?.history).toHaveLength(2);
  });

  it('keeps the nonce of a signature whose intent cannot be read, and holds the message', async () => {
    const journal = await openJournal();
    const [first, second] = [sampleIntent(), sampleIntent(sampleMessage({ nonce: 8n }))];
    await journal.begin(first);
    await journal.begin(second);
    const signature = { type: 'secp256k1', data: new Uint8Array(65) } as const;
    const signedHex = bytesToHex(encodeSignedMessage({ message: sampleMessage({ nonce: 8n }), signature }));
    await journal.step(second.id, { ...SIGNED, signedHex });
    const text = await readFile(paths.file('sent.journal'), 'utf8');
    await damageJournal(paths.file('sent.journal'), text.replace(second.unsignedCid, second.unsignedCid.replace('bafy', 'bafx')));
    const again = await restart();
    expect(again.get(second.id)).toMatchObject({ stage: 'signed', signedHex, isHeld: true, intent: { unsignedCid: second.unsignedCid } });
    expect(reservedNonces(again.list(), GENESIS, sampleMessage().from).has(8n)).toBe(true);
    expect(again.file).toMatchObject({ damagedLines: 1 });
  });

  it('counts a step behind the last one for nothing, before a restart and after it', async () => {
    const journal = await openJournal();
    const [first, second] = [sampleIntent(), sampleIntent(sampleMessage({ nonce: 8n }))];
    for (const intent of [first, second]) {
      await journal.begin(intent);
      await journal.step(intent.id, SIGNED);
    }
    await Promise.all([
      journal.step(first.id, { stage: 'final', finalBy: 'depth' }),
      journal.stepAll([first, second].map(({ id }) => ({ id, step: { stage: 'in-pool' } }))),
    ]);
    const before = [first, second].map(({ id }) => journal.topic.get(id));
    expect(before.map((entry) => entry?.stage)).toEqual(['final', 'in-pool']);
    const again = await restart();
    expect([first, second].map(({ id }) => again.topic.get(id))).toEqual(before);
    again.annotate(first.id, { problem: 'late' });
    expect(again.topic.get(first.id)).toEqual(before[0]);
  });

  it('takes thousands of entries, follows all of them, and shows the newest', async () => {
    const journal = await openJournal();
    const intents = Array.from({ length: 3000 }, (_, index) => sampleIntent(sampleMessage({ nonce: BigInt(index) }), `entry-${index}`));
    await journal.beginAll(intents);
    await journal.stepAll(intents.map(({ id }) => ({ id, step: SIGNED })));
    await journal.stepAll(
      intents.flatMap(({ id }): EntryStep[] => [
        { id, step: { stage: 'pushed' } },
        { id, step: { stage: 'in-pool' } },
      ]),
    );
    const shown = (opened: SendJournal) => opened.topic.items().map(({ id }) => id);
    const newest = intents.slice(-2000).map(({ id }) => id);
    expect(shown(journal)).toEqual(newest);
    const again = await restart();
    expect(again.listOpen(GENESIS)).toHaveLength(3000);
    // An old one that moves on does not push a newer one out.
    await again.step('entry-0', { stage: 'included', height: 1, tipsetKey: ['bafy-tipset-1'] });
    expect(again.get('entry-0')?.stage).toBe('included');
    expect(shown(again)).toEqual(newest);
  });

  it('never shows the signed bytes in its topic', async () => {
    const journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    await journal.step(intent.id, SIGNED);
    expect(JSON.stringify(journal.topic.items())).not.toContain('c0ffee');
  });

  it('takes back inclusion and execution when a tipset was reverted', async () => {
    const journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    await journal.step(intent.id, SIGNED);
    await journal.step(intent.id, { stage: 'executed', height: 106, tipsetKey: ['bafy-tipset-a'], exitCode: 0, gasUsed: '1', fee: '1' });
    await journal.step(intent.id, { stage: 'in-pool', note: 'reverted' });
    const entry = (await restart()).topic.get(intent.id);
    expect(entry?.stage).toBe('in-pool');
    expect(entry?.exitCode).toBeUndefined();
    expect(entry?.history).toHaveLength(4);
  });

  it('takes no further step once settled', async () => {
    const journal = await openJournal();
    const intent = sampleIntent();
    await journal.begin(intent);
    await journal.step(intent.id, { stage: 'failed', problem: 'x' });
    await expect(journal.step(intent.id, { stage: 'pushed' })).rejects.toThrow(/settled/);
  });
});

describe('nonce ledger', () => {
  it('reserves what was signed here, rejected or not, for each network and sender, and again after a restart', async () => {
    const { paths, remove } = await temporaryProfile();
    const journal = await SendJournal.open({ path: paths.file('sent.journal'), clock: new ManualClock(), logger: new KeepingLogger() });
    const from = sampleMessage().from;
    expect(nextOwnNonce(journal.list(), GENESIS, from)).toBeUndefined();
    for (const nonce of [7n, 9n, 8n]) {
      const intent = sampleIntent(sampleMessage({ nonce }));
      await journal.begin(intent);
      await journal.step(intent.id, SIGNED);
    }
    expect(nextOwnNonce(journal.list(), GENESIS, from)).toBe(10n);
    expect(nextOwnNonce(journal.list(), OTHER_GENESIS, from)).toBeUndefined();
    expect(nextOwnNonce(journal.list(), GENESIS, sampleMessage().to)).toBeUndefined();

    const unsigned = sampleIntent(sampleMessage({ nonce: 20n }));
    await journal.begin(unsigned);
    expect(nextOwnNonce(journal.list(), GENESIS, from)).toBe(10n);
    const rejected = sampleIntent(sampleMessage({ nonce: 11n }));
    await journal.begin(rejected);
    await journal.step(rejected.id, SIGNED);
    await journal.step(rejected.id, { stage: 'rejected', problem: 'not enough funds' });
    const reserved = new Set([7n, 8n, 9n, 11n]);
    expect(reservedNonces(journal.list(), GENESIS, from)).toEqual(reserved);
    await journal.close();
    const again = await SendJournal.open({ path: paths.file('sent.journal'), clock: new ManualClock(), logger: new KeepingLogger() });
    expect(reservedNonces(again.list(), GENESIS, from)).toEqual(reserved);
    expect(again.listOpen(GENESIS).map(({ stage }) => stage)).toContain('rejected');
    expect([0n, 7n, 11n].map((start) => firstFreeNonce(reserved, start))).toEqual([0n, 10n, 12n]);
    await again.close();
    await remove();
  });
});
