import { z } from 'zod';
import { BackendHeads } from '../../../../../electron/rpc/backend-heads.ts';
import type { CallOptions, NodeAnswer, NodeClient } from '../../../../../electron/rpc/node-client.ts';
import type { ActiveConnection } from '../../../../../electron/services/connections/active-connection.ts';
import { VersionAuthority } from '../../../../../electron/services/network-version/version-authority.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';

type Script = Readonly<Record<string, unknown | ((params: readonly unknown[]) => unknown)>>;

/** A node that says what a test wants it to say, also what no honest node would. */
export function scriptedConnection(script: Script): { active: ActiveConnection; asked: { method: string; params: readonly unknown[] }[] } {
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const answer = async (method: string, params: readonly unknown[], schema: z.ZodType): Promise<NodeAnswer<never>> => {
    asked.push({ method, params });
    if (!(method in script)) {
      throw new SextantError('method-not-served', `This node does not serve ${method}.`);
    }
    const entry = script[method];
    const value: unknown = typeof entry === 'function' ? entry(params) : entry;
    if (value instanceof SextantError) {
      throw value;
    }
    const call = { id: asked.length, method, tookMs: 1, atMs: 0, isCached: false };
    return { value: schema.parse(value) as never, call };
  };
  const client: NodeClient = {
    urls: [],
    hasStream: false,
    limits: { limit: 16, running: 0, waiting: 0, refusals: 0, pausedMs: 0 },
    heads: new BackendHeads(),
    call: (method: string, params: readonly unknown[], options: CallOptions & { schema?: z.ZodType }) =>
      answer(method, params, options.schema ?? z.unknown()),
    subscribe: () => {
      throw new Error('not part of this script');
    },
    sendRaw: () => Promise.reject(new Error('not part of this script')),
    sendRawBatch: () => Promise.reject(new Error('not part of this script')),
    close: () => undefined,
  };
  const active: ActiveConnection = {
    id: 'scripted',
    name: 'Scripted',
    kind: 'custom',
    namespace: 'Filecoin',
    apiVersion: 'v1',
    letter: 't',
    facts: {
      networkName: 'practice',
      genesisCid: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
      genesisTimeMs: 0,
      blockDelaySeconds: 30,
      addressLetter: 't',
      latencyMs: 1,
      headHeight: 100,
      headTimeMs: 0,
    },
    client,
    versions: new VersionAuthority({ client, networkName: 'practice', letter: 't' }),
    capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods: [] },
  };
  return { active, asked };
}
