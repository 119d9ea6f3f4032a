/**
 * The clients of one connection, and the first questions to its node.
 *
 * Tokens and typed headers go to the address they were entered for and nowhere else. Called by the connections service.
 */
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import type { CustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import { v2AddressOf } from '../../../shared/rpc/v2-address.ts';
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

/** The v2 API is an extra: how long the first answer is waited for. */
const V2_PATIENCE_MS = 5000;

/** A pace below this part of the block delay is an accelerated chain; a little early is no acceleration. */
export const ACCELERATED_BELOW = 0.9;

interface ConnectionUrls {
  readonly httpUrl: string;
  readonly wsUrl?: string | undefined;
  /** The v2 API; absent: beside `httpUrl`. On the host of `httpUrl`, as its token goes there. */
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
  /** Typed for this endpoint; sent where its token is. */
  readonly headers?: CustomHeaders | undefined;
  readonly minerToken?: string | undefined;
  readonly controlUrl?: string | undefined;
  /** The network that the profile expects, by name; absent: any. */
  readonly network?: string | undefined;
  /** Milliseconds of an epoch, where the endpoint is known to be a practice network. */
  readonly chainPaceMs?: number | undefined;
}

export interface ConnectionLinkOptions {
  readonly target: ConnectionTarget;
  readonly tap: CallTap;
  readonly clock: Clock;
  /** Where answers that cannot change are kept over restarts. */
  readonly answers?: AnswerStore;
  /** The node answers again after it could not be reached. */
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
    const v2Url = target.v2Url ?? v2AddressOf(httpUrl);
    const common = { connectionId: id, connectionName: name, tap, clock };
    this.client = new JsonRpcClient({
      ...common,
      tap: onReturned === undefined ? tap : new ReturnWatch(tap, onReturned),
      namespace,
      httpUrl,
      ...(wsUrl === undefined ? {} : { wsUrl }),
      token,
      headers,
      // The chain of a development node is made anew at will; what it answered then is of no use.
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

  /** Asks the node who it is, as a probe: a miner API that is configured has to answer too, and the WebSocket URL is tried. */
  async probe(signal?: AbortSignal): Promise<NodeFacts> {
    const cause = 'connections: probe';
    const told = await readNodeFacts(this.client, cause, signal);
    const [v2, stream] = await Promise.all([this.#findV2(told, cause, signal), readStream(this.client, this.#clock, cause)]);
    const facts = { ...told, ...(v2 === undefined ? {} : { v2Url: v2.url }), ...(stream === undefined ? {} : { stream }) };
    if (this.miner === undefined) {
      return facts;
    }
    return { ...facts, minerAddress: await readMinerAddress(this.miner, cause, signal) };
  }

  /**
   * Asks the node who it is; extras that do not answer are left out.
   *
   * @throws SextantError `wrong-network` where the node is on another network than the profile says
   */
  async connect(signal: AbortSignal): Promise<ActiveConnection> {
    const cause = 'connections: connect';
    const { miner, control } = this;
    // A node whose extras do not answer is still a node.
    const told = readNodeFacts(this.client, cause, signal);
    const [facts, v2, minerAddress, info] = await Promise.all([
      told,
      told.then((known) => this.#findV2(known, cause, signal)),
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

  /** The v2 API, where it is served for the chain of v1: a URL that was entered by hand may lead to another network. */
  async #findV2(facts: NodeFacts, cause: string, signal: AbortSignal | undefined) {
    const v2 = this.#v2;
    if (v2 === undefined) return undefined;
    const patience = AbortSignal.timeout(V2_PATIENCE_MS);
    const asked = { cause: `${cause} (v2)`, signal: signal === undefined ? patience : AbortSignal.any([signal, patience]) };
    const head = await optional(() => v2.node.tipset({ tag: 'latest' }, asked));
    const [block] = head?.value.blocks ?? [];
    if (block === undefined) return undefined;
    const { headHeight, headTimeMs, blockDelaySeconds } = facts;
    const isSameChain = block.timestamp * 1000 - headTimeMs === (block.height - headHeight) * blockDelaySeconds * 1000;
    return isSameChain ? v2 : undefined;
  }

  /** Asks again who the node is, without its extras. */
  identify(signal: AbortSignal): Promise<NodeFacts> {
    return readNodeFacts(this.client, 'connections: is it the same node', signal);
  }

  close(): void {
    this.client.close();
    this.#v2?.node.client.close();
    this.miner?.close();
    this.#controlTransport?.close();
  }
}

/** Where a connection asks, by API. */
export function apiUrlsOf({ httpUrl, wsUrl, v2Url, minerUrl }: ConnectionUrls): ApiUrls {
  const given = (...urls: (string | undefined)[]): string[] => urls.filter((url) => url !== undefined);
  return { node: given(httpUrl, wsUrl), v2: given(v2Url ?? v2AddressOf(httpUrl)), miner: given(minerUrl) };
}

function maySendToken(target: ConnectionTarget, url: string): boolean {
  const known = tokenTargets([target.httpUrl]);
  return target.kind === 'embedded' || [...tokenTargets([url])].every((place) => known.has(place));
}
