import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { AHEAD_WORDS, aheadMs, aheadText, hasOwnClock } from '../chain-clock.ts';
import { expectedBlocks } from '../expected-blocks.ts';
import { failureWords } from '../head-words.ts';
import { type AttentionFacts, type Check, made, notApplicable, unknown } from './check.ts';

const GROUP = 'Endpoint and chain';
const TO_NODE = { label: 'Open', path: '/node' };
const TO_ENDPOINTS = { label: 'Open', path: '/endpoints' };
/** A head older than this is late, even if new tipsets still arrive. */
const LATE_EPOCHS = 5;
/** One hour. F3 finality normally follows the head within minutes. */
const SLOW_FINALITY_EPOCHS = 120;
const MIN_EPOCHS = 30;
const DEEP_REORG = 5;
const REORG_NEWS_MS = 3_600_000;

/** Checks of the connected endpoint and of the chain it reports. */
export function chainChecks(facts: AttentionFacts): readonly Check[] {
  const { head, connections } = facts;
  const name = sanitiseToText(head?.connectionName ?? '', 40) || 'The endpoint';
  const active = connections?.connections.find(({ id }) => id === connections.activeId);
  return [
    answers(facts, name),
    fresh(facts, name),
    inTime(facts, name),
    late(facts, name),
    finality(facts),
    blocks(facts),
    reorgs(facts),
    served(facts),
    made(
      { id: 'token-sent', group: GROUP, title: 'API token' },
      active?.tokenProblem === undefined
        ? []
        : [
            {
              key: 'token-sent',
              tone: 'warning',
              urgency: 'Soon',
              title: `The token of ${sanitiseToText(active.name, 40)} was not sent`,
              detail: sanitiseToText(active.tokenProblem, 200),
              action: TO_ENDPOINTS,
            },
          ],
      active?.hasToken === true ? 'Sent with every call.' : 'No token set.',
    ),
    made(
      { id: 'token-safe', group: GROUP, title: 'Token transport' },
      active?.isTokenExposed === true
        ? [
            {
              key: 'token-safe',
              tone: 'warning',
              urgency: 'Soon',
              title: `The token of ${sanitiseToText(active.name, 40)} is sent to another machine unencrypted`,
              detail: 'Anyone who can read the traffic can use it. Use an https URL or a tunnel.',
              action: TO_ENDPOINTS,
            },
          ]
        : [],
      active?.hasToken === true ? 'Sent locally or over an encrypted connection.' : 'No token set.',
    ),
  ];
}

function answers({ head, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'answers', group: GROUP, title: 'Endpoint responds' } as const;
  if (head === undefined || head.status === 'connecting') return unknown(check, 'Connecting.');
  if (head.status !== 'failed') return made(check, [], `${name} responds.`);
  const age = head.headReceivedAtMs === undefined ? undefined : formatDuration(nowMs - head.headReceivedAtMs);
  return made(
    check,
    [
      {
        key: 'endpoint',
        isCause: true,
        tone: 'danger',
        urgency: 'Act now',
        title: `${name}: ${failureWords(head.problem?.code).words}`,
        detail: sanitiseToText(head.problem?.message ?? 'The figures shown are the last known ones.', 200),
        ...(age === undefined ? {} : { note: `for ${age}` }),
        action: TO_ENDPOINTS,
      },
    ],
    '',
  );
}

function fresh({ head, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'fresh', group: GROUP, title: 'New tipsets' } as const;
  if (head?.headReceivedAtMs === undefined || head.status === 'failed') return unknown(check, 'No tipset received yet.');
  const age = formatDuration(nowMs - head.headReceivedAtMs);
  return made(
    check,
    head.status !== 'stale'
      ? []
      : [
          {
            key: 'stale',
            tone: 'warning',
            urgency: 'Soon',
            title: `${name} has no new tipset`,
            detail: sanitiseToText(head.problem?.message ?? 'The figures shown are the last known ones.', 200),
            note: `for ${age}`,
            action: TO_ENDPOINTS,
          },
        ],
    'The latest tipset arrived on time.',
  );
}

function inTime({ head, connections, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'clock', group: GROUP, title: 'Head timestamp' } as const;
  if (head?.head === undefined || head.status === 'failed') return unknown(check, 'Head unknown.');
  if (hasOwnClock(connections?.capabilities)) return notApplicable(check, 'This practice chain runs on its own clock.');
  const ahead = aheadMs(head.head.timeMs, nowMs, connections?.capabilities);
  return made(
    check,
    ahead === undefined
      ? []
      : [
          {
            key: 'clock',
            tone: 'warning',
            urgency: 'Soon',
            title: `The head of ${name} is ${aheadText(ahead)}`,
            detail: AHEAD_WORDS,
            action: TO_NODE,
          },
        ],
    'This machine’s clock agrees with the chain.',
  );
}

