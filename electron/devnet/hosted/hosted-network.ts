/**
 * One network of the hosted service: its chain, opened at first use, its backends, and its request handlers. Callers are untrusted;
 * only custom endpoints need a token.
 */
import { methodFacts } from '../../../shared/rpc/methods.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { networkNameOf } from '../chain/network-name.ts';
import { nodeTable } from '../node-table.ts';
import { bareName, errorReply, type MethodTable, type ParsedRequest, type Reply } from '../rpc/dispatcher.ts';
import type { RpcPath } from '../rpc/rpc-path.ts';
import type { TokenIssuer } from '../rpc/tokens.ts';
import { CallLimit } from './call-limit.ts';
import { addClientMethods, isClientMethod } from './client-methods.ts';
import { ClientStore } from './client-store.ts';
import { BACKENDS, DEFAULT_WINDOW_EPOCHS, type HostedNetworkName, type HostedOptions } from './hosted-options.ts';
import { keepHosted, limitLookback } from './hosted-table.ts';
import { LaggingBackend } from './lagging-backend.ts';

export type ApiVersion = 'v0' | 'v1';

/** Paths of a network's public endpoint, with their API version. */
export const PUBLIC_PATHS: Readonly<Record<HostedNetworkName, Readonly<Record<string, ApiVersion>>>> = {
  mainnet: { '/': 'v1', '/rpc/v0': 'v0' },
  testnet: { '/rpc/v0': 'v0', '/rpc/v1': 'v1' },
  hyperspace: { '/rpc/v0': 'v0', '/rpc/v1': 'v1' },
};

export interface HostedNetworkOptions {
  readonly name: HostedNetworkName;
  readonly hosted: HostedOptions;
  readonly issuer: TokenIssuer;
  readonly port: number;
  readonly filesFolder: string;
  /** Opens the chain. Called once, by the first request. */
  readonly openChain: () => DevnetChain;
  /** URLs of the deals that StateMarketDeals does not return. */
  readonly dealsUrl: string;
  readonly cidCheckerUrl: string;
}

/** Kind of caller: anyone without a token, or the holder of a custom endpoint's token. */
type Audience = 'public' | 'custom';

export class HostedNetwork {
  readonly #options: HostedNetworkOptions;
  readonly #limit: CallLimit | undefined;
  readonly #tables = new Map<string, readonly MethodTable[]>();
  readonly #public = new Map<string, RpcPath>();
  #chain: DevnetChain | undefined;
  #backends: readonly LaggingBackend[] = [];
  #client: ClientStore | undefined;
  #turn = 0;

  constructor(options: HostedNetworkOptions) {
    this.#options = options;
    const { requestsPerMinute } = options.hosted;
    if (requestsPerMinute !== undefined) this.#limit = new CallLimit(requestsPerMinute);
    for (const [path, version] of Object.entries(PUBLIC_PATHS[options.name])) this.#public.set(path, this.#publicPath(version));
  }

  /** The chain behind all backends; opened at first use. */
  get chain(): DevnetChain {
    const chain = this.#chain ?? this.#options.openChain();
    if (this.#chain === undefined) {
      this.#chain = chain;
      const { lagEpochs, windowEpochs = DEFAULT_WINDOW_EPOCHS } = this.#options.hosted;
      this.#backends = Array.from(
        { length: BACKENDS },
        (_, index) => new LaggingBackend({ chain, index, windowEpochs, lagEpochs: lagEpochs?.[index] }),
      );
    }
    return chain;
  }

  get isBegun(): boolean {
    return this.#chain !== undefined;
  }

  /** The head of each backend. */
  get backendHeads(): readonly { readonly height: number; readonly key: string }[] {
    return this.#chain === undefined ? [] : this.#backends.map(({ head: { height, keyText } }) => ({ height, key: keyText }));
  }

  publicPath(path: string): RpcPath | undefined {
    return this.#public.get(path);
  }

  /** Handler of this network's custom endpoints; authorization is up to the caller. */
  customPath(version: ApiVersion): Pick<RpcPath, 'table' | 'check' | 'isJsonOnly'> {
    return {
      isJsonOnly: true,
      table: () => this.#anyTable(version, 'custom'),
      check: (request) => this.#check(request, version, 'custom'),
    };
  }

  stop(): void {
    for (const backend of this.#backends) backend.stop();
  }

  #publicPath(version: ApiVersion): RpcPath {
    const limit = this.#limit;
    return {
      isJsonOnly: true,
      table: () => this.#anyTable(version, 'public'),
      // No authorization; tokens are ignored.
      permissionsOf: () => ['read'],
      check: (request) => this.#check(request, version, 'public'),
      ...(limit === undefined ? {} : { takeTurn: () => limit.take() }),
    };
  }

  /** Methods of the backend that the balancer selects. */
  #anyTable(version: ApiVersion, audience: Audience): MethodTable {
    const tables = this.#tablesOf(version, audience);
    const { turns } = this.#options.hosted;
    const index = turns === undefined ? Math.floor(Math.random() * tables.length) : (turns[this.#turn++ % turns.length] ?? 0);
    return tables[index] as MethodTable;
  }

  #tablesOf(version: ApiVersion, audience: Audience): readonly MethodTable[] {
    const name = `${version} ${audience}`;
    const tables = this.#tables.get(name) ?? this.#buildTables(version, audience);
    this.#tables.set(name, tables);
    return tables;
  }

  #buildTables(version: ApiVersion, audience: Audience): readonly MethodTable[] {
    const { chain } = this;
    const { issuer, port, filesFolder } = this.#options;
    const facts = { networkName: networkNameOf(chain), port };
    this.#client ??= new ClientStore(chain, filesFolder);
    const client = this.#client;
    return this.#backends.map((backend) => {
      const table = nodeTable(backend, version, { facts, issuer, isOpenToAll: audience === 'public' });
      addClientMethods(table, backend, client, { writing: audience === 'public' ? 'read' : 'write', version });
      return limitLookback(keepHosted(table, isClientMethod), backend, chain);
    });
  }

  /** Reject requests before they reach a backend. */
  #check(request: ParsedRequest, version: ApiVersion, audience: Audience): Reply | undefined {
    const id = request.id ?? null;
    // Unlike a bare node, `[]` is required even without parameters.
    if (request.params === undefined || request.params === null) return errorReply(400, id, -32600, 'Invalid request');
    const name = bareName(request.method);
    if (name === undefined) return undefined;
    if (name === 'StateMarketDeals') {
      const { dealsUrl, cidCheckerUrl } = this.#options;
      return errorReply(200, id, 1, `StateMarketDeals is not served: download ${dealsUrl}, or look up a CID at ${cidCheckerUrl}`, {
        deals: dealsUrl,
        cidChecker: cidCheckerUrl,
      });
    }
    const [table] = this.#tablesOf(version, audience);
    const isServed = table?.methods.has(name) === true || table?.streams.has(name) === true;
    // Error of a gateway's /rpc/v0; /rpc/v1 reports an unknown method.
    if (version === 'v0' && !isServed && methodFacts(name)?.api === 'full') return errorReply(200, id, 1, 'method not supported');
    return undefined;
  }
}
