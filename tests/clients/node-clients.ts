/** The same question asked of a node by other programs' RPC clients. */
import { NodejsProvider } from '@filecoin-shipyard/lotus-client-provider-nodejs';
import { LotusRPC } from '@filecoin-shipyard/lotus-client-rpc';
import { mainnet } from '@filecoin-shipyard/lotus-client-schema';
import LotusRpcEngine from '@glif/filecoin-rpc-client';
import { HttpJsonRpcConnector, LotusClient, WsJsonRpcConnector } from 'filecoin.js';
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

/** A caller that follows the head, over WebSocket. */
export interface LotusClientRpc extends NodeCaller {
  /** Resolves once subscribed, with what cancels. */
  followHead(onChanges: (changes: readonly HeadChange[]) => void): Promise<() => Promise<void>>;
  /** Uploads a file with PUT, beside the URL of the API unless told otherwise. */
  importFile(body: Uint8Array): Promise<string>;
}

export interface HeadChange {
  readonly Type: string;
  readonly Val: { readonly Height: number };
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** HTTP or WebSocket by its URL. Its own content type is text/plain. */
export function openLotusClientRpc({ url, token }: AskedNode, options: { readonly sendHttpContentType?: string } = {}): LotusClientRpc {
  const provider = new NodejsProvider(url, { ...options, importUrl: url, ...(token === undefined ? {} : { token }) });
  const client = new LotusRPC(provider, { schema: mainnet.fullNode }) as unknown as Record<
    string,
    (...args: readonly unknown[]) => Promise<unknown>
  > & { chainNotify(onChanges: (changes: readonly HeadChange[]) => void): [cancel: () => Promise<void>, subscribed: Promise<void>] };
  return {
    call: async (method, ...params) => client[lowerFirst(method)]?.(...params),
    async followHead(onChanges) {
      const [cancel, subscribed] = client.chainNotify(onChanges);
      await subscribed;
      return cancel;
    },
    importFile: (body) => provider.importFile(body),
    close: () => provider.destroy(),
  };
}

export function openGlif({ url, token }: AskedNode): NodeCaller {
  const engine = new LotusRpcEngine({ apiAddress: url, ...(token === undefined ? {} : { token }) });
  return { call: (method, ...params) => engine.request(method, ...params), close: async () => undefined };
}

/** HTTP or WebSocket by its URL. */
export function openFilecoinJs({ url, token }: AskedNode): LotusClient {
  const Connector = url.startsWith('ws') ? WsJsonRpcConnector : HttpJsonRpcConnector;
  return new LotusClient(new Connector({ url, ...(token === undefined ? {} : { token }) }));
}

export function openIsoFilecoin({ url, token }: AskedNode): RPC {
  return new RPC({ api: url, network: 'testnet', ...(token === undefined ? {} : { token }) });
}

/** @param httpMethod in place of POST */
export function openViem(url: string, chainId: number, httpMethod?: string) {
  const chain = defineChain({
    id: chainId,
    name: 'Practice',
    nativeCurrency: { name: 'FIL', symbol: 'FIL', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const transport = http(url, { retryCount: 0, ...(httpMethod === undefined ? {} : { fetchOptions: { method: httpMethod } }) });
  return {
    reading: createPublicClient({ chain, transport, pollingInterval: 50 }),
    sending: (privateKey: `0x${string}`) => createWalletClient({ account: privateKeyToAccount(privateKey), chain, transport }),
  };
}
