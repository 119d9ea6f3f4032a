/** Rules of the connected endpoint and of the chain it reports. */
import { AHEAD_WORDS, aheadMs, aheadText, hasOwnClock } from '../domain/chain/chain-clock.ts';
import { expectedBlocks } from '../domain/chain/expected-blocks.ts';
import type { HeadState } from '../ipc/schemas/chain.ts';
import type { ConnectionsState } from '../ipc/schemas/connections.ts';
import { failureWords } from '../rpc/failure-words.ts';
import { formatCount, formatDuration, formatInteger } from '../text/format.ts';
import { sanitiseToText } from '../text/sanitise.ts';
import type { Evaluators, FactsOf, Outcome, RuleFinding } from './outcome.ts';
import { RULES } from './rules.ts';

const TO_NODE = { label: 'Open', route: '/node' };
const TO_ENDPOINTS = { label: 'Open', route: '/endpoints' };
const OWN_CLOCK: Outcome = { notApplicable: 'This practice chain runs on its own clock.' };

export const CHAIN_RULES: Evaluators<
  'answers' | 'fresh' | 'clock' | 'behind' | 'finality' | 'blocks' | 'reorgs' | 'served' | 'token-sent' | 'token-safe'
> = {
  answers,
  fresh,
  clock,
  behind,
  finality,
  blocks,
  reorgs,
  served,
  'token-sent': tokenSent,
  'token-safe': tokenSafe,
};

function nameOf({ connectionName }: HeadState): string {
  return sanitiseToText(connectionName, 40) || 'The endpoint';
}

/** The connection, and the chain it is about. */
function aboutChain({ genesisCid, connectionId }: HeadState): RuleFinding['about'] {
  return [genesisCid, connectionId];
}

function answers({ head, nowMs }: FactsOf<'answers'>): Outcome {
  if (head.status === 'connecting') return { unknown: 'Connecting.' };
  const name = nameOf(head);
  if (head.status !== 'failed') return { findings: [], words: `${name} responds.` };
  const age = head.headReceivedAtMs === undefined ? undefined : formatDuration(nowMs - head.headReceivedAtMs);
  return {
    findings: [
      {
        about: [head.connectionId],
        isCause: true,
        title: `${name}: ${failureWords(head.problem?.code).words}`,
        detail: sanitiseToText(head.problem?.message ?? 'The figures shown are the last known ones.', 200),
        ...(age === undefined ? {} : { note: `for ${age}` }),
        action: TO_ENDPOINTS,
      },
    ],
    words: '',
  };
}

function fresh({ head, nowMs }: FactsOf<'fresh'>): Outcome {
  if (head.headReceivedAtMs === undefined || head.status === 'failed') return { unknown: 'No tipset received yet.' };
  const finding: RuleFinding = {
    about: [head.connectionId],
    title: `${nameOf(head)} has no new tipset`,
    detail: sanitiseToText(head.problem?.message ?? 'The figures shown are the last known ones.', 200),
    note: `for ${formatDuration(nowMs - head.headReceivedAtMs)}`,
    action: TO_ENDPOINTS,
  };
  return { findings: head.status === 'stale' ? [finding] : [], words: 'The latest tipset arrived on time.' };
}

function clock({ head, connections, nowMs }: FactsOf<'clock'>): Outcome {
  if (head.head === undefined || head.status === 'failed') return { unknown: 'Head unknown.' };
  if (hasOwnClock(connections.capabilities)) return OWN_CLOCK;
  const ahead = aheadMs(head.head.timeMs, nowMs, connections.capabilities);
  return {
    findings:
      ahead === undefined
        ? []
        : [
            {
              about: aboutChain(head),
              title: `The head of ${nameOf(head)} is ${aheadText(ahead)}`,
              detail: AHEAD_WORDS,
              action: TO_NODE,
            },
          ],
    words: 'This machine’s clock agrees with the chain.',
  };
}

function behind({ head, connections, nowMs }: FactsOf<'behind'>): Outcome {
  if (head.head === undefined || head.status === 'failed') return { unknown: 'Head unknown.' };
  if (hasOwnClock(connections.capabilities)) return OWN_CLOCK;
  const epochs = Math.floor((nowMs - head.head.timeMs) / ((head.blockDelaySeconds ?? 30) * 1000));
  // `fresh` reports a stale head.
  const isLate = epochs > RULES.behind.thresholds.epochs && head.status !== 'stale';
  const finding: RuleFinding = {
    about: aboutChain(head),
    title: `${nameOf(head)} is ${formatCount(epochs, 'epoch')} behind`,
    detail: 'Its head is older than the current epoch: the node is syncing, or the network produces no tipsets.',
    action: TO_NODE,
  };
  return { findings: isLate ? [finding] : [], words: `${formatCount(Math.max(0, epochs), 'epoch')} old.` };
}