function late({ head, connections, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'behind', group: GROUP, title: 'Head age' } as const;
  if (head?.head === undefined || head.status === 'failed') return unknown(check, 'Head unknown.');
  if (hasOwnClock(connections?.capabilities)) return notApplicable(check, 'This practice chain runs on its own clock.');
  const epochs = Math.floor((nowMs - head.head.timeMs) / ((head.blockDelaySeconds ?? 30) * 1000));
  // The check before this one reports a stale head.
  const isLate = epochs > LATE_EPOCHS && head.status !== 'stale';
  return made(
    check,
    isLate
      ? [
          {
            key: 'behind',
            tone: 'warning',
            urgency: 'Soon',
            title: `${name} is ${formatCount(epochs, 'epoch')} behind`,
            detail: 'Its head is older than the current epoch: the node is syncing, or the network produces no tipsets.',
            action: TO_NODE,
          },
        ]
      : [],
    `${formatCount(Math.max(0, epochs), 'epoch')} old.`,
  );
}

function finality({ head }: AttentionFacts): Check {
  const check = { id: 'finality', group: GROUP, title: 'Finality' } as const;
  if (head?.head === undefined || head.finalized === undefined) return unknown(check, 'The node does not report finality.');
  const behind = Math.max(0, head.head.height - head.finalized.height);
  if (head.finalized.by !== 'node') return notApplicable(check, 'This node does not report F3; finality is counted by depth.');
  const lag = formatDuration(behind * (head.blockDelaySeconds ?? 30) * 1000);
  return made(
    check,
    behind <= SLOW_FINALITY_EPOCHS
      ? []
      : [
          {
            key: 'finality',
            tone: 'warning',
            urgency: 'Soon',
            title: `Finality is ${lag} behind the head`,
            detail: 'F3 makes no progress, or this node does not take part in it. Wait longer before you treat a message as final.',
            action: TO_NODE,
          },
        ],
    `${lag} behind the head.`,
  );
}

function blocks({ head }: AttentionFacts): Check {
  const check = { id: 'blocks', group: GROUP, title: 'Blocks per tipset' } as const;
  const expected = expectedBlocks(head?.networkName);
  if (expected === undefined) return notApplicable(check, 'No expected count on a practice network.');
  const strip = head?.strip ?? [];
  if (strip.length < MIN_EPOCHS) return unknown(check, `Needs ${MIN_EPOCHS} epochs.`);
  const count = strip.reduce((sum, entry) => sum + entry.blocks.length, 0);
  const each = (count / strip.length).toFixed(2);
  return made(
    check,
    count * 10 >= strip.length * expected * 6
      ? []
      : [
          {
            key: 'blocks',
            tone: 'warning',
            urgency: 'Soon',
            title: `Only ${each} blocks per tipset, ${expected} expected`,
            detail: 'This node misses blocks, or part of the network is cut off. Compare with another endpoint.',
            action: TO_NODE,
          },
        ],
    `${each} in the last ${formatInteger(strip.length)} epochs, ${expected} expected.`,
  );
}

function reorgs({ head, nowMs }: AttentionFacts): Check {
  const check = { id: 'reorgs', group: GROUP, title: 'Reorgs in the last hour' } as const;
  if (head?.head === undefined) return unknown(check, 'Head unknown.');
  const recent = head.reorgs.filter(({ seenAtMs }) => nowMs - seenAtMs < REORG_NEWS_MS);
  const deep = recent.filter(({ depth }) => depth >= DEEP_REORG);
  return made(
    check,
    deep.map((reorg) => ({
      key: `reorg ${reorg.seenAtMs}`,
      tone: 'warning',
      urgency: 'Soon',
      title: `${formatCount(reorg.depth, 'epoch')} reverted`,
      detail: 'Their messages may have been executed in other tipsets, or not at all. Check the messages in the reverted tipsets.',
      note: `${formatDuration(nowMs - reorg.seenAtMs)} ago`,
      action: { label: 'Open', path: `/tipsets/${encodeURIComponent(reorg.reverted.at(-1)?.key.join(',') ?? '')}` },
    })),
    recent.length === 0 ? 'No reorgs.' : `${formatCount(recent.length, 'shallow reorg')}.`,
  );
}

function served({ connections, passports }: AttentionFacts): Check {
  const check = { id: 'served', group: GROUP, title: 'Served methods' } as const;
  if (connections === undefined) return unknown(check, 'No endpoint.');
  const missing = connections.capabilities.missingMethods.length;
  const passport = passports.find(({ connectionId }) => connectionId === connections.activeId);
  return made(
    check,
    passport?.verdict === 'bad'
      ? [
          {
            key: 'passport',
            tone: 'warning',
            urgency: 'Soon',
            title: 'This endpoint failed its examination',
            detail: sanitiseToText(passport.summary, 200),
            action: { label: 'Open', path: `/endpoints/${encodeURIComponent(connections.activeId)}` },
          },
        ]
      : [],
    missing === 0
      ? 'No method refused so far.'
      : `${formatCount(missing, 'method')} not served. Panels that need them say so and suggest alternatives.`,
  );
}
