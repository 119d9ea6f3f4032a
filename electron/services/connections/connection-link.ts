/**
 * The clients of one connection, and the first calls to its node.
 *
 * Tokens and headers are sent only to the host they were entered for. Used by the connections service and passports.
 */
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import type { CustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import { v2UrlOf } from '../../../shared/rpc/version-url.ts';
import type { Clock } from '../../platform/ports.ts';
import type { AnswerStore } from '../../rpc/answer-store.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import { HttpTransport } from '../../rpc/http-transport.ts';
import { JsonRpcClient } from '../../rpc/json-rpc-client.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import { NodeV2 } from '../../rpc/node-v2.ts';
import { VersionAuthority } from '../network-version/version-authority.ts';
import { optional } from '../optional.ts';
import type { ActiveConnection, ApiUrls, ConnectionCapabilities } from './active-connection.ts';
import { tokenTargets } from './connection-urls.ts';
import type { ControlClient } from './control-client.ts';
import { requireNetwork } from './expected-network.ts';
import { HttpControlClient } from './http-control-client.ts';
import { readMinerAddress, readNodeFacts } from './node-facts.ts';
import { readStream } from './read-stream.ts';
import { ReturnWatch } from './return-watch.ts';

/** The v2 API is optional, so its first answer is not awaited longer. */
const V2_TIMEOUT_MS = 5000;

/** A chain is accelerated if its block time is below this share of the block delay. */
export const ACCELERATED_BELOW = 0.9;

interface ConnectionUrls {
  readonly httpUrl: string;
  readonly wsUrl?: string | undefined;
  /** On the host of `httpUrl`, as it gets the same token; absent: derived from `httpUrl`. */
  readonly v2Url?: string | undefined;
  readonly minerUrl?: string | undefined;
}

export interface ConnectionTarget extends ConnectionUrls {
  readonly id: string;
  readonly kind: 'embedded' | 'custom';
  readonly name: string;
  readonly apiVersion: 'v0' | 'v1';
  readonly namespace: string;
  readonly token?: string | undefined;
  /** Entered for this endpoint; sent with its token. */
  readonly headers?: CustomHeaders | undefined;
  readonly minerToken?: string | undefined;
  readonly controlUrl?: string | undefined;
  /** Name of the expected network; absent: any. */
  readonly network?: string | undefined;
  /** Block time of a practice network. */
  readonly chainPaceMs?: number | undefined;
}

export interface ConnectionLinkOptions {
  readonly target: ConnectionTarget;
  readonly tap: CallTap;
  readonly clock: Clock;
  /** Keeps immutable answers over restarts. */
  readonly answers?: AnswerStore;
  /** Called when the node answers again after it was unreachable. */
  readonly onReturned?: () => void;
}

export class ConnectionLink {
  readonly target: ConnectionTarget;
  readonly client: NodeClient;
  readonly miner: NodeClient | undefined;
  readonly #clock: Clock;
  readonly #v2: { readonly url: string; readonly node: NodeV2 } | undefined;
  readonly control: ControlClient | undefined;
  readonly #controlTransport: HttpTransport | undefined;

  constructor({ target, tap, clock, answers, onReturned }: ConnectionLinkOptions) {
    this.target = target;
    this.#clock = clock;
    const { id, name, httpUrl, wsUrl, namespace, token, headers, minerUrl, minerToken, controlUrl } = target;
    const v2Url = target.v2Url ?? v2UrlOf(httpUrl);
    const common = { connectionId: id, connectionName: name, tap, clock };
    this.client = new JsonRpcClient({
      ...common,
      tap: onReturned === undefined ? tap : new ReturnWatch(tap, onReturned),
      namespace,
      httpUrl,
      ...(wsUrl === undefined ? {} : { wsUrl }),
      token,
      headers,
      // The chain of a development node can be recreated, which invalidates its answers.
      ...(answers === undefined || controlUrl !== undefined ? {} : { answers }),
    });
    if (v2Url !== undefined && maySendToken(target, v2Url)) {
      const client = new JsonRpcClient({
        ...common,
        namespace,
        httpUrl: v2Url,
        isV2: true,
        token,
        headers,
        ...(answers === undefined || controlUrl !== undefined ? {} : { answers }),
      });
      this.#v2 = { url: v2Url, node: new NodeV2(client) };
    }
    if (minerUrl !== undefined) {
      this.miner = new JsonRpcClient({ ...common, namespace: 'Filecoin', httpUrl: minerUrl, token: minerToken });
    }
    if (controlUrl !== undefined) {
      this.#controlTransport = new HttpTransport();
      const credentials = maySendToken(target, controlUrl) ? { token, headers } : {};
      this.control = new HttpControlClient({ ...common, url: controlUrl, transport: this.#controlTransport, ...credentials });
    }
  }

  /** The v2 API, whether or not it is served. */
  get v2(): NodeV2 | undefined {
    return this.#v2?.node;
  }

  /** Reads the node's facts for a check: a configured miner API must answer too, and the WebSocket URL is tested. */
  async probe(signal?: AbortSignal): Promise<NodeFacts> {
    const cause = 'connections: probe';
    const node = await readNodeFacts(this.client, cause, signal);
    const [v2, stream] = await Promise.all([this.#findV2(node, cause, signal), readStream(this.client, this.#clock, cause)]);
    const facts = { ...node, ...(v2 === undefined ? {} : { v2Url: v2.url }), ...(stream === undefined ? {} : { stream }) };
    if (this.miner === undefined) {
      return facts;
    }
    return { ...facts, minerAddress: await readMinerAddress(this.miner, cause, signal) };
  }

  /**
   * Reads the node's facts; optional APIs that do not answer are left out.
   *
   * @throws SextantError `wrong-network` if the node is not on the expected network
   */
  async connect(signal: AbortSignal): Promise<ActiveConnection> {
    const cause = 'connections: connect';
    const { miner, control } = this;
    const reading = readNodeFacts(this.client, cause, signal);
    const [facts, v2, minerAddress, info] = await Promise.all([
      reading,
      reading.then((known) => this.#findV2(known, cause, signal)),
      miner === undefined ? undefined : optional(() => readMinerAddress(miner, cause, signal)),
      control === undefined ? undefined : optional(() => control.getInfo(signal)),
    ]);
    const { id, kind, name, namespace, apiVersion, network } = this.target;
    if (network !== undefined) {
      requireNetwork(network, facts);
    }
    const chainPaceMs = info?.blockTimeMs ?? this.target.chainPaceMs;
    const capabilities: ConnectionCapabilities = {
      hasMinerApi: this.miner !== undefined,
      hasV2: v2 !== undefined,
      hasControl: info !== undefined,
      isChainAccelerated: chainPaceMs !== undefined && chainPaceMs < facts.blockDelaySeconds * 1000 * ACCELERATED_BELOW,
      ...(chainPaceMs === undefined ? {} : { chainPaceMs }),
      missingMethods: [],
    };
    return {
      id,
      kind,
      name,
      namespace,
      apiVersion,
      letter: facts.addressLetter,
      facts: minerAddress === undefined ? facts : { ...facts, minerAddress },
      client: this.client,
      ...(v2 === undefined ? {} : { v2: v2.node }),
      versions: new VersionAuthority({ client: this.client, networkName: facts.networkName, letter: facts.addressLetter }),
      ...(info?.streams === undefined ? {} : { streamsPlan: info.streams }),
      capabilities,
      ...(this.miner === undefined ? {} : { miner: this.miner }),
      ...(this.control === undefined || info === undefined ? {} : { control: this.control }),
    };
  }

  /** The v2 API, if it serves the chain of v1; an entered URL may be of another network. */
  async #findV2(facts: NodeFacts, cause: string, signal: AbortSignal | undefined) {
    const v2 = this.#v2;
    if (v2 === undefined) return undefined;
    const timeout = AbortSignal.timeout(V2_TIMEOUT_MS);
    const asked = { cause: `${cause} (v2)`, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) };
    const head = await optional(() => v2.node.tipset({ tag: 'latest' }, asked));
    const [block] = head?.value.blocks ?? [];
    if (block === undefined) return undefined;
    const { headHeight, headTimeMs, blockDelaySeconds } = facts;
    const isSameChain = block.timestamp * 1000 - headTimeMs === (block.height - headHeight) * blockDelaySeconds * 1000;
    return isSameChain ? v2 : undefined;
  }

  /** Reads the node's facts again, without optional APIs. */
  identify(signal: AbortSignal): Promise<NodeFacts> {
    return readNodeFacts(this.client, 'connections: same node check', signal);
  }

  close(): void {
    this.client.close();
    this.#v2?.node.client.close();
    this.miner?.close();
    this.#controlTransport?.close();
  }
}

/** The URLs of a connection, by API. */
export function apiUrlsOf({ httpUrl, wsUrl, v2Url, minerUrl }: ConnectionUrls): ApiUrls {
  const given = (...urls: (string | undefined)[]): string[] => urls.filter((url) => url !== undefined);
  return { node: given(httpUrl, wsUrl), v2: given(v2Url ?? v2UrlOf(httpUrl)), miner: given(minerUrl) };
}

function maySendToken(target: ConnectionTarget, url: string): boolean {
  const allowed = tokenTargets([target.httpUrl]);
  return target.kind === 'embedded' || [...tokenTargets([url])].every((host) => allowed.has(host));
}