function finality({ head }: FactsOf<'finality'>): Outcome {
  if (head.head === undefined || head.finalized === undefined) return { unknown: 'The node does not report finality.' };
  if (head.finalized.by !== 'node') return { notApplicable: 'This node does not report F3; finality is counted by depth.' };
  const epochs = Math.max(0, head.head.height - head.finalized.height);
  const lag = formatDuration(epochs * (head.blockDelaySeconds ?? 30) * 1000);
  const finding: RuleFinding = {
    about: aboutChain(head),
    title: `Finality is ${lag} behind the head`,
    detail: 'F3 makes no progress, or this node does not take part in it. Wait longer before you treat a message as final.',
    action: TO_NODE,
  };
  return { findings: epochs > RULES.finality.thresholds.epochs ? [finding] : [], words: `${lag} behind the head.` };
}

function blocks({ head }: FactsOf<'blocks'>): Outcome {
  const { minEpochs, minPercentOfExpected } = RULES.blocks.thresholds;
  if (head.networkName === undefined) return { unknown: 'Network unknown.' };
  const expected = expectedBlocks(head.networkName);
  if (expected === undefined) return { notApplicable: 'No expected count on a practice network.' };
  const { strip } = head;
  if (strip.length < minEpochs) return { unknown: `Needs ${minEpochs} epochs.` };
  const count = strip.reduce((sum, entry) => sum + entry.blocks.length, 0);
  const each = (count / strip.length).toFixed(2);
  const finding: RuleFinding = {
    about: aboutChain(head),
    title: `Only ${each} blocks per tipset, ${expected} expected`,
    detail: 'This node misses blocks, or part of the network is cut off. Compare with another endpoint.',
    action: TO_NODE,
  };
  return {
    findings: count * 100 < strip.length * expected * minPercentOfExpected ? [finding] : [],
    words: `${each} in the last ${formatInteger(strip.length)} epochs, ${expected} expected.`,
  };
}

function reorgs({ head, nowMs }: FactsOf<'reorgs'>): Outcome {
  const { depthEpochs, reportedMs } = RULES.reorgs.thresholds;
  if (head.head === undefined) return { unknown: 'Head unknown.' };
  const recent = head.reorgs.filter(({ seenAtMs }) => nowMs - seenAtMs < reportedMs);
  return {
    findings: recent
      .filter(({ depth }) => depth >= depthEpochs)
      .map((reorg) => {
        const lost = reorg.reverted.at(-1)?.key.join(',') ?? '';
        return {
          about: [...aboutChain(head), lost],
          title: `${formatCount(reorg.depth, 'epoch')} reverted`,
          detail: 'Their messages may have been executed in other tipsets, or not at all. Check the messages in the reverted tipsets.',
          note: `${formatDuration(nowMs - reorg.seenAtMs)} ago`,
          action: { label: 'Open', route: `/tipsets/${encodeURIComponent(lost)}` },
        };
      }),
    words: recent.length === 0 ? 'No reorgs.' : `${formatCount(recent.length, 'shallow reorg')}.`,
  };
}

function served({ connections, passports }: FactsOf<'served'>): Outcome {
  const missing = connections.capabilities.missingMethods.length;
  const passport = passports.find(({ connectionId }) => connectionId === connections.activeId);
  return {
    findings:
      passport?.verdict === 'bad'
        ? [
            {
              about: [connections.activeId],
              title: 'This endpoint failed its examination',
              detail: sanitiseToText(passport.summary, 200),
              action: { label: 'Open', route: `/endpoints/${encodeURIComponent(connections.activeId)}` },
            },
          ]
        : [],
    words:
      missing === 0
        ? 'No method refused so far.'
        : `${formatCount(missing, 'method')} not served. Panels that need them say so and suggest alternatives.`,
  };
}

function activeOf({ connections, activeId }: ConnectionsState): ConnectionsState['connections'][number] | undefined {
  return connections.find(({ id }) => id === activeId);
}

function tokenSent({ connections }: FactsOf<'token-sent'>): Outcome {
  const active = activeOf(connections);
  return {
    findings:
      active?.tokenProblem === undefined
        ? []
        : [
            {
              about: [active.id],
              title: `The token of ${sanitiseToText(active.name, 40)} was not sent`,
              detail: sanitiseToText(active.tokenProblem, 200),
              action: TO_ENDPOINTS,
            },
          ],
    words: active?.hasToken === true ? 'Sent with every call.' : 'No token set.',
  };
}

function tokenSafe({ connections }: FactsOf<'token-safe'>): Outcome {
  const active = activeOf(connections);
  return {
    findings:
      active?.isTokenExposed === true
        ? [
            {
              about: [active.id],
              title: `The token of ${sanitiseToText(active.name, 40)} is sent to another machine unencrypted`,
              detail: 'Anyone who can read the traffic can use it. Use an https URL or a tunnel.',
              action: TO_ENDPOINTS,
            },
          ]
        : [],
    words: active?.hasToken === true ? 'Sent locally or over an encrypted connection.' : 'No token set.',
  };
}
