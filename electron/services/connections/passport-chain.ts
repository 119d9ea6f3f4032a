/** Probes: which chain it is, how fresh its head is, whether several nodes answer, and how far back it remembers. */
import { z } from 'zod';
import { genesisCidOf, nameByGenesis, networkByGenesis } from '../../../shared/domain/networks.ts';
import type { SextantError } from '../../../shared/ipc/envelope.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { Finding, KnownTipset, Probe, ProbeContext } from './passport-probe.ts';
import { zPassportTipset } from './passport-reach.ts';
import { failureWords, notAnswered, quoted } from './passport-words.ts';

const HEAD_SAMPLES = 6;
/** A head this many epochs old is fresh, and one that old is still usable. */
const FRESH_EPOCHS = 3;
const USABLE_EPOCHS = 10;
/** Depths that are asked first, in epochs below the head: what is documented, and what is usual. */
const DEPTHS = [1, 20, 900, 2000, 2880, 10_000] as const;
const SEARCH_CALLS = 7;
/** How often a question is repeated where a replica behind the head answered it, and the wait before. */
const LAGGING_RETRIES = 4;
const LAGGING_PAUSE_MS = 750;
/** Epochs in a row without a tipset; more than this and the answer is another tipset than the one asked for. */
const MOST_NULL_ROUNDS = 60;

async function probeNetwork({ endpoint, known }: ProbeContext): Promise<Finding> {
  const why = 'which network it is on';
  const told = await endpoint.ask('StateNetworkName', [], { why, schema: z.string().min(1).max(200) });
  if (!told.ok && told.error.code !== 'method-not-served') {
    return notAnswered(told.error);
  }
  const genesis = told.ok ? undefined : await endpoint.ask('ChainGetGenesis', [], { why, schema: zPassportTipset });
  if (genesis?.ok === false) {
    return notAnswered(genesis.error);
  }
  const name = told.ok ? told.value : nameByGenesis(genesis?.value.key[0]?.['/'] ?? '');
  const source = told.ok ? '' : 'StateNetworkName is not served: the network is named by its genesis block. ';
  const { network } = endpoint.target;
  if (network !== undefined && network !== '' && network !== name) {
    known.isWrongNetwork = true;
    return {
      status: 'bad',
      value: quoted(name),
      meaning: `${source}This connection is meant for ${quoted(network)}: it is another network.`,
    };
  }
  return {
    status: 'good',
    value: quoted(name),
    meaning: `${source}${network === undefined || network === '' ? 'No expected network is set.' : 'As the connection says.'}`,
  };
}

async function probeGenesis({ endpoint, known }: ProbeContext): Promise<Finding> {
  const why = 'which chain it is on';
  const answer = await endpoint.ask('ChainGetGenesis', [], { why, schema: zPassportTipset });
  if (!answer.ok) {
    return notAnswered(answer.error);
  }
  const name = await endpoint.ask('StateNetworkName', [], { why, schema: z.string().min(1).max(200) });
  const cid = answer.value.key[0]?.['/'] ?? '';
  const value = quoted(cid);
  const network = networkByGenesis(cid);
  const claimed = name.ok ? genesisCidOf(name.value) : undefined;
  if (claimed !== undefined && claimed !== cid) {
    known.isWrongNetwork = true;
    return {
      status: 'bad',
      value,
      meaning: `It calls itself ${name.ok ? quoted(name.value) : ''}, but that network begins with another block.`,
    };
  }
  return {
    status: 'good',
    value,
    meaning: network === undefined ? 'Not a known public network.' : `The first block of ${network}.`,
  };
}

async function probeHeadAge({ endpoint, known, isChainAccelerated }: ProbeContext): Promise<Finding> {
  const answer = await endpoint.ask('ChainHead', [], { why: 'how old the head is', schema: zPassportTipset });
  if (!answer.ok) {
    return notAnswered(answer.error);
  }
  known.head = answer.value;
  const { height, timeMs } = answer.value;
  const epoch = `epoch ${formatInteger(height)}`;
  if (isChainAccelerated) {
    return { status: 'good', value: epoch, meaning: 'A practice chain with a clock of its own: its age is not compared.' };
  }
  const ageMs = endpoint.clock.nowMs() - timeMs;
  const epochMs = known.blockDelaySeconds * 1000;
  if (ageMs < -epochMs) {
    return {
      status: 'limited',
      value: `${epoch}, ${formatDuration(-ageMs)} ahead`,
      meaning: 'The head is in the future: the clock of this machine or of the node is wrong.',
    };
  }
  const value = `${epoch}, ${formatDuration(Math.max(0, ageMs))} old`;
  if (ageMs <= FRESH_EPOCHS * epochMs) {
    return { status: 'good', value, meaning: `A new one is due every ${known.blockDelaySeconds} s.` };
  }
  const behind = Math.floor(ageMs / epochMs);
  return {
    status: ageMs <= USABLE_EPOCHS * epochMs ? 'limited' : 'bad',
    value,
    meaning: `About ${formatInteger(behind)} epochs behind the clock: it is catching up, or it stands still.`,
  };
}

