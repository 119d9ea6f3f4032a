import { describe, expect, it } from 'vitest';
import { FollowView, followReaderOf } from '../../../../../../electron/services/messages/journal/follow-view.ts';
import { explainStuck, type StuckInput } from '../../../../../../electron/services/messages/journal/stuck-report.ts';
import { type SentMessage, sentFromIntent, withStep } from '../../../../../../electron/wallet/sent-message.ts';
import { attoFil } from '../../../../../../shared/domain/amounts/amount.ts';
import type { Message } from '../../../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../../../shared/ipc/envelope.ts';
import { zStuckReport } from '../../../../../../shared/ipc/schemas/journal.ts';
import { messageToJson } from '../../../../../../shared/validation/node/message.ts';
import { buildTipset } from '../../../../../builders/chain-tipset.ts';
import { sampleIntent, sampleMessage } from '../../../wallet/sample-messages.ts';
import { scriptedConnection } from '../scripted-node.ts';

const HEAD = buildTipset('head', 100);
const ACTOR_CODE = 'bafk2bzacedfmsdlewihdcrkdepnfata26nj7akbvexzs3chicujhjf2uxsazc';

function pooled(change: Partial<Message> = {}): SentMessage {
  const start = sentFromIntent({ kind: 'intent', version: 2, atMs: 1, ...sampleIntent(sampleMessage(change)) });
  const step = { kind: 'step', version: 2, id: start.intent.id, atMs: 2 } as const;
  const signed = withStep(start, { ...step, stage: 'signed', signedHex: 'c0ffee', signedCid: 'bafy2bzace-signed' });
  return withStep(withStep(signed, { ...step, stage: 'pushed' }), { ...step, stage: 'in-pool' });
}

interface Facts {
  readonly balance?: string;
  readonly poolNonce?: number | SextantError;
  readonly carried?: readonly Message[];
  readonly headAgeMs?: number;
}

function inputOf(
  sent: SentMessage,
  { balance = '9000000000000000000', poolNonce = 8, carried = [], headAgeMs = 0 }: Facts = {},
): StuckInput {
  const { active } = scriptedConnection({
    MpoolGetNonce: poolNonce,
    StateGetActor: { Code: { '/': ACTOR_CODE }, Head: { '/': ACTOR_CODE }, Nonce: 7, Balance: balance },
    ChainGetMessagesInTipset: carried.map((message) => ({ Cid: { '/': ACTOR_CODE }, Message: messageToJson(message, 't') })),
  });
  return { sent, all: [sent], replacement: undefined, active, tipsets: [HEAD], nowMs: HEAD.timeMs + headAgeMs };
}

const causesOf = async (input: StuckInput) => {
  const report = zStuckReport.parse(await explainStuck(input));
  return { causes: report.findings.filter(({ result }) => result === 'cause').map(({ id }) => id), remedies: report.remedies };
};

