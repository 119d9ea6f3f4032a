/** Compares two tipsets with a few calls: heads between them, network power, own miners. */
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { TipsetAt, TipsetComparison } from '../../../shared/ipc/schemas/tipset-diff.ts';
import { zNodeHeadChanges } from '../../../shared/validation/node/head-changes.ts';
import { zNodeAmount, zNodeMinerPower, zNodeSectorCount } from '../../../shared/validation/node/provider-state.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import { mapBounded } from '../bounded.ts';
import { zReceipts } from '../chain/chain-parse.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type Answer, findTipset, type PinnedNode, panelOf, readPinned } from '../pinned/pinned-node.ts';

const CAUSE = { tipsets: 'compare: tipsets', path: 'compare: heads between', state: 'compare: state' } as const;
/** A longer path is megabytes of headers. */
const MAX_PATH_EPOCHS = 120;
/** Maximum number of tipsets whose receipts are counted, with one call each. */
const MAX_COUNTED_TIPSETS = 30;
const MAX_MINERS = 5;
const CALLS_AT_ONCE = 4;
/** StateMinerPower without a miner returns only the network's power; if that is refused, an address that is not a miner does the same. */
const NO_MINER = '<empty>';

export interface ComparedPair {
  readonly one: TipsetAt;
  readonly other: TipsetAt;
}

/**
 * @param tipsets the accepted chain, oldest first
 * @param miners ID addresses of own miners
 * @throws SextantError `not-found` for an epoch above the head, and the node's error if it does not have a tipset
 */
export async function compareTipsets(
  active: ActiveConnection,
  tipsets: readonly ChainTipset[],
  { one, other }: ComparedPair,
  miners: readonly string[],
): Promise<TipsetComparison> {
  const read = await Promise.all([one, other].map((side) => readSide(active, tipsets, side)));
  const [before, after] = read.toSorted((left, right) => left.value.height - right.value.height) as [Answer<Tipset>, Answer<Tipset>];
  const isNear = after.value.height - before.value.height <= MAX_PATH_EPOCHS;
  const [path, power, figures] = await Promise.all([
    isNear ? panelOf(() => readPath(active, before.value, after.value)) : undefined,
    panelOf(() => onBoth(active, before.value, after.value, readNetworkPower)),
    Promise.all(
      miners.slice(0, MAX_MINERS).map(async (address) => ({
        address,
        figures: await panelOf(() => onBoth(active, before.value, after.value, (node) => readMiner(node, address))),
      })),
    ),
  ]);
  return { before: sideOf(before), after: sideOf(after), ...(path === undefined ? {} : { path }), power, miners: figures };
}

async function readSide(active: ActiveConnection, tipsets: readonly ChainTipset[], side: TipsetAt): Promise<Answer<Tipset>> {
  const key = 'key' in side ? side.key : (await findTipset(active.client, tipsets, CAUSE.tipsets, side.height)).key;
  return active.client.call('ChainGetTipSet', [key.map((cid) => ({ '/': cid }))], { schema: zNodeTipset, cause: CAUSE.tipsets });
}

function sideOf({ value, call }: Answer<Tipset>): TipsetComparison['before'] {
  const { height, key, blocks } = value;
  const timeMs = (blocks[0]?.timestamp ?? 0) * 1000;
  return { height, key: [...key], timeMs, baseFee: (blocks[0]?.parentBaseFee ?? 0n).toString(), blockCount: blocks.length, call };
}

async function readPath({ client }: ActiveConnection, before: Tipset, after: Tipset) {
  const links = (key: readonly string[]) => key.map((cid) => ({ '/': cid }));
  const { value, call } = await client.call('ChainGetPath', [links(before.key), links(after.key)], {
    schema: zNodeHeadChanges,
    cause: CAUSE.path,
  });
  const calls: CallRef[] = [call];
  const applied = value.filter(({ type }) => type === 'apply').map(({ tipset }) => tipset);
  const revertedTipsets = value.filter(({ type }) => type === 'revert').length;
  const lowest = (applied[0]?.height ?? after.height) - 1;
  let nullRounds = 0;
  let height = revertedTipsets === 0 ? before.height : lowest;
  for (const tipset of applied) {
    nullRounds += tipset.height - height - 1;
    height = tipset.height;
  }
  const counted = applied.slice(0, MAX_COUNTED_TIPSETS);
  const receipts = await mapBounded(counted, CALLS_AT_ONCE, async ({ key: [block] }) =>
    optional(() => client.call('ChainGetParentReceipts', [{ '/': block }], { schema: zReceipts, cause: CAUSE.path })),
  );
  const known = receipts.filter((answer) => answer !== undefined);
  calls.push(...known.map((answer) => answer.call));
  const all = known.flatMap((answer) => answer.value);
  return {
    value: {
      tipsets: applied.length,
      blocks: applied.reduce((sum, { blocks }) => sum + blocks.length, 0),
      nullRounds,
      revertedTipsets,
      ...(known.length === 0
        ? {}
        : {
            messages: {
              tipsets: known.length,
              count: all.length,
              failed: all.filter(({ exitCode }) => exitCode !== 0).length,
              gasUsed: all.reduce((sum, { gasUsed }) => sum + gasUsed, 0n).toString(),
            },
          }),
    },
    calls,
  };
}

/** Read the same data at both tipsets. */
async function onBoth<T>(
  { client }: ActiveConnection,
  before: Tipset,
  after: Tipset,
  read: (node: PinnedNode) => Promise<{ value: T; calls: CallRef[] }>,
): Promise<{ value: { before: T; after: T }; calls: CallRef[] }> {
  const [left, right] = await Promise.all([before, after].map((tipset) => readPinned(client, [pinnable(tipset)], CAUSE.state, read)));
  if (left === undefined || right === undefined) throw new Error('both sides were asked');
  return { value: { before: left.value, after: right.value }, calls: [...left.calls, ...right.calls] };
}

/** The part of a tipset needed for pinning. */
function pinnable({ height, key, blocks }: Tipset): ChainTipset {
  return { height, key, timeMs: (blocks[0]?.timestamp ?? 0) * 1000, parents: [], parentWeight: 0n, baseFee: '0', blocks: [] };
}

async function readNetworkPower(node: PinnedNode) {
  const { value, call } = await node.read('StateMinerPower', (key) => [NO_MINER, key], zNodeMinerPower);
  return { value: { rawBytes: value.TotalPower.RawBytePower, qualityAdjusted: value.TotalPower.QualityAdjPower }, calls: [call] };
}

async function readMiner(node: PinnedNode, address: string) {
  const [power, count, available] = await Promise.all([
    node.read('StateMinerPower', (key) => [address, key], zNodeMinerPower),
    optional(() => node.read('StateMinerSectorCount', (key) => [address, key], zNodeSectorCount)),
    optional(() => node.read('StateMinerAvailableBalance', (key) => [address, key], zNodeAmount)),
  ]);
  const { RawBytePower, QualityAdjPower } = power.value.MinerPower;
  return {
    value: {
      rawBytes: RawBytePower,
      qualityAdjusted: QualityAdjPower,
      ...(count === undefined ? {} : { faulty: count.value.Faulty }),
      ...(available === undefined ? {} : { available: available.value }),
    },
    calls: [power.call, ...(count === undefined ? [] : [count.call]), ...(available === undefined ? [] : [available.call])],
  };
}
