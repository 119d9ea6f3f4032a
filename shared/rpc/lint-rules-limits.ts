/**
 * Rules of the lint about interfaces and limits: which version has a method, how /rpc/v2 names tipsets, what network version 29
 * changed, and how much one call may ask for. Facts: Lotus v1.36.2 and 1.37 (chain/types/tipset_selector.go, node/impl/eth, lotus pull
 * requests 13676 and 13747).
 */
import { plainValue } from './json-text.ts';
import { type Leaf, type LintContext, writeJson } from './lint-context.ts';
import type { Draft, Rule } from './lint-rules.ts';
import { fullMethodName, v2ParamNames } from './methods.ts';
import { repairPledge } from './repair.ts';
import { shapeOf } from './repair-shapes.ts';
import { isRecord } from './repair-values.ts';
import { isEmptyAnchor, isMissing, selectorFault } from './selector-shape.ts';

/** From this version on every new sector has full quality (FIP-0118). */
export const FULL_QUALITY_VERSION = 29;
/** Lotus node/config/def.go, EthRPC MaxFilterHeightRange. */
const MAX_LOG_RANGE = 2880n;
/** The EVM's LOG0 to LOG4. */
const MAX_TOPICS = 4;

function* otherVersion({ facts, call, method }: LintContext): Generator<Draft> {
  if (facts === undefined || facts.api !== 'full' || call.api === 'miner') return;
  if (facts.isV2Only && call.apiVersion !== 'v2') {
    yield { message: `Only /rpc/v2 has ${method}.`, why: 'Send it to the v2 API of the endpoint, where it has one.' };
  }
  if (call.apiVersion === 'v2' && v2ParamNames(facts.name) === undefined) {
    yield { message: `/rpc/v2 does not have ${method}: send it to /rpc/v1.` };
  }
}

function* selector({ leaves }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    if (leaf.kind !== 'tipsetSelector') continue;
    const value = plainValue(leaf.node);
    const fault = selectorFault(value);
    if (fault === undefined) {
      yield* leftOut(leaf, value);
      continue;
    }
    const isKey = Array.isArray(value);
    yield {
      message: isKey ? 'This is a tipset key of /rpc/v1: /rpc/v2 takes a tipset selector.' : fault,
      node: leaf.node,
      path: leaf.path,
      ...fixTo(leaf, shapeOf('tipsetSelector', value).value),
    };
  }
}

/** What Lotus does without, and a reader should know. */
function* leftOut(leaf: Leaf, value: unknown): Generator<Draft> {
  if (!isRecord(value) || !isRecord(value.height)) return;
  const { node, path } = leaf;
  if (isMissing(value.height.previous)) {
    yield {
      message: 'Without previous Lotus reads false: a null round is an error. Forest refuses the selector.',
      severity: 'hint',
      node,
      path,
      ...fixTo(leaf, { height: { ...value.height, previous: false } }),
    };
  }
  if (!isEmptyAnchor(value.height.anchor)) return;
  yield {
    message: 'Without an anchor the height is counted on the finalized tipset: newer heights fail.',
    severity: 'hint',
    node,
    path,
  };
}

/** A selector of /rpc/v2 where a tipset key belongs, which no key says the same as. */
function* selectorForKey({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    if (kind !== 'tipsetKey' || node.kind !== 'object') continue;
    const value = plainValue(node);
    if (selectorFault(value) !== undefined || shapeOf('tipsetKey', value).value !== value) continue;
    const isHeight = isRecord(value) && value.height !== undefined;
    yield {
      message: 'This is a tipset selector of /rpc/v2: /rpc/v1 takes a tipset key.',
      why: isHeight
        ? 'ChainGetTipSetByHeight returns the tipset of a height, whose Cids are its key.'
        : 'ChainGetFinalizedTipSet returns the finalized tipset, whose Cids are its key.',
      node,
      path,
    };
  }
}

function fixTo({ node }: Leaf, replacement: unknown): Pick<Draft, 'fix'> {
  if (selectorFault(replacement) !== undefined) return {};
  const text = writeJson(replacement);
  return {
    fix: { label: `Write ${text.length > 60 ? 'it as a selector' : text}`, edits: [{ from: node.from, to: node.to, text }] },
  };
}

