/** Probes of the chain: network, genesis, head age, backends behind the endpoint, and history. */
import { z } from 'zod';
import { genesisCidOf, nameByGenesis, networkByGenesis } from '../../../shared/domain/chain/networks.ts';
import type { SextantError } from '../../../shared/ipc/envelope.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { Finding, KnownTipset, Probe, ProbeContext } from './passport-probe.ts';
import { zPassportTipset } from './passport-reach.ts';
import { failureWords, notAnswered, quoted } from './passport-words.ts';

const HEAD_SAMPLES = 6;
/** Maximum head age of a good and of a limited endpoint, in epochs. */
const MAX_FRESH_EPOCHS = 3;
const MAX_USABLE_EPOCHS = 10;
/** Depths to try first, in epochs below the head: documented and common limits. */
const DEPTHS = [1, 20, 900, 2000, 2880, 10_000] as const;
const SEARCH_CALLS = 7;
/** Retries and delay when a lagging backend answered. */
const LAGGING_RETRIES = 4;
const LAGGING_DELAY_MS = 750;
/** If the tipset is more null rounds below the requested height, it is the wrong tipset. */
const MAX_NULL_ROUNDS = 60;

async function probeNetwork({ endpoint, known }: ProbeContext): Promise<Finding> {
  const why = 'network';
  const told = await endpoint.ask('StateNetworkName', [], { why, schema: z.string().min(1).max(200) });
  if (!told.ok && told.error.code !== 'method-not-served') {
    return notAnswered(told.error);
  }
  const genesis = told.ok ? undefined : await endpoint.ask('ChainGetGenesis', [], { why, schema: zPassportTipset });
  if (genesis?.ok === false) {
    return notAnswered(genesis.error);
  }
  const name = told.ok ? told.value : nameByGenesis(genesis?.value.key[0]?.['/'] ?? '');
  const source = told.ok ? '' : 'StateNetworkName is not served; recognised by the genesis block. ';
  const { network } = endpoint.target;
  if (network !== undefined && network !== '' && network !== name) {
    known.isWrongNetwork = true;
    return {
      status: 'bad',
      value: quoted(name),
      meaning: `${source}Expected network: ${quoted(network)}.`,
    };
  }
  return {
    status: 'good',
    value: quoted(name),
    meaning: `${source}${network === undefined || network === '' ? 'No expected network is set.' : 'As expected.'}`,
  };
}

async function probeGenesis({ endpoint, known }: ProbeContext): Promise<Finding> {
  const why = 'genesis';
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
      meaning: `It reports network ${name.ok ? quoted(name.value) : ''}, whose genesis block is a different one.`,
    };
  }
  return {
    status: 'good',
    value,
    meaning: network === undefined ? 'Not a known public network.' : `Genesis of ${network}.`,
  };
}

async function probeHeadAge({ endpoint, known, isChainAccelerated }: ProbeContext): Promise<Finding> {
  const answer = await endpoint.ask('ChainHead', [], { why: 'head age', schema: zPassportTipset });
  if (!answer.ok) {
    return notAnswered(answer.error);
  }
  known.head = answer.value;
  const { height, timeMs } = answer.value;
  const epoch = `epoch ${formatInteger(height)}`;
  if (isChainAccelerated) {
    return { status: 'good', value: epoch, meaning: 'Accelerated practice chain; its head age is not checked.' };
  }
  const ageMs = endpoint.clock.nowMs() - timeMs;
  const epochMs = known.blockDelaySeconds * 1000;
  if (ageMs < -epochMs) {
    return {
      status: 'limited',
      value: `${epoch}, ${formatDuration(-ageMs)} ahead`,
      meaning: 'The head is in the future. Check the clocks of this machine and of the node.',
    };
  }
  const value = `${epoch}, ${formatDuration(Math.max(0, ageMs))} old`;
  if (ageMs <= MAX_FRESH_EPOCHS * epochMs) {
    return { status: 'good', value, meaning: `One epoch every ${known.blockDelaySeconds} s.` };
  }
  const behind = Math.floor(ageMs / epochMs);
  return {
    status: ageMs <= MAX_USABLE_EPOCHS * epochMs ? 'limited' : 'bad',
    value,
    meaning: `About ${formatInteger(behind)} epochs behind: the node is syncing or stalled.`,
  };
}