describe('why a message does not move on', () => {
  it('its signature cannot be read: it is replaced at its nonce, not pushed', async () => {
    const { signedHex: _, signedCid: __, ...unreadable } = pooled();
    const { causes, remedies } = await causesOf(inputOf({ ...unreadable, stage: 'signed' }));
    expect(causes).toContain('unreadable');
    expect(remedies).toEqual(['speed-up', 'cancel']);
  });

  it('a node rejected it, whose words come last', async () => {
    const report = await explainStuck(inputOf({ ...pooled(), stage: 'rejected', problem: 'not enough funds' }));
    expect(report.findings.find(({ id }) => id === 'rejected')?.detail).toMatch(/at the same nonce\. Reason: not enough funds$/);
  });

  it('nothing holds it up', async () => {
    expect(await causesOf(inputOf(pooled()))).toEqual({ causes: [], remedies: ['wait'] });
  });

  it.each([
    ['its fee cap is below the base fee', pooled({ gasFeeCap: attoFil(99n), gasPremium: attoFil(1n) }), {}, 'fee-cap', 'speed-up'],
    ['the balance does not cover it', pooled(), { balance: '1000' }, 'balance', 'add-funds'],
    ['the node hangs behind', pooled(), { headAgeMs: 600_000 }, 'endpoint-lag', 'change-endpoint'],
    ['a nonce is missing', pooled({ nonce: 9n }), {}, 'nonce-gap', 'fill-gap'],
    ['the node does not have it', pooled(), { poolNonce: 7 }, 'not-in-pool', 'push'],
    [
      'others pay more, and blocks are full',
      pooled({ gasPremium: attoFil(1n) }),
      { carried: [sampleMessage({ nonce: 1n, gasLimit: 9_500_000_000n, gasPremium: attoFil(50_000n) })] },
      'premium',
      'speed-up',
    ],
  ] as const)('%s', async (_name, sent, facts, cause, remedy) => {
    const { causes, remedies } = await causesOf(inputOf(sent, facts));
    expect(causes).toEqual([cause]);
    expect(remedies[0]).toBe(remedy);
  });

  it('names the unit of its figures', async () => {
    const { findings } = await explainStuck(inputOf(pooled({ gasFeeCap: attoFil(99n), gasPremium: attoFil(1n) })));
    const detailOf = (id: string) => findings.find((finding) => finding.id === id)?.detail;
    expect(detailOf('fee-cap')).toContain('The fee cap is 0.000000099 nanoFIL per unit of gas; the base fee');
    expect(detailOf('balance')).toContain(' has 9 FIL; ');
  });

  it('counts what waits before it against the balance', async () => {
    const earlier = pooled({ nonce: 7n });
    const sent = pooled({ nonce: 8n });
    const input = inputOf(sent, { balance: '1500000000000000000', poolNonce: 9 });
    expect((await causesOf({ ...input, all: [sent] })).causes).toEqual([]);
    expect((await causesOf({ ...input, all: [earlier, sent] })).causes).toEqual(['balance']);
  });

  it('tells what it can when a question fails, and without a node', async () => {
    const report = await explainStuck(inputOf(pooled(), { poolNonce: new SextantError('endpoint-timeout', 'No answer in 30 s.') }));
    expect(report.findings.find(({ id }) => id === 'nonce-gap')).toMatchObject({ result: 'unknown', detail: 'No answer in 30 s.' });
    expect(report.findings.find(({ id }) => id === 'fee-cap')?.result).toBe('clear');
    const { active: _active, ...offline } = inputOf(pooled());
    expect((await causesOf({ ...offline, active: undefined, tipsets: [] })).remedies).toEqual(['change-endpoint']);
  });

  it('waits for the vault that seals the token of its endpoint', async () => {
    const { active: _active, ...offline } = inputOf(pooled());
    const input = { ...offline, active: undefined, tipsets: [], lockedName: 'my-lotus' };
    expect(await causesOf(input)).toEqual({ causes: ['vault-locked'], remedies: ['unlock', 'change-endpoint'] });
    expect((await explainStuck(input)).findings[0]?.title).toBe('my-lotus needs the vault to be unlocked');
  });
});

describe('what F3 has certified', () => {
  const viewOf = (answer: unknown) => {
    const { active } = scriptedConnection({ F3GetLatestCertificate: answer });
    return new FollowView(followReaderOf(active), [HEAD], HEAD, { finalized: { height: 90, by: 'node' } } as never);
  };

  it('is the last epoch of its newest certificate, and unknown where the endpoint does not tell', async () => {
    expect(await viewOf({ GPBFTInstance: 5, ECChain: [{ Epoch: 90 }, { Epoch: 93 }] }).certifiedHeight()).toBe(93);
    expect(await viewOf(new SextantError('node-error', 'f3 is disabled')).certifiedHeight()).toBeUndefined();
    expect(await viewOf({ ECChain: 'everything' }).certifiedHeight()).toBeUndefined();
  });
});
