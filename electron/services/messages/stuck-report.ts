/** Why a message does not move on: everything that can hold one up, each looked at, with the figures and the calls behind it. */

import { defined } from '../../../shared/collections/defined.ts';
import { formatAddress } from '../../../shared/domain/address.ts';
import { FIL, formatFil } from '../../../shared/domain/amount.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { StuckReport } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import { isSettled } from '../../wallet/sent-message.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { askActor, askPoolNonce, followReaderOf } from './follow-view.ts';

type Finding = StuckReport['findings'][number];
type Remedy = StuckReport['remedies'][number];

/** Tipsets whose messages a premium is compared with. */
const RECENT_TIPSETS = 5;
/** From this share of the room in blocks on, premiums decide who gets in. */
const FULL_PERCENT = 80n;
/** A head this many epochs old is one of an endpoint that hangs behind. */
const LAG_EPOCHS = 4;

export interface StuckInput {
  readonly sent: SentMessage;
  /** Every entry of the journal. */
  readonly all: readonly SentMessage[];
  /** The signed entry that is meant to take its nonce. */
  readonly replacement: SentMessage | undefined;
  /** Absent where no node of its network is connected. */
  readonly active: ActiveConnection | undefined;
  /** The connection that waits until the vault, which seals its token, is unlocked. */
  readonly lockedName?: string | undefined;
  /** The accepted chain of that connection, oldest first. */
  readonly tipsets: readonly ChainTipset[];
  readonly nowMs: number;
}

interface Evidence extends StuckInput {
  readonly active: ActiveConnection;
  readonly head: ChainTipset;
}

const NANO_FIL = { unit: 'nanoFIL' } as const;
const perGas = (amount: bigint): string => `${formatFil(amount, NANO_FIL)} nanoFIL per unit of gas`;
const fil = (amount: bigint): string =>
  amount < FIL / 1000n ? `${formatFil(amount, NANO_FIL)} nanoFIL` : `${formatFil(amount, { maximumPlaces: 6 })} FIL`;

/** Asks what is needed for each finding; what cannot be asked is `unknown`, and the rest is told all the same. */
export async function explainStuck(input: StuckInput): Promise<StuckReport> {
  const { sent, active, tipsets } = input;
  const head = tipsets.at(-1);
  const local = [held(input), replaced(input), notPushed(input)];
  if (isSettled(sent) || sent.stage === 'executed' || sent.stage === 'included') {
    return { findings: [nothing('On chain', 'The message is no longer pending.')], remedies: [] };
  }
  if (active === undefined || head === undefined) {
    return reportOf([...local, offline(input)], undefined, undefined);
  }
  const evidence: Evidence = { ...input, active, head };
  const gap = await nonceFindings(evidence);
  const findings = [
    ...local,
    ...gap.findings,
    feeCap(evidence),
    await guarded('premium', 'Could not compare the premium', () => premium(evidence)),
    await guarded('balance', 'Could not read the balance', () => balance(evidence)),
    lag(evidence),
  ];
  return reportOf(findings, head.height, gap.gapNonce);
}

function reportOf(findings: readonly Finding[], height: number | undefined, gapNonce: string | undefined): StuckReport {
  const order = { cause: 0, unknown: 1, clear: 2 } as const;
  const sorted = [...findings].sort((left, right) => order[left.result] - order[right.result]);
  const causes = sorted.filter(({ result }) => result === 'cause');
  const remedies = [...new Set(causes.flatMap(({ id }): readonly Remedy[] => REMEDIES[id]))];
  const isWaiting = causes.length === 0;
  return {
    ...defined({ height }),
    findings: isWaiting
      ? [nothing('No problem found', 'It waits to be included in a block, which normally takes a few epochs.'), ...sorted]
      : sorted,
    remedies: isWaiting ? ['wait'] : remedies.filter((remedy) => remedy !== 'fill-gap' || gapNonce !== undefined),
    ...defined({ gapNonce }),
  };
}

const REMEDIES: Readonly<Record<Finding['id'], readonly Remedy[]>> = {
  held: ['push'],
  'not-pushed': ['push', 'change-endpoint'],
  rejected: ['push', 'change-endpoint', 'speed-up', 'cancel'],
  unreadable: ['speed-up', 'cancel'],
  'nonce-gap': ['fill-gap'],
  'fee-cap': ['speed-up', 'wait', 'cancel'],
  premium: ['speed-up', 'wait', 'cancel'],
  balance: ['add-funds', 'cancel'],
  replaced: ['wait'],
  'not-in-pool': ['push', 'change-endpoint'],
  'endpoint-lag': ['change-endpoint'],
  'vault-locked': ['unlock', 'change-endpoint'],
  nothing: ['wait'],
};