async function probeSkew({ endpoint, known }: ProbeContext): Promise<Finding> {
  const heads: KnownTipset[] = [];
  for (let index = 0; index < HEAD_SAMPLES; index += 1) {
    // A new connection each, because load balancers choose a backend by connection.
    const client = endpoint.openClient();
    const answer = await endpoint.ask('ChainHead', [], { why: 'head agreement', schema: zPassportTipset, client });
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
      meaning: `The head went backwards ${times}: several backends answer at this URL. Sextant accepts only heads that extend its own chain.`,
    };
  }
  if (siblings > 0) {
    return {
      status: 'limited',
      value,
      meaning: 'Different blocks at the same height: several backends, or a block that arrived during the test.',
    };
  }
  return { status: 'good', value, meaning: 'On new connections the head never went backwards.' };
}

type DepthAnswer = { readonly tipset: KnownTipset } | { readonly refusal: SextantError } | { readonly wrongHeight: number };

async function tipsetAt({ endpoint, known }: ProbeContext, head: KnownTipset, depth: number): Promise<DepthAnswer> {
  const asked = head.height - depth;
  const ask = (client: NodeClient) =>
    endpoint.ask('ChainGetTipSetByHeight', [asked, []], { why: `tipset ${depth} epochs back`, schema: zPassportTipset, client });
  let answer = await ask(endpoint.client);
  for (let retry = 0; retry < LAGGING_RETRIES && !answer.ok && isBehind(answer.error); retry += 1) {
    await endpoint.clock.sleep(LAGGING_DELAY_MS, endpoint.signal);
    // Load balancers choose a backend by connection.
    const client = endpoint.openClient();
    answer = await ask(client);
    client.close();
    known.isSeveralNodes = true;
  }
  if (!answer.ok) {
    return { refusal: answer.error };
  }
  const { height } = answer.value;
  if (height > asked || height < asked - MAX_NULL_ROUNDS) {
    return { wrongHeight: height };
  }
  known.tipsets.set(depth, answer.value);
  return { tipset: answer.value };
}

/** Whether the backend that answered is behind the one that returned the head (Lotus gateway and chain/store). */
function isBehind({ details }: SextantError): boolean {
  return /height in future|height greater than start point/i.test(details?.nodeMessage ?? '');
}

/** Whether the call failed in transit, which says nothing about the history. */
function isInconclusive({ code }: SextantError): boolean {
  return code === 'endpoint-timeout' || code === 'endpoint-unreachable' || code === 'endpoint-rate-limited';
}