async function probeSkew({ endpoint, known }: ProbeContext): Promise<Finding> {
  const heads: KnownTipset[] = [];
  for (let index = 0; index < HEAD_SAMPLES; index += 1) {
    // A connection of its own each: balancers choose a node by connection.
    const client = endpoint.openClient();
    const answer = await endpoint.ask('ChainHead', [], { why: 'do all answers agree', schema: zPassportTipset, client });
    client.close();
    if (answer.ok) heads.push(answer.value);
  }
  if (heads.length < 2) {
    return { status: 'unknown', value: 'no answer' };
  }
  const heights = heads.map(({ height }) => height);
  const lowest = Math.min(...heights);
  const highest = Math.max(...heights);
  const backwards = heights.filter((height, index) => height < (heights[index - 1] ?? height)).length;
  const keys = new Map<number, Set<string>>();
  for (const { height, key } of heads) {
    keys.set(height, (keys.get(height) ?? new Set()).add(key.map((link) => link['/']).join()));
  }
  const siblings = [...keys.values()].filter((set) => set.size > 1).length;
  const range = lowest === highest ? `all at ${formatInteger(lowest)}` : `${formatInteger(lowest)} to ${formatInteger(highest)}`;
  const value = `${range}, ${heads.length} answers`;
  if (backwards > 0) {
    known.isSeveralNodes = true;
    const times = backwards === 1 ? 'once' : `${backwards} times`;
    return {
      status: 'limited',
      value,
      meaning: `The head stepped backwards ${times}: several nodes behind one address. Sextant accepts only heads that continue its own.`,
    };
  }
  if (siblings > 0) {
    return {
      status: 'limited',
      value,
      meaning: 'One height came with different blocks: several nodes, or a block that arrived meanwhile.',
    };
  }
  return { status: 'good', value, meaning: 'On new connections the head never went backwards.' };
}

type DepthAnswer = { readonly tipset: KnownTipset } | { readonly refusal: SextantError } | { readonly strange: number };

async function tipsetAt({ endpoint, known }: ProbeContext, head: KnownTipset, depth: number): Promise<DepthAnswer> {
  const asked = head.height - depth;
  const ask = (client: NodeClient) =>
    endpoint.ask('ChainGetTipSetByHeight', [asked, []], { why: `how far back, ${depth} epochs`, schema: zPassportTipset, client });
  let answer = await ask(endpoint.client);
  for (let retry = 0; retry < LAGGING_RETRIES && !answer.ok && isBehind(answer.error); retry += 1) {
    await endpoint.clock.sleep(LAGGING_PAUSE_MS, endpoint.signal);
    // Balancers choose a node by connection.
    const client = endpoint.openClient();
    answer = await ask(client);
    client.close();
    known.isSeveralNodes = true;
  }
  if (!answer.ok) {
    return { refusal: answer.error };
  }
  const { height } = answer.value;
  if (height > asked || height < asked - MOST_NULL_ROUNDS) {
    return { strange: height };
  }
  known.tipsets.set(depth, answer.value);
  return { tipset: answer.value };
}

/** The node that answered is behind the one that gave the head (Lotus gateway and chain/store). */
function isBehind({ details }: SextantError): boolean {
  return /height in future|height greater than start point/i.test(details?.nodeMessage ?? '');
}

/** Neither the answer nor a refusal: nothing can be concluded from it. */
function saysNothing({ code }: SextantError): boolean {
  return code === 'endpoint-timeout' || code === 'endpoint-unreachable' || code === 'endpoint-rate-limited';
}