function finding(id: Finding['id'], result: Finding['result'], title: string, detail: string, calls: readonly CallRef[]): Finding {
  return { id, result, title, detail: detail.slice(0, 2000), calls: [...calls] };
}

function nothing(title: string, detail: string): Finding {
  return finding('nothing', 'clear', title, detail, []);
}

/** One question that failed leaves the others standing. */
async function guarded(id: Finding['id'], title: string, ask: () => Promise<Finding>): Promise<Finding> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SextantError)) {
      throw error;
    }
    return finding(id, 'unknown', title, error.message, []);
  }
}

function offline({ lockedName }: StuckInput): Finding {
  return lockedName === undefined
    ? finding('endpoint-lag', 'cause', 'No node of its network is connected', 'Connect a node of this network to find out more.', [])
    : finding(
        'vault-locked',
        'cause',
        `${lockedName} waits for the vault to be unlocked`,
        'Its token is encrypted by the vault. Unlock the wallet: the endpoint then connects by itself, and following resumes.',
        [],
      );
}

function held({ sent }: StuckInput): Finding {
  return sent.isHeld
    ? finding('held', 'cause', 'Held on this machine', 'Signed but not pushed. Push it when you are ready.', [])
    : finding('held', 'clear', 'Not held', 'To be pushed immediately.', []);
}

function notPushed({ sent }: StuckInput): Finding {
  if (sent.stage === 'rejected') {
    const advice = 'It is signed and may still be published. Push it again, through another endpoint too, or replace it at the same nonce.';
    // The node's words come last: they may end without a full stop.
    const reason = sent.problem === undefined ? 'The node gave no reason.' : `Reason: ${sent.problem}`;
    return finding('rejected', 'cause', 'Rejected by a node', `${advice} ${reason}`, []);
  }
  if (sent.stage === 'signed' && sent.signedHex === undefined) {
    return finding('unreadable', 'cause', 'Signature unreadable', sent.problem ?? 'Its line in the journal is damaged.', []);
  }
  if (sent.stage !== 'signed' || sent.isHeld) {
    return finding('not-pushed', 'clear', 'Accepted by a node', `Taken by a node ${formatCount(sent.pushCount, 'time')}.`, []);
  }
  return finding('not-pushed', 'cause', 'No node has accepted it', sent.problem ?? 'It is signed, and no push has got through yet.', []);
}

function replaced({ replacement }: StuckInput): Finding {
  if (replacement === undefined) {
    return finding('replaced', 'clear', 'No replacement', 'No other message signed here has its nonce.', []);
  }
  return finding(
    'replaced',
    'cause',
    'A replacement is pending',
    `${replacement.signedCid} has the same nonce and a higher premium. One of the two is executed, as a rule that one.`,
    [],
  );
}

/** Whether something of the same sender has to go first, and whether the node has this one. */
async function nonceFindings(evidence: Evidence): Promise<{ findings: Finding[]; gapNonce?: string }> {
  const { sent, all, active, head } = evidence;
  const { from, nonce } = sent.message;
  try {
    const { value: poolNonce, call } = await askPoolNonce(active, from);
    const { nonce: chainNonce, calls } = await askActor(active, from, head);
    const asked = [call, ...calls];
    const figures = `The chain expects nonce ${chainNonce} of this sender next, the node's pool ${poolNonce}; this message has ${nonce}.`;
    if (poolNonce > nonce) {
      const ahead = nonce > chainNonce ? ` ${formatCount(Number(nonce - chainNonce), 'earlier message')} of it go first.` : '';
      return {
        findings: [
          finding('nonce-gap', 'clear', 'No nonce gap', figures + ahead, asked),
          finding('not-in-pool', 'clear', 'The node has a message with its nonce', figures, [call]),
        ],
      };
    }
    if (poolNonce === nonce) {
      const absent = sent.stage === 'signed' || sent.stage === 'rejected' ? 'unknown' : 'cause';
      const again = sent.stage === 'rejected' ? 'Sextant does not push it again automatically.' : 'Sextant pushes it again automatically.';
      return {
        findings: [
          finding('nonce-gap', 'clear', 'No nonce gap', figures, asked),
          finding('not-in-pool', absent, 'The node does not have it', `${figures} ${again}`, [call]),
        ],
      };
    }
    const holder = all.find(
      (other) =>
        other.message.from === from &&
        other.message.nonce === poolNonce &&
        other.intent.genesisCid === sent.intent.genesisCid &&
        other.signedHex !== undefined &&
        !isSettled(other),
    );
    const missing =
      holder === undefined
        ? `Nothing with nonce ${poolNonce} is known here or to the node. Until that nonce is used, nothing after it can be.`
        : `The message with nonce ${poolNonce} is in this journal and ${holder.isHeld ? 'kept here' : 'not in the pool'}: push that one first.`;
    return {
      findings: [finding('nonce-gap', 'cause', `Nonce ${poolNonce} is missing`, `${figures} ${missing}`, asked)],
      ...(holder === undefined ? { gapNonce: poolNonce.toString() } : {}),
    };
  } catch (error) {
    if (!(error instanceof SextantError)) {
      throw error;
    }
    return { findings: [finding('nonce-gap', 'unknown', 'Could not read the nonces', error.message, [])] };
  }
}

