import type { DevnetOptions } from '../../electron/devnet/devnet-options.ts';
import type { HostedAddresses, HostedOptions } from '../../electron/devnet/hosted/hosted-options.ts';
import { type StartedDevnet, startDevnet } from '../../electron/devnet/start-devnet.ts';
import { postCall } from './devnet-caller.ts';

export interface HostedDevnet {
  readonly node: StartedDevnet;
  readonly hosted: HostedAddresses;
  /** Call the public endpoint of a network (default: mainnet); the call must succeed. */
  result<T>(method: string, params?: unknown[], url?: string): Promise<T>;
}

/** A paused node with the hosted service. */
export async function startHostedDevnet(hosted: HostedOptions = {}, options: DevnetOptions = {}): Promise<HostedDevnet> {
  const node = await startDevnet({ seed: 'hosted', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 20, ...options, hosted });
  const addresses = node.hosted;
  if (addresses === undefined) throw new Error('the hosted service was not started');
  return {
    node,
    hosted: addresses,
    async result<T>(method: string, params: unknown[] = [], url = addresses.networks.mainnet.httpUrl): Promise<T> {
      const { json, text } = await postCall(url, `Filecoin.${method}`, params);
      if (!('result' in json)) throw new Error(`${method} answered ${text}`);
      return json.result as T;
    },
  };
}