async function probeLookBack(context: ProbeContext): Promise<Finding> {
  const { known, isChainAccelerated } = context;
  const { head } = known;
  if (head === undefined || head.height < 1) {
    return { status: 'unknown', value: 'no head to look back from' };
  }
  const depths = [...DEPTHS.filter((depth) => depth < head.height), head.height];
  let reached = 0;
  let failedAt: number | undefined;
  let refusal: SextantError | undefined;
  for (const depth of depths) {
    const answer = await tipsetAt(context, head, depth);
    if ('strange' in answer) {
      return {
        status: 'bad',
        value: `asked for ${formatInteger(head.height - depth)}, got ${formatInteger(answer.strange)}`,
        meaning: 'The node answers with another tipset than the one it is asked for.',
      };
    }
    if ('refusal' in answer) {
      if (depth === depths[0] || saysNothing(answer.refusal)) {
        if (reached === 0) return notAnswered(answer.refusal);
        refusal = answer.refusal;
        break;
      }
      failedAt = depth;
      refusal = answer.refusal;
      break;
    }
    reached = depth;
  }
  for (let calls = 0; failedAt !== undefined && calls < SEARCH_CALLS && failedAt - reached > Math.max(1, reached * 0.005); calls += 1) {
    const middle = Math.floor((reached + failedAt) / 2);
    const answer = await tipsetAt(context, head, middle);
    if ('tipset' in answer) reached = middle;
    else if ('refusal' in answer && saysNothing(answer.refusal)) break;
    else failedAt = middle;
  }
  const isWholeChain = reached === head.height;
  // No answer in time is no refusal: what lies deeper stays open.
  const isAtLeast = !isWholeChain && failedAt === undefined;
  known.lookBack = { epochs: reached, isWholeChain, isAtLeast };
  if (isWholeChain) {
    return { status: 'good', value: `the whole chain, ${formatInteger(reached)} epochs`, meaning: 'Down to the first block.' };
  }
  const span = isChainAccelerated ? '' : ` (${formatDuration(reached * known.blockDelaySeconds * 1000)})`;
  if (isAtLeast) {
    const why = refusal === undefined ? '' : ` The next question, deeper, had no answer: ${failureWords(refusal)}.`;
    return { status: 'good', value: `at least ${formatInteger(reached)} epochs${span}`, meaning: `Where it ends is not known.${why}` };
  }
  const said = refusal === undefined ? '' : ` Beyond it: ${failureWords(refusal)}`;
  return {
    status: 'limited',
    value: `the latest ${formatInteger(reached)} epochs${span}`,
    meaning: `${lookBackWords(reached)}${said}`.trim(),
  };
}

function lookBackWords(epochs: number): string {
  if (epochs >= 1900 && epochs <= 2100) return 'The latest 2,000, as hosted endpoints document it.';
  if (epochs >= 2780 && epochs <= 2980) return 'A day, the usual limit of a Lotus gateway.';
  return 'Older tipsets are not answered.';
}

async function probeStateLookBack({ endpoint, known, isChainAccelerated }: ProbeContext): Promise<Finding> {
  const letter = known.head?.minerAddress.startsWith('f') === true ? 'f' : 't';
  const deepestFirst = [...known.tipsets].sort(([left], [right]) => right - left);
  if (deepestFirst.length === 0) {
    return { status: 'unknown', value: 'not asked', meaning: 'No older tipset was answered.' };
  }
  let refusal: SextantError | undefined;
  let isFirst = true;
  // The deepest first: mostly the state is kept as long as its tipsets.
  for (const [depth, tipset] of pick(deepestFirst, 6)) {
    const answer = await endpoint.ask('StateGetActor', [`${letter}02`, tipset.key], {
      why: `is the state ${depth} epochs back kept`,
      schema: z.object({ Balance: z.string().max(80) }),
    });
    if (answer.ok) {
      const isWhole = isFirst && known.lookBack?.isWholeChain === true;
      const span = isChainAccelerated ? '' : ` (${formatDuration(depth * known.blockDelaySeconds * 1000)})`;
      return {
        status: isFirst ? 'good' : 'limited',
        value: isWhole ? 'as deep as the chain' : `at least ${formatInteger(depth)} epochs${span}`,
        meaning: refusal === undefined ? 'Balances and actors can be read as far back as tipsets.' : `Deeper: ${failureWords(refusal)}`,
      };
    }
    refusal = answer.error;
    isFirst = false;
    if (saysNothing(answer.error) || answer.error.code === 'method-not-served') break;
  }
  return refusal === undefined ? { status: 'unknown', value: 'no answer' } : notAnswered(refusal);
}

/** At most `count` of the items, spread over all of them, the first and the last among them. */
function pick<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as T);
}

export const CHAIN_PROBES: readonly Probe[] = [
  { id: 'network', group: 'chain', label: 'Network', run: probeNetwork },
  { id: 'genesis', group: 'chain', label: 'First block', run: probeGenesis },
  { id: 'head-age', group: 'chain', label: 'Head', run: probeHeadAge },
  { id: 'skew', group: 'chain', label: 'Agreement', weight: 3, run: probeSkew },
  { id: 'look-back', group: 'chain', label: 'Tipsets back', weight: 5, run: probeLookBack },
  { id: 'state-look-back', group: 'chain', label: 'State back', weight: 2, run: probeStateLookBack },
];
