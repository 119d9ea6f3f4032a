/** Explains why a message is still pending: checks every possible cause, with figures and the calls behind them. */

import { defined } from '../../../../shared/collections/defined.ts';
import { formatAddress } from '../../../../shared/domain/addresses/address.ts';
import { FIL, formatFil } from '../../../../shared/domain/amounts/amount.ts';
import { BLOCK_GAS_LIMIT } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { StuckReport } from '../../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatDuration, formatInteger } from '../../../../shared/text/format.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import { isSettled } from '../../../wallet/sent-message.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import type { ChainTipset } from '../../pinned/chain-tipset.ts';
import { askActor, askPoolNonce, followReaderOf } from './follow-view.ts';

type Finding = StuckReport['findings'][number];
type Remedy = StuckReport['remedies'][number];

/** Number of tipsets whose messages the premium is compared with. */
const RECENT_TIPSETS = 5;
/** Above this share of the block gas limit, premiums decide which messages are included. */
const FULL_PERCENT = 80n;
/** An endpoint whose head is this many epochs old lags behind. */
const LAG_EPOCHS = 4;

export interface StuckInput {
  readonly sent: SentMessage;
  /** Every entry of the journal. */
  readonly all: readonly SentMessage[];
  /** The signed entry that replaces this one. */
  readonly replacement: SentMessage | undefined;
  /** Absent if no node of its network is connected. */
  readonly active: ActiveConnection | undefined;
  /** The chosen connection, if the locked vault keeps it from connecting. */
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

/** Check every possible cause. A check that fails is reported as `unknown`; the others still count. */
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
      ? [nothing('No problem found', 'The message is waiting to be included in a block, which normally takes a few epochs.'), ...sorted]
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

/** Report a failed check as `unknown`, so that the others still count. */
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
    ? finding('endpoint-lag', 'cause', 'No node of this network is connected', 'Connect one to find out more.', [])
    : finding(
        'vault-locked',
        'cause',
        `${lockedName} needs the vault to be unlocked`,
        'Its token is encrypted by the vault. Unlock the wallet to connect and to resume following.',
        [],
      );
}

function held({ sent }: StuckInput): Finding {
  return sent.isHeld
    ? finding('held', 'cause', 'Held on this machine', 'Signed but not pushed. Push it when you are ready.', [])
    : finding('held', 'clear', 'Not held', 'The message is pushed automatically.', []);
}

function notPushed({ sent }: StuckInput): Finding {
  if (sent.stage === 'rejected') {
    const advice =
      'The message is signed and may still be published. Push it again, here or through another endpoint, or replace it at the same nonce.';
    // The node's text comes last: it may end without a full stop.
    const reason = sent.problem === undefined ? 'The node gave no reason.' : `Reason: ${sent.problem}`;
    return finding('rejected', 'cause', 'Rejected by a node', `${advice} ${reason}`, []);
  }
  if (sent.stage === 'signed' && sent.signedHex === undefined) {
    return finding('unreadable', 'cause', 'Signature unreadable', sent.problem ?? 'Its journal entry is damaged.', []);
  }
  if (sent.stage !== 'signed' || sent.isHeld) {
    return finding('not-pushed', 'clear', 'Accepted by a node', `Accepted ${formatCount(sent.pushCount, 'time')}.`, []);
  }
  return finding(
    'not-pushed',
    'cause',
    'No node has accepted it',
    sent.problem ?? 'The message is signed, but no push has succeeded yet.',
    [],
  );
}

function replaced({ replacement }: StuckInput): Finding {
  if (replacement === undefined) {
    return finding('replaced', 'clear', 'No replacement', 'No other message signed here has this nonce.', []);
  }
  return finding(
    'replaced',
    'cause',
    'A replacement is pending',
    `${replacement.signedCid} has the same nonce and a higher premium. Only one of the two is executed, normally the replacement.`,
    [],
  );
}

/** Check for earlier nonces of the sender that are missing, and whether the node has the message. */
async function nonceFindings(evidence: Evidence): Promise<{ findings: Finding[]; gapNonce?: string }> {
  const { sent, all, active, head } = evidence;
  const { from, nonce } = sent.message;
  try {
    const { value: poolNonce, call } = await askPoolNonce(active, from);
    const { nonce: chainNonce, calls } = await askActor(active, from, head);
    const asked = [call, ...calls];
    const figures = `The sender’s next nonce is ${chainNonce} on chain and ${poolNonce} in the node’s mempool; this message has ${nonce}.`;
    if (poolNonce > nonce) {
      const ahead = nonce > chainNonce ? ` ${formatCount(Number(nonce - chainNonce), 'earlier message')} must be mined first.` : '';
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
        ? `Neither this journal nor the node has a message with nonce ${poolNonce}. Later messages cannot be mined until it is used.`
        : `The message with nonce ${poolNonce} is in this journal and ${holder.isHeld ? 'held' : 'not in the mempool'}: push that one first.`;
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
  const figures = `The fee cap is ${perGas(gasFeeCap)}; the base fee at height ${formatInteger(head.height)} is ${perGas(baseFee)}.`;
  return gasFeeCap < baseFee
    ? finding(
        'fee-cap',
        'cause',
        'Fee cap below the base fee',
        `${figures} The message cannot be mined until the base fee falls to the cap.`,
        [],
      )
    : finding('fee-cap', 'clear', 'Fee cap covers the base fee', figures, []);
}

/** Return the premium per unit of gas that the block producer receives. */
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
  const figures = `The effective premium is ${perGas(own)}; 90 % of messages in the last ${formatCount(recent.length, 'tipset')} paid at least ${perGas(lowest)}. Blocks were ${percent} % full.`;
  return own < lowest && percent >= FULL_PERCENT
    ? finding('premium', 'cause', 'Premium too low for full blocks', figures, calls)
    : finding('premium', 'clear', 'Premium is sufficient', figures, calls);
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
  const figures = `${formatAddress(from, active.letter)} has ${fil(owned)}; this message and ${formatCount(byNonce.size - 1, 'earlier pending message')} may cost up to ${fil(needed)}.`;
  return owned < needed
    ? finding('balance', 'cause', 'Insufficient balance', figures, calls)
    : finding('balance', 'clear', 'Sufficient balance', figures, calls);
}

function lag({ active, head, nowMs }: Evidence): Finding {
  const { capabilities, facts } = active;
  const ageMs = nowMs - head.timeMs;
  const limitMs = LAG_EPOCHS * facts.blockDelaySeconds * 1000;
  const figures = `The newest tipset of ${active.name} is at height ${formatInteger(head.height)} and ${formatDuration(ageMs)} old.`;
  if (capabilities.isChainAccelerated) {
    return finding('endpoint-lag', 'clear', 'The node keeps up', 'This development chain does not follow real time.', []);
  }
  return ageMs > limitMs
    ? finding('endpoint-lag', 'cause', 'The node lags behind', `${figures} Its answers may be outdated.`, [])
    : finding('endpoint-lag', 'clear', 'The node keeps up', figures, []);
}
