import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { feeParts } from '../../lib/amount-parts.ts';
import { AHEAD_WORDS, aheadMs, aheadText } from '../../lib/chain-clock.ts';
import { failureWords } from '../../lib/head-words.ts';
import { waitTrouble } from '../../lib/journal-words.ts';
import type { Tone } from '../../lib/tone.ts';

export interface AttentionItem {
  readonly key: string;
  readonly tone: Exclude<Tone, 'neutral' | 'success'>;
  /** How urgent, in a word or two. */
  readonly urgency: string;
  readonly title: string;
  readonly detail: string;
  /** At the right: until when, or what it takes. */
  readonly note: string | undefined;
  readonly action: { readonly label: string; readonly path: string };
}

/** A failed message is news for a day. */
const NEWS_MS = 86_400_000;

interface AttentionFacts {
  readonly head: HeadState | undefined;
  readonly capabilities: ConnectionsState['capabilities'] | undefined;
  readonly journal: readonly JournalEntry[];
  readonly ownMiners: readonly MinerRow[];
  readonly nowMs: number;
}

/** What needs somebody, most urgent first. Only what is known for certain: nothing is guessed. */
export function findAttention(facts: AttentionFacts): readonly AttentionItem[] {
  return [...minerItems(facts), ...endpointItems(facts), ...clockItems(facts), ...messageItems(facts)];
}

function endpointItems({ head, nowMs }: AttentionFacts): AttentionItem[] {
  if (head?.status !== 'failed' && head?.status !== 'stale') return [];
  const name = sanitiseToText(head.connectionName, 40) || 'Endpoint';
  const isFailed = head.status === 'failed';
  const age = head.headReceivedAtMs === undefined ? undefined : formatDuration(nowMs - head.headReceivedAtMs);
  return [
    {
      key: 'endpoint',
      tone: isFailed ? 'danger' : 'warning',
      urgency: isFailed ? 'Act now' : 'Soon',
      title: isFailed ? `${name}: ${failureWords(head.problem?.code).words}` : `${name} has no new tipset`,
      detail: sanitiseToText(head.problem?.message ?? 'What is shown here is what was known last.', 200),
      note: age === undefined ? undefined : `for ${age}`,
      action: { label: 'Open', path: '/endpoints' },
    },
  ];
}

function clockItems({ head, capabilities, nowMs }: AttentionFacts): AttentionItem[] {
  const ahead = aheadMs(head?.head?.timeMs, nowMs, capabilities);
  // Of a node that does not answer that is what matters.
  if (head === undefined || ahead === undefined || head.status === 'failed') return [];
  return [
    {
      key: 'clock',
      tone: 'warning',
      urgency: 'Soon',
      title: `The head of ${sanitiseToText(head.connectionName, 40) || 'this endpoint'} is ${aheadText(ahead)}`,
      detail: AHEAD_WORDS,
      note: undefined,
      action: { label: 'Open', path: '/node' },
    },
  ];
}

function minerItems({ ownMiners }: AttentionFacts): AttentionItem[] {
  return ownMiners
    .filter((miner) => (miner.sectors?.faulty ?? 0) > 0)
    .map((miner) => ({
      key: `faults ${miner.address}`,
      tone: 'danger',
      urgency: 'Act now',
      title: `${sanitiseToText(miner.address, 40)} has ${formatCount(miner.sectors?.faulty ?? 0, 'faulty sector')}`,
      detail: `They cost a fee every proving period, ${formatInteger(miner.sectors?.active ?? 0)} others are active`,
      note: undefined,
      action: { label: 'Open', path: `/miners/${encodeURIComponent(miner.address)}` },
    }));
}

function messageItems({ journal, head, nowMs }: AttentionFacts): AttentionItem[] {
  const items: AttentionItem[] = [];
  const baseFee = head?.head === undefined ? undefined : BigInt(head.head.baseFee);
  for (const entry of journal) {
    const action = { label: 'Open', path: `/journal/${encodeURIComponent(entry.id)}` };
    const nonce = formatInteger(entry.nonce);
    const wait = waitTrouble(entry, baseFee, nowMs);
    if (wait !== undefined) {
      items.push({
        key: entry.id,
        tone: 'pending',
        urgency: 'Stuck',
        title: `Message with nonce ${nonce} waits ${formatDuration(nowMs - entry.createdAtMs)}`,
        detail:
          wait === 'under-base-fee' && baseFee !== undefined
            ? `Fee cap ${feeText(BigInt(entry.gasFeeCap))} is under the base fee ${feeText(baseFee)}`
            : 'It is in the pool and no block has taken it',
        note: wait === 'under-base-fee' && baseFee !== undefined ? `Needs ${feeText(baseFee)}` : undefined,
        action,
      });
    } else if (
      ((entry.stage === 'failed' && entry.signedCid !== undefined) || (entry.exitCode ?? 0) !== 0) &&
      nowMs - entry.updatedAtMs < NEWS_MS
    ) {
      items.push({
        key: entry.id,
        tone: 'danger',
        urgency: 'Failed',
        title: `Message with nonce ${nonce} did not do what it should`,
        detail:
          entry.exitCode === undefined || entry.exitCode === 0
            ? sanitiseToText(entry.problem ?? 'It was not sent', 200)
            : `${sanitiseToText(entry.methodName, 60)} ended with exit code ${entry.exitCode}`,
        note: undefined,
        action,
      });
    }
  }
  return items;
}

function feeText(fee: bigint): string {
  const parts = feeParts(fee);
  return `${parts.sign}${parts.digits}${parts.zeros} ${parts.unit}`;
}
