import { CID } from 'multiformats/cid';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { postRaw, type RpcAnswer, resultOf, type TipsetJson } from './devnet-caller.ts';
import { checkState } from './state-checker/check-state.ts';
import type { Findings } from './state-checker/findings.ts';
import { PlainBlocks } from './state-checker/plain-blocks.ts';
import { anything, bytes, integer, link, nullable, struct } from './state-checker/plain-readers.ts';
import { PlainState } from './state-checker/plain-state.ts';
import type { StateRules } from './state-checker/state-rules.ts';

/** Lower than on any other network: electron/devnet/state/power.ts. */
const MINIMUM_POWER = 32n * 1_024n ** 3n;

interface Link {
  readonly '/': string;
}

/** Blocks of the embedded node, via its API. */
export function devnetBlocks(node: RunningDevnet): PlainBlocks {
  return new PlainBlocks(async (cids) => {
    const calls = cids.map((cid, id) => ({ jsonrpc: '2.0', id, method: 'Filecoin.ChainReadObj', params: [{ '/': cid }] }));
    const { json } = await postRaw(node.httpUrl, JSON.stringify(calls));
    return (json as readonly RpcAnswer['json'][]).map(({ result, error }, index) => {
      if (typeof result !== 'string') throw new Error(`${cids[index]}: ${error?.message}`);
      return Buffer.from(result, 'base64');
    });
  });
}

/** State root before a tipset, and the rules for checking it. */
export async function stateBefore(node: RunningDevnet, tipset: TipsetJson): Promise<{ readonly root: string; readonly rules: StateRules }> {
  const { ParentStateRoot, Parents } = tipset.Blocks[0] ?? {};
  // Genesis has no parents: null, as in Go.
  const parents = (Parents ?? []) as readonly Link[];
  const isGenesis = parents.length === 0;
  const epoch = isGenesis ? 0 : (await resultOf<TipsetJson>(node, 'ChainGetTipSet', [parents])).Height;
  // The state has the version of the parent tipset: the migration runs with the first messages after the upgrade.
  const version = await resultOf<number>(node, 'StateNetworkVersion', [isGenesis ? tipset.Cids : parents]);
  const layout = version === 28 ? 'v16' : 'v19';
  const rules: StateRules = { layout, epoch, isGenesis, minimumPower: MINIMUM_POWER, hasOwnPartitionSizes: true };
  return { root: (ParentStateRoot as Link)['/'], rules };
}

/** Read and check the complete state before a tipset. */
export async function checkStateBefore(node: RunningDevnet, blocks: PlainBlocks, tipset: TipsetJson): Promise<Findings> {
  const { root, rules } = await stateBefore(node, tipset);
  const blockCount = await blocks.load(root);
  const findings = checkState(blocks, root, rules);
  findings.count('blocks', blockCount);
  return findings;
}

/** Count a tipset's messages and receipts. Throws if their objects or their number are wrong. */
export async function countMessages(
  node: RunningDevnet,
  blocks: PlainBlocks,
  tipset: TipsetJson,
): Promise<{ messages: number; receipts: number }> {
  // Collections linked from headers still use format v0.
  const state = new PlainState(blocks, 'v0');
  let messages = 0;
  for (const { Messages } of tipset.Blocks) {
    const root = (Messages as Link)['/'];
    await blocks.load(root);
    const lists = struct({ bls: link, others: link })(blocks.value(root), 'v0');
    for (const list of [lists.bls, lists.others]) {
      for (const cid of state.array(link, list, 3).values()) {
        if (!Array.isArray(state.block(anything, cid))) throw new Error(`${cid} is no message`);
        messages += 1;
      }
    }
  }
  const { ParentMessageReceipts } = tipset.Blocks[0] ?? {};
  const receiptsRoot = (ParentMessageReceipts as Link)['/'];
  await blocks.load(receiptsRoot);
  const receipt = struct({ exitCode: integer, returned: bytes, gasUsed: integer, events: nullable(link) });
  const receipts = state.array(receipt, CID.parse(receiptsRoot), 3).size;
  const parents = await resultOf<readonly unknown[]>(node, 'ChainGetParentMessages', [tipset.Cids[0]]);
  if (parents.length !== receipts) throw new Error(`${parents.length} messages have ${receipts} receipts`);
  return { messages, receipts };
}