function feeCap({ sent, head }: Evidence): Finding {
  const { gasFeeCap } = sent.message;
  const baseFee = BigInt(head.baseFee);
  const figures = `Its fee cap is ${perGas(gasFeeCap)}; the base fee at height ${formatInteger(head.height)} is ${perGas(baseFee)}.`;
  return gasFeeCap < baseFee
    ? finding(
        'fee-cap',
        'cause',
        'Its fee cap is below the base fee',
        `${figures} No block takes it until the base fee falls below the cap.`,
        [],
      )
    : finding('fee-cap', 'clear', 'Its fee cap covers the base fee', figures, []);
}

/** What a block's maker gets of a unit of gas. */
function effectivePremium({ gasFeeCap, gasPremium }: Message, baseFee: bigint): bigint {
  const headroom = gasFeeCap > baseFee ? gasFeeCap - baseFee : 0n;
  return gasPremium < headroom ? gasPremium : headroom;
}

async function premium({ sent, active, tipsets, head }: Evidence): Promise<Finding> {
  const { reader } = followReaderOf(active);
  const recent = tipsets.slice(-RECENT_TIPSETS);
  const baseFee = BigInt(head.baseFee);
  const calls: CallRef[] = [];
  const premiums: bigint[] = [];
  let gas = 0n;
  let room = 0n;
  for (const tipset of recent) {
    const { value, call } = await reader.messagesIn(tipset.key, 'sent: why it waits');
    calls.push(call);
    room += BLOCK_GAS_LIMIT * BigInt(tipset.blocks.length);
    for (const { message } of value) {
      gas += message.gasLimit;
      premiums.push(effectivePremium(message, BigInt(tipset.baseFee)));
    }
  }
  premiums.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const lowest = premiums[Math.floor(premiums.length / 10)] ?? 0n;
  const own = effectivePremium(sent.message, baseFee);
  const percent = room === 0n ? 0n : (gas * 100n) / room;
  const figures = `It leaves ${perGas(own)} to the maker of a block; nine of ten messages in the last ${formatCount(recent.length, 'tipset')} left ${perGas(lowest)} or more. Blocks were filled to ${percent}%.`;
  return own < lowest && percent >= FULL_PERCENT
    ? finding('premium', 'cause', 'Others pay more, and blocks are full', figures, calls)
    : finding('premium', 'clear', 'Its premium is enough', figures, calls);
}

async function balance({ sent, all, active, head }: Evidence): Promise<Finding> {
  const { from, nonce } = sent.message;
  const { balance: owned, calls } = await askActor(active, from, head);
  const before = all.filter(
    (other) =>
      other.message.from === from &&
      other.message.nonce < nonce &&
      other.intent.genesisCid === sent.intent.genesisCid &&
      other.signedHex !== undefined &&
      !isSettled(other) &&
      other.stage !== 'executed',
  );
  const byNonce = new Map([...before, sent].map(({ message }) => [message.nonce, message]));
  const needed = [...byNonce.values()].reduce((sum, { value, gasLimit, gasFeeCap }) => sum + value + gasLimit * gasFeeCap, 0n);
  const figures = `${formatAddress(from, active.letter)} has ${fil(owned)}; this message and ${formatCount(byNonce.size - 1, 'earlier one')} that wait may take up to ${fil(needed)}.`;
  return owned < needed
    ? finding('balance', 'cause', 'The balance does not cover it', figures, calls)
    : finding('balance', 'clear', 'The balance covers it', figures, calls);
}

function lag({ active, head, nowMs }: Evidence): Finding {
  const { capabilities, facts } = active;
  const ageMs = nowMs - head.timeMs;
  const limitMs = LAG_EPOCHS * facts.blockDelaySeconds * 1000;
  const figures = `The newest tipset that ${active.name} tells is of height ${formatInteger(head.height)} and ${formatDuration(ageMs)} old.`;
  if (capabilities.isChainAccelerated) {
    return finding('endpoint-lag', 'clear', 'The node keeps up', 'The chain of this development node does not run by the clock.', []);
  }
  return ageMs > limitMs
    ? finding('endpoint-lag', 'cause', 'The node lags behind', `${figures} Its answers may be outdated.`, [])
    : finding('endpoint-lag', 'clear', 'The node keeps up', figures, []);
}
