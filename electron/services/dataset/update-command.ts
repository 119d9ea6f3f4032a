/**
 * `npm run market -- update`: updates the dataset of a profile to the head of an endpoint, without a screen.
 *
 * Uses the given endpoint, that of FULLNODE_API_INFO, or the active one of the profile without its sealed token. If the endpoint serves no
 * blocks, it checks whether the market file has changed.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import { type DatasetAbout, DatasetStore } from '../../dataset/dataset-store.ts';
import { openDuckDbWriter } from '../../dataset/duckdb-engine.ts';
import { isHeldByAnother } from '../../dataset/held-by-another.ts';
import { checkSource } from '../../dataset/market-file/check-source.ts';
import { UpdateFailed, type UpdateProgress, type UpdateReport, updateMarket } from '../../dataset/mirror/update-market.ts';
import { isMissingFile } from '../../persistence/disk-failure.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import { JsonRpcClient } from '../../rpc/json-rpc-client.ts';
import { parseApiInfo } from '../connections/api-info.ts';
import { readNodeFacts } from '../connections/node-facts.ts';
import { VersionAuthority } from '../network-version/version-authority.ts';
import { cannotServeBlocks } from './cannot-serve-blocks.ts';
import { findMarket } from './find-market.ts';

const MEMORY_MIB = 256;
const THREADS = 2;
const CAUSE = 'dataset: update';

/** The part of the connections document with the active endpoint. */
const zConnections = z.object({
  data: z.object({ activeId: z.string(), connections: z.array(z.object({ id: z.string(), httpUrl: z.string(), namespace: z.string() })) }),
});

export interface UpdateCommandOptions {
  readonly store: DatasetStore;
  readonly genesisCid: string;
  readonly profile: string;
  /** URL, multiaddress or `TOKEN:MULTIADDRESS`. */
  readonly endpoint: string | undefined;
  readonly apiInfo: string | undefined;
  /** Whether a first read of claims and allocations has no limit. */
  readonly readsAllClaims?: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UpdateProgress) => void;
}

/** Only the market file can update the dataset, and it has changed. */
export class LoadNeeded extends Error {
  override readonly name = 'LoadNeeded';
  readonly source: string;

  constructor(message: string, source: string) {
    super(message);
    this.source = source;
  }
}

/** @throws UpdateFailed, LoadNeeded, StoreBusy, SextantError; undefined if only the market file can update it and it has not changed */
export async function runUpdate(options: UpdateCommandOptions): Promise<UpdateReport | undefined> {
  const { store, genesisCid, clock, signal, onProgress, readsAllClaims = false } = options;
  const endpoint = await endpointOf(options);
  const client = new JsonRpcClient({
    ...endpoint,
    connectionId: 'update',
    connectionName: endpoint.httpUrl,
    tap: NO_TAP,
    clock,
  });
  try {
    const done = await store.change(async ({ path, about }) => {
      const facts = await readNodeFacts(client, CAUSE, signal);
      const served = facts.genesisCid === genesisCid ? store : new DatasetStore(join(options.profile, 'datasets', facts.genesisCid));
      await served.saveNetworkName(facts.networkName);
      if (facts.genesisCid !== genesisCid) {
        throw new UpdateFailed(
          `${endpoint.httpUrl} serves another network, ${facts.networkName}. Set the network of the dataset with --network ${facts.genesisCid}, or use another endpoint.`,
        );
      }
      const { value: head } = await client.call('ChainHead', [], { schema: zNodeTipset, cause: CAUSE, signal });
      // A lagging backend may not have the head.
      const keys = [head.key, ...head.blocks.slice(0, 1).map(({ parents }) => parents)];
      const versions = new VersionAuthority({ client, networkName: facts.networkName ?? '', letter: facts.addressLetter });
      try {
        const market = await findMarket(
          { client, name: endpoint.httpUrl, versions },
          genesisCid,
          keys,
          clock,
          signal,
          ...(readsAllClaims ? [Number.MAX_SAFE_INTEGER] : []),
        );
        const writer = await openDuckDbWriter({ path, memoryMib: MEMORY_MIB, threads: THREADS });
        try {
          return {
            report: await updateMarket({
              ...market,
              writer,
              nowMs: clock.nowMs(),
              signal,
              onProgress,
              ...(readsAllClaims ? { maxRegistryBlocks: Number.MAX_SAFE_INTEGER } : {}),
            }),
          };
        } finally {
          await writer.close();
        }
      } catch (error) {
        if (isHeldByAnother(error)) throw new UpdateFailed('Another program has the dataset open. Close it, or update there.');
        if (!cannotServeBlocks(error)) throw error;
        await requireUnchanged(about, `${endpoint.httpUrl} does not serve the blocks of the market`, signal);
        return { report: undefined };
      }
    });
    if (done === undefined) throw new UpdateFailed('No dataset for this network. Load a market file first.');
    return done.report;
  } finally {
    client.close();
  }
}

async function requireUnchanged(about: DatasetAbout, reason: string, signal: AbortSignal): Promise<void> {
  const { isChanged, sizeBytes } = await checkSource(about, signal);
  if (!isChanged) return;
  const size = sizeBytes === undefined ? 'of unknown size' : formatBytes(sizeBytes);
  throw new LoadNeeded(`${reason}. The market file has changed (${size}). Load it again with --load.`, about.source);
}

interface Endpoint {
  readonly httpUrl: string;
  readonly namespace: string;
  readonly token?: string;
}

async function endpointOf({ endpoint, apiInfo, profile }: UpdateCommandOptions): Promise<Endpoint> {
  const text = endpoint ?? apiInfo;
  if (text !== undefined) {
    const [first] = parseApiInfo(text, 'node');
    if (first?.ok !== true) throw new UpdateFailed(`Invalid endpoint: ${first?.reason ?? 'it is empty.'}`);
    const { httpUrl, token } = first.info;
    return { httpUrl, namespace: 'Filecoin', ...defined({ token }) };
  }
  const { activeId, connections } = await readConnections(join(profile, 'connections.json'));
  const active = connections.find(({ id }) => id === activeId);
  if (active !== undefined) return { httpUrl: active.httpUrl, namespace: active.namespace };
  throw new UpdateFailed('No endpoint. Set one with --endpoint. The embedded node runs only inside Sextant.');
}

async function readConnections(path: string): Promise<z.output<typeof zConnections>['data']> {
  try {
    return zConnections.parse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch (error) {
    if (isMissingFile(error)) return { activeId: '', connections: [] };
    throw new UpdateFailed(`Could not read ${path}. Set an endpoint with --endpoint.`);
  }
}

/** Calls are not recorded without a screen. */
const NO_TAP: CallTap = { begin: () => 0, end: () => undefined, keep: () => undefined, release: () => undefined };