async function probeLookBack(context: ProbeContext): Promise<Finding> {
  const { known, isChainAccelerated } = context;
  const { head } = known;
  if (head === undefined || head.height < 1) {
    return { status: 'unknown', value: 'no head' };
  }
  const depths = [...DEPTHS.filter((depth) => depth < head.height), head.height];
  let reached = 0;
  let failedAt: number | undefined;
  let refusal: SextantError | undefined;
  for (const depth of depths) {
    const answer = await tipsetAt(context, head, depth);
    if ('wrongHeight' in answer) {
      return {
        status: 'bad',
        value: `requested ${formatInteger(head.height - depth)}, got ${formatInteger(answer.wrongHeight)}`,
        meaning: 'The node returned a different tipset than requested.',
      };
    }
    if ('refusal' in answer) {
      if (depth === depths[0] || isInconclusive(answer.refusal)) {
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
    else if ('refusal' in answer && isInconclusive(answer.refusal)) break;
    else failedAt = middle;
  }
  const isWholeChain = reached === head.height;
  // A timeout is no refusal, so the history may go further back.
  const isAtLeast = !isWholeChain && failedAt === undefined;
  known.lookBack = { epochs: reached, isWholeChain, isAtLeast };
  if (isWholeChain) {
    return { status: 'good', value: `the whole chain, ${formatInteger(reached)} epochs`, meaning: 'Back to genesis.' };
  }
  const span = isChainAccelerated ? '' : ` (${formatDuration(reached * known.blockDelaySeconds * 1000)})`;
  if (isAtLeast) {
    const why = refusal === undefined ? '' : ` The next deeper call failed: ${failureWords(refusal)}.`;
    return { status: 'good', value: `at least ${formatInteger(reached)} epochs${span}`, meaning: `The limit is unknown.${why}` };
  }
  const said = refusal === undefined ? '' : ` Older tipsets: ${failureWords(refusal)}`;
  return {
    status: 'limited',
    value: `the latest ${formatInteger(reached)} epochs${span}`,
    meaning: `${lookBackWords(reached)}${said}`.trim(),
  };
}

function lookBackWords(epochs: number): string {
  if (epochs >= 1900 && epochs <= 2100) return '2,000 epochs is the documented limit of hosted endpoints.';
  if (epochs >= 2780 && epochs <= 2980) return 'One day, the default limit of a Lotus gateway.';
  return 'Older tipsets are not served.';
}

async function probeStateLookBack({ endpoint, known, isChainAccelerated }: ProbeContext): Promise<Finding> {
  const letter = known.head?.minerAddress.startsWith('f') === true ? 'f' : 't';
  const deepestFirst = [...known.tipsets].sort(([left], [right]) => right - left);
  if (deepestFirst.length === 0) {
    return { status: 'unknown', value: 'not tested', meaning: 'No older tipset is available.' };
  }
  let refusal: SextantError | undefined;
  let isFirst = true;
  // The deepest first, because the state usually goes back as far as the tipsets.
  for (const [depth, tipset] of pick(deepestFirst, 6)) {
    const answer = await endpoint.ask('StateGetActor', [`${letter}02`, tipset.key], {
      why: `state ${depth} epochs back`,
      schema: z.object({ Balance: z.string().max(80) }),
    });
    if (answer.ok) {
      const isWhole = isFirst && known.lookBack?.isWholeChain === true;
      const span = isChainAccelerated ? '' : ` (${formatDuration(depth * known.blockDelaySeconds * 1000)})`;
      return {
        status: isFirst ? 'good' : 'limited',
        value: isWhole ? 'as deep as the chain' : `at least ${formatInteger(depth)} epochs${span}`,
        meaning:
          refusal === undefined ? 'Balances and actors are readable as far back as tipsets.' : `Older state: ${failureWords(refusal)}`,
      };
    }
    refusal = answer.error;
    isFirst = false;
    if (isInconclusive(answer.error) || answer.error.code === 'method-not-served') break;
  }
  return refusal === undefined ? { status: 'unknown', value: 'no answer' } : notAnswered(refusal);
}

/** At most `count` items, evenly spaced, including the first and the last. */
function pick<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))] as T);
}

export const CHAIN_PROBES: readonly Probe[] = [
  { id: 'network', group: 'chain', label: 'Network', run: probeNetwork },
  { id: 'genesis', group: 'chain', label: 'Genesis', run: probeGenesis },
  { id: 'head-age', group: 'chain', label: 'Head', run: probeHeadAge },
  { id: 'skew', group: 'chain', label: 'Backends', weight: 3, run: probeSkew },
  { id: 'look-back', group: 'chain', label: 'Tipset history', weight: 5, run: probeLookBack },
  { id: 'state-look-back', group: 'chain', label: 'State history', weight: 2, run: probeStateLookBack },
];
