/** The same question asked of a node by other programs' RPC clients. */
import { NodejsProvider } from '@filecoin-shipyard/lotus-client-provider-nodejs';
import { LotusRPC } from '@filecoin-shipyard/lotus-client-rpc';
import { mainnet } from '@filecoin-shipyard/lotus-client-schema';
import LotusRpcEngine from '@glif/filecoin-rpc-client';
// Its entry also loads signers that need a package it does not name.
import { HttpJsonRpcConnector } from 'filecoin.js/builds/dist/connectors/HttpJsonRpcConnector.js';
import { LotusClient } from 'filecoin.js/builds/dist/providers/LotusClient.js';
import { RPC } from 'iso-filecoin/rpc';
import { createPublicClient, createWalletClient, defineChain, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

export interface AskedNode {
  readonly url: string;
  readonly token?: string;
}

/** Calls a method by its name without namespace; rejects with what the client makes of a refusal. */
export interface NodeCaller {
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

export function openLotusClientRpc({ url, token }: AskedNode): NodeCaller {
  const provider = new NodejsProvider(url, token === undefined ? {} : { token });
  const client = new LotusRPC(provider, { schema: mainnet.fullNode }) as unknown as Record<
    string,
    (...args: readonly unknown[]) => Promise<unknown>
  >;
  return {
    call: async (method, ...params) => client[lowerFirst(method)]?.(...params),
    close: () => provider.destroy(),
  };
}

export function openGlif({ url, token }: AskedNode): NodeCaller {
  const engine = new LotusRpcEngine({ apiAddress: url, ...(token === undefined ? {} : { token }) });
  return { call: (method, ...params) => engine.request(method, ...params), close: async () => undefined };
}

export function openFilecoinJs({ url, token }: AskedNode): LotusClient {
  return new LotusClient(new HttpJsonRpcConnector({ url, ...(token === undefined ? {} : { token }) }));
}

export function openIsoFilecoin({ url, token }: AskedNode): RPC {
  return new RPC({ api: url, network: 'testnet', ...(token === undefined ? {} : { token }) });
}

export function openViem(url: string, chainId: number) {
  const chain = defineChain({
    id: chainId,
    name: 'Practice',
    nativeCurrency: { name: 'FIL', symbol: 'FIL', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const transport = http(url, { retryCount: 0 });
  return {
    reading: createPublicClient({ chain, transport, pollingInterval: 50 }),
    sending: (privateKey: `0x${string}`) => createWalletClient({ account: privateKeyToAccount(privateKey), chain, transport }),
  };
}
