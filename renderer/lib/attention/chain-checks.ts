import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { AHEAD_WORDS, aheadMs, aheadText, hasOwnClock } from '../chain-clock.ts';
import { expectedBlocks } from '../expected-blocks.ts';
import { failureWords } from '../head-words.ts';
import { type AttentionFacts, type Check, made, notApplicable, unknown } from './check.ts';

const GROUP = 'Endpoint and chain';
const TO_NODE = { label: 'Open', path: '/node' };
const TO_ENDPOINTS = { label: 'Open', path: '/endpoints' };
/** A head that is older than this many epochs is late, though it still comes. */
const LATE_EPOCHS = 5;
/** Finality by F3 follows the head within minutes; this is an hour. */
const SLOW_FINALITY_EPOCHS = 120;
const FEWEST_EPOCHS = 30;
const DEEP_REORG = 5;
const REORG_NEWS_MS = 3_600_000;

/** The endpoint that is connected, and the chain as it tells it. */
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
      { id: 'token-sent', group: GROUP, title: 'Token of the endpoint' },
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
      active?.hasToken === true ? 'It is sent with every call.' : 'No token is set.',
    ),
    made(
      { id: 'token-safe', group: GROUP, title: 'Token transport' },
      active?.isTokenExposed === true
        ? [
            {
              key: 'token-safe',
              tone: 'warning',
              urgency: 'Soon',
              title: `The token of ${sanitiseToText(active.name, 40)} goes to another machine unencrypted`,
              detail: 'Whoever reads the traffic can use it. Give the address with https, or reach it through a tunnel.',
              action: TO_ENDPOINTS,
            },
          ]
        : [],
      active?.hasToken === true ? 'Sent locally or over an encrypted connection.' : 'No token is set.',
    ),
  ];
}

function answers({ head, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'answers', group: GROUP, title: 'Endpoint responds' } as const;
  if (head === undefined || head.status === 'connecting') return unknown(check, 'It is being reached.');
  if (head.status !== 'failed') return made(check, [], `${name} answers.`);
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
        detail: sanitiseToText(head.problem?.message ?? 'What is shown here is what was known last.', 200),
        ...(age === undefined ? {} : { note: `for ${age}` }),
        action: TO_ENDPOINTS,
      },
    ],
    '',
  );
}

function fresh({ head, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'fresh', group: GROUP, title: 'New tipsets' } as const;
  if (head?.headReceivedAtMs === undefined || head.status === 'failed') return unknown(check, 'No tipset was received.');
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
            detail: sanitiseToText(head.problem?.message ?? 'What is shown here is what was known last.', 200),
            note: `for ${age}`,
            action: TO_ENDPOINTS,
          },
        ],
    'The last one came when it was due.',
  );
}

function inTime({ head, connections, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'clock', group: GROUP, title: 'Clock of the head' } as const;
  if (head?.head === undefined || head.status === 'failed') return unknown(check, 'No head is known.');
  if (hasOwnClock(connections?.capabilities)) return notApplicable(check, 'This practice chain keeps a time of its own.');
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
    'The clocks of this machine and of the chain agree.',
  );
}

function late({ head, connections, nowMs }: AttentionFacts, name: string): Check {
  const check = { id: 'behind', group: GROUP, title: 'Age of the head' } as const;
  if (head?.head === undefined || head.status === 'failed') return unknown(check, 'No head is known.');
  if (hasOwnClock(connections?.capabilities)) return notApplicable(check, 'This practice chain keeps a time of its own.');
  const epochs = Math.floor((nowMs - head.head.timeMs) / ((head.blockDelaySeconds ?? 30) * 1000));
  // Of a head that is stale the check before says so.
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
            detail: 'Its head is older than the epoch that it should be by the clock: it is catching up, or the network makes no tipsets.',
            action: TO_NODE,
          },
        ]
      : [],
    `It is ${formatCount(Math.max(0, epochs), 'epoch')} old.`,
  );
}

function finality({ head }: AttentionFacts): Check {
  const check = { id: 'finality', group: GROUP, title: 'Finality' } as const;
  if (head?.head === undefined || head.finalized === undefined) return unknown(check, 'The node does not say what is final.');
  const behind = Math.max(0, head.head.height - head.finalized.height);
  if (head.finalized.by !== 'node') return notApplicable(check, 'It is counted by depth: this node tells nothing of F3.');
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
            detail: 'F3 makes no progress, or this node does not take part. Wait longer before a message counts as settled.',
            action: TO_NODE,
          },
        ],
    `It is ${lag} behind.`,
  );
}

function blocks({ head }: AttentionFacts): Check {
  const check = { id: 'blocks', group: GROUP, title: 'Blocks in tipsets' } as const;
  const expected = expectedBlocks(head?.networkName);
  if (expected === undefined) return notApplicable(check, 'No expected count on a practice network.');
  const strip = head?.strip ?? [];
  if (strip.length < FEWEST_EPOCHS) return unknown(check, 'Too few epochs were seen.');
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
            title: `Only ${each} blocks a tipset, ${expected} expected`,
            detail: 'This node misses blocks, or a part of the network is cut off. Compare it with another endpoint.',
            action: TO_NODE,
          },
        ],
    `${each} in the last ${formatInteger(strip.length)} epochs, ${expected} expected.`,
  );
}

function reorgs({ head, nowMs }: AttentionFacts): Check {
  const check = { id: 'reorgs', group: GROUP, title: 'Reorgs of the last hour' } as const;
  if (head?.head === undefined) return unknown(check, 'No head is known.');
  const recent = head.reorgs.filter(({ seenAtMs }) => nowMs - seenAtMs < REORG_NEWS_MS);
  const deep = recent.filter(({ depth }) => depth >= DEEP_REORG);
  return made(
    check,
    deep.map((reorg) => ({
      key: `reorg ${reorg.seenAtMs}`,
      tone: 'warning',
      urgency: 'Soon',
      title: `${formatCount(reorg.depth, 'epoch')} were reverted`,
      detail: 'What was executed in them may have been executed elsewhere, or not at all. Look at the messages that they held.',
      note: `${formatDuration(nowMs - reorg.seenAtMs)} ago`,
      action: { label: 'Open', path: `/tipsets/${encodeURIComponent(reorg.reverted.at(-1)?.key.join(',') ?? '')}` },
    })),
    recent.length === 0 ? 'None was seen.' : `${formatCount(recent.length, 'small one')} seen.`,
  );
}

function served({ connections, passports }: AttentionFacts): Check {
  const check = { id: 'served', group: GROUP, title: 'Methods that are served' } as const;
  if (connections === undefined) return unknown(check, 'No endpoint is known.');
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
            title: 'The passport of this endpoint is bad',
            detail: sanitiseToText(passport.summary, 200),
            action: { label: 'Open', path: `/endpoints/${encodeURIComponent(connections.activeId)}` },
          },
        ]
      : [],
    missing === 0
      ? 'Nothing was refused so far.'
      : `${formatCount(missing, 'method')} found not served; the panels that need them say so and name what else tells the same.`,
  );
}
