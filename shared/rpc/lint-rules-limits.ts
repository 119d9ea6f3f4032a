/**
 * Linter rules about API versions and limits: which version has a method, tipset selectors of /rpc/v2, changes of network version 29,
 * and limits of one call. Sources: Lotus v1.36.2 and 1.37 (chain/types/tipset_selector.go, node/impl/eth, lotus pull requests 13676
 * and 13747).
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
    yield { message: `${method} is only in /rpc/v2.`, why: 'Send it to /rpc/v2, if the endpoint serves it.' };
  }
  if (call.apiVersion === 'v2' && v2ParamNames(facts.name) === undefined) {
    yield { message: `${method} is not in /rpc/v2. Send it to /rpc/v1.` };
  }
}

function* selector({ leaves }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    if (leaf.kind !== 'tipsetSelector') continue;
    const value = plainValue(leaf.node);
    const fault = selectorFault(value);
    if (fault === undefined) {
      yield* omittedFields(leaf, value);
      continue;
    }
    const isKey = Array.isArray(value);
    yield {
      message: isKey ? 'This is a tipset key (/rpc/v1). /rpc/v2 needs a tipset selector.' : fault,
      node: leaf.node,
      path: leaf.path,
      ...fixTo(leaf, shapeOf('tipsetSelector', value).value),
    };
  }
}

/** Fields that Lotus lets you omit, with consequences. */
function* omittedFields(leaf: Leaf, value: unknown): Generator<Draft> {
  if (!isRecord(value) || !isRecord(value.height)) return;
  const { node, path } = leaf;
  if (isMissing(value.height.previous)) {
    yield {
      message: 'previous defaults to false in Lotus: a null round is an error. Forest refuses the selector.',
      severity: 'hint',
      node,
      path,
      ...fixTo(leaf, { height: { ...value.height, previous: false } }),
    };
  }
  if (!isEmptyAnchor(value.height.anchor)) return;
  yield {
    message: 'The anchor defaults to the finalized tipset: heights above it fail.',
    severity: 'hint',
    node,
    path,
  };
}

/** A /rpc/v2 selector instead of a tipset key, with no equivalent key. */
function* selectorForKey({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    if (kind !== 'tipsetKey' || node.kind !== 'object') continue;
    const value = plainValue(node);
    if (selectorFault(value) !== undefined || shapeOf('tipsetKey', value).value !== value) continue;
    const isHeight = isRecord(value) && value.height !== undefined;
    yield {
      message: 'This is a tipset selector (/rpc/v2). /rpc/v1 needs a tipset key.',
      why: isHeight
        ? 'ChainGetTipSetByHeight returns the tipset at a height; its Cids are the key.'
        : 'ChainGetFinalizedTipSet returns the finalized tipset; its Cids are the key.',
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
    message: `StateMinerInitialPledgeCollateral is not supported from network version ${FULL_QUALITY_VERSION}.`,
    ...(version === undefined ? { severity: 'hint' } : {}),
    why: 'Use StateMinerInitialPledgeForSector with the full sector size as verifiedSize.',
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
    message: `From network version ${FULL_QUALITY_VERSION} on every new sector has full quality: with verifiedSize ${node.digits} the result is ${node.digits === '0' ? 'a tenth of the pledge' : 'less than the pledge'}.`,
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
    message: `The filter covers ${to - from} epochs. By default, nodes refuse more than ${MAX_LOG_RANGE} (code -32005).`,
    node: toNode ?? filter,
    path: [0, ...(toNode === undefined ? [] : ['toBlock'])],
    ...(toNode === undefined ? {} : { fix: { label: `End at ${text}`, edits: [{ from: toNode.from, to: toNode.to, text }] } }),
  };
}

function* topics({ facts, items }: LintContext): Generator<Draft> {
  const [filter] = items ?? [];
  if ((facts?.name !== 'EthGetLogs' && facts?.name !== 'EthNewFilter') || filter?.kind !== 'object') return;
  const node = filter.fields.findLast(({ key }) => key === 'topics')?.value;
  if (node?.kind !== 'array' || node.items.length <= MAX_TOPICS) return;
  yield {
    message: `A log has at most ${MAX_TOPICS} topics, and this filter has ${node.items.length}. Nodes refuse it since Lotus 1.36.1.`,
    why: 'To match several values of one topic, nest an array: [["0x…","0x…"]].',
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
