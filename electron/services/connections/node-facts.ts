/** Reads a node's network, genesis, head and version, for a probe or a new active connection. */
import { z } from 'zod';
import { nameByGenesis } from '../../../shared/domain/chain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { zUnixSeconds } from '../../../shared/validation/node/primitives.ts';
import type { NodeClient } from '../../rpc/node-client.ts';

const TIMEOUT_MS = 15_000;
const DEFAULT_BLOCK_DELAY_SECONDS = 30;

const zVersion = z.object({ Version: z.string().max(300), APIVersion: z.number().optional(), BlockDelay: z.number().optional() });
const zNetworkParams = z.object({ BlockDelaySecs: z.number().positive() });
const zTipset = z.object({
  Cids: z.array(z.object({ '/': z.string() })).min(1),
  Blocks: z.array(z.object({ Timestamp: zUnixSeconds, Miner: z.string() })).min(1),
  Height: z.number().int(),
});
const zNetworkName = z.string().min(1).max(200);
const zMinerAddress = z.string().min(3).max(115);

/**
 * @throws SextantError if the head or the genesis cannot be read
 */
export async function readNodeFacts(client: NodeClient, cause: string, signal?: AbortSignal): Promise<NodeFacts> {
  const options = { cause, timeoutMs: TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
  // The head first and alone: it shows whether the node answers, and how fast.
  const head = await client.call('ChainHead', [], { ...options, schema: zTipset });
  const [genesis, networkName, version, parameters] = await Promise.all([
    client.call('ChainGetGenesis', [], { ...options, schema: zTipset }),
    optional(client.call('StateNetworkName', [], { ...options, schema: zNetworkName })),
    optional(client.call('Version', [], { ...options, schema: zVersion })),
    optional(client.call('StateGetNetworkParams', [], { ...options, schema: zNetworkParams })),
  ]);
  const [genesisCid] = genesis.value.Cids;
  const [genesisBlock] = genesis.value.Blocks;
  const [headBlock] = head.value.Blocks;
  if (genesisCid === undefined || genesisBlock === undefined || headBlock === undefined) {
    throw new SextantError('endpoint-bad-reply', 'The node returned a tipset without blocks.');
  }
  const reportedDelay = version?.value.BlockDelay;
  const blockDelaySeconds =
    parameters?.value.BlockDelaySecs ?? (reportedDelay === undefined || reportedDelay <= 0 ? DEFAULT_BLOCK_DELAY_SECONDS : reportedDelay);
  const apiVersion = version?.value.APIVersion;
  return {
    networkName: networkName?.value ?? nameByGenesis(genesisCid['/']),
    genesisCid: genesisCid['/'],
    genesisTimeMs: genesisBlock.Timestamp * 1000,
    blockDelaySeconds,
    addressLetter: headBlock.Miner.startsWith('f') ? 'f' : 't',
    latencyMs: head.call.tookMs,
    headHeight: head.value.Height,
    headTimeMs: headBlock.Timestamp * 1000,
    ...(version === undefined ? {} : { software: version.value.Version }),
    ...(apiVersion === undefined ? {} : { apiVersionText: `${apiVersion >> 16}.${(apiVersion >> 8) & 255}.${apiVersion & 255}` }),
  };
}

/** The miner behind a storage-miner API. */
export async function readMinerAddress(miner: NodeClient, cause: string, signal?: AbortSignal): Promise<string> {
  const options = { cause, timeoutMs: TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
  return (await miner.call('ActorAddress', [], { ...options, schema: zMinerAddress })).value;
}

/** Undefined where the endpoint does not serve the method or returns an invalid answer; the node stays usable. */
async function optional<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (
      error instanceof SextantError &&
      ['method-not-served', 'endpoint-unauthorised', 'node-error', 'endpoint-bad-reply'].includes(error.code)
    ) {
      return undefined;
    }
    throw error;
  }
}