function* pledgeCollateral({ facts, call, text, items, root }: LintContext): Generator<Draft> {
  const version = call.networkVersion;
  if (facts?.name !== 'StateMinerInitialPledgeCollateral' || (version !== undefined && version < FULL_QUALITY_VERSION)) return;
  const params = items?.map(plainValue);
  const repair = params === undefined ? undefined : repairPledge({ ...call, layer: 'rpc', message: '', params, method: call.method });
  yield {
    message: `StateMinerInitialPledgeCollateral fails from network version ${FULL_QUALITY_VERSION} on.`,
    ...(version === undefined ? { severity: 'hint' } : {}),
    why: 'StateMinerInitialPledgeForSector returns the same, with the whole sector size as verifiedSize.',
    ...(repair === undefined || root === undefined
      ? {}
      : {
          fix: {
            label: 'Call StateMinerInitialPledgeForSector',
            edits: [{ from: 0, to: text.length, text: writeJson(repair.params) }],
            method: fullMethodName('StateMinerInitialPledgeForSector', call.namespace ?? 'Filecoin'),
          },
        }),
  };
}

function* verifiedSize({ facts, call, leaves }: LintContext): Generator<Draft> {
  const version = call.networkVersion;
  if (facts?.name !== 'StateMinerInitialPledgeForSector' || (version !== undefined && version < FULL_QUALITY_VERSION)) return;
  const sizeOf = (name: string) => leaves.find((leaf) => leaf.name === name && leaf.node.kind === 'number');
  const [sector, verified] = [sizeOf('sectorSize'), sizeOf('verifiedSize')];
  if (sector?.node.kind !== 'number' || verified?.node.kind !== 'number' || sector.node.digits === verified.node.digits) return;
  const { node, path } = verified;
  yield {
    message: `From network version ${FULL_QUALITY_VERSION} on every new sector has full quality: verifiedSize ${node.digits} answers ${node.digits === '0' ? 'a tenth of the pledge that is due' : 'less than the pledge that is due'}.`,
    ...(version === undefined ? { severity: 'hint' } : {}),
    node,
    path,
    fix: { label: `Write ${sector.node.digits}`, edits: [{ from: node.from, to: node.to, text: sector.node.digits }] },
  };
}

const HEX_BLOCK = /^0x[0-9a-f]{1,13}$/i;

function* logRange({ facts, call, items }: LintContext): Generator<Draft> {
  const [filter] = items ?? [];
  if ((facts?.name !== 'EthGetLogs' && facts?.name !== 'EthNewFilter') || filter?.kind !== 'object') return;
  const field = (name: string) => filter.fields.findLast(({ key }) => key === name)?.value;
  const blockOf = (node: ReturnType<typeof field>): bigint | undefined => {
    if (node?.kind === 'string' && HEX_BLOCK.test(node.text)) return BigInt(node.text);
    const isHead = node === undefined || (node.kind === 'string' && node.text === 'latest');
    return isHead && call.headEpoch !== undefined ? BigInt(call.headEpoch) : undefined;
  };
  const [fromNode, toNode] = [field('fromBlock'), field('toBlock')];
  const from = fromNode === undefined ? undefined : blockOf(fromNode);
  const to = blockOf(toNode);
  if (from === undefined || to === undefined || to - from <= MAX_LOG_RANGE) return;
  const text = `"0x${(from + MAX_LOG_RANGE).toString(16)}"`;
  yield {
    message: `The filter covers ${to - from} epochs; nodes refuse more than ${MAX_LOG_RANGE} unless they are set otherwise (code -32005).`,
    node: toNode ?? filter,
    path: [0, ...(toNode === undefined ? [] : ['toBlock'])],
    ...(toNode === undefined ? {} : { fix: { label: `Ask up to ${text}`, edits: [{ from: toNode.from, to: toNode.to, text }] } }),
  };
}

function* topics({ facts, items }: LintContext): Generator<Draft> {
  const [filter] = items ?? [];
  if ((facts?.name !== 'EthGetLogs' && facts?.name !== 'EthNewFilter') || filter?.kind !== 'object') return;
  const node = filter.fields.findLast(({ key }) => key === 'topics')?.value;
  if (node?.kind !== 'array' || node.items.length <= MAX_TOPICS) return;
  yield {
    message: `A log has at most ${MAX_TOPICS} topics, and this filter has ${node.items.length}: nodes refuse it since Lotus 1.36.1.`,
    why: 'Several values for one topic are a list in its place: [["0x…","0x…"]].',
    node,
    path: [0, 'topics'],
  };
}

export const LIMIT_RULES: readonly Rule[] = [
  { id: 'method-version', severity: 'error', check: otherVersion },
  { id: 'tipset-selector', severity: 'error', check: selector },
  { id: 'selector-for-key', severity: 'error', check: selectorForKey },
  { id: 'pledge-collateral', severity: 'error', check: pledgeCollateral },
  { id: 'verified-size', severity: 'warning', check: verifiedSize },
  { id: 'log-range', severity: 'warning', check: logRange },
  { id: 'log-topics', severity: 'error', check: topics },
];
