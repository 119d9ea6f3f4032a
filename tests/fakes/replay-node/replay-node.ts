/**
 * A node that serves recorded chain data over real HTTP and WebSocket, for tests only. It listens on loopback, has no keys,
 * and holds nothing but what the shared data holds (and the few constructed headers that `recorded-chain.ts` names).
 */
import { constructedAt, constructedGenesis } from './constructed-child.ts';
import { RecordedChain, type RecordedNetwork, readFrames } from './recorded-chain.ts';
import { answersOf2020, genesisAnswers, minersOf2020 } from './recorded-miners.ts';
import type { RecordedFrame, RecordedTipset } from './recorded-types.ts';
import { pathBetween, type ReplayState, replayCall } from './replay-methods.ts';
import { RpcFailure, type Subscription, startRpcServer } from './replay-rpc.ts';

export interface ReplayNode {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly head: RecordedTipset;
  readonly chain: RecordedChain;
  /** Methods called so far, in order, without the namespace. */
  readonly calls: readonly string[];
  /** How many ChainNotify channels are open. */
  readonly subscriberCount: number;
  /** Moves the head to a recorded height that recorded parents lead to, and says so to subscribers. */
  setHead(height: number): void;
  /** Sends the next recorded frame to every subscriber and returns it; undefined when all were sent. */
  pushFrame(): RecordedFrame | undefined;
  /** Breaks every WebSocket. */
  dropSockets(): void;
  stop(): Promise<void>;
}

export interface ReplayOptions {
  readonly network: RecordedNetwork;
  /** A recorded height; the highest by default. Ignored where frames are given, or a data set of miners. */
  readonly headHeight?: number;
  /** Miners beside the chain: those of the genesis, which is the head then, or those that an epoch of 2020 is known of. Mainnet only. */
  readonly miners?: 'genesis' | { readonly epochOf2020: number };
  /** Name of a file of recorded ChainNotify frames; its first item is the head on start. */
  readonly frames?: string;
  /** Methods that this node refuses as unknown, as gateways do. */
  readonly unserved?: readonly string[];
  /** Answers of this node's own for some methods, in place of the recorded ones. */
  readonly overrides?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>;
  /** Port on 127.0.0.1, to come back where an earlier one was; a free one by default. */
  readonly port?: number;
}

/** A header of that epoch: the state roots of 2020 are recorded, the tipsets over them are not. */
function headOf2020(chain: RecordedChain, epoch: number): RecordedTipset | undefined {
  const genesis = chain.byHeight(0);
  const stateRoot = minersOf2020().find((miner) => miner.epoch === epoch)?.stateRoot;
  if (genesis === undefined || stateRoot === undefined) return undefined;
  const head = constructedAt(genesis, epoch, { '/': stateRoot });
  chain.add(head);
  return head;
}

const NETWORK_NAMES = { mainnet: 'mainnet', calibnet: 'calibrationnet' } as const;

export async function startReplayNode(options: ReplayOptions): Promise<ReplayNode> {
  const chain = new RecordedChain(options.network);
  const script = (options.frames === undefined ? [] : readFrames(options.frames)).filter(
    ({ dir, frame }) => dir === 'in' && frame.method !== undefined,
  );
  for (const { frame } of script) {
    for (const change of frame.params?.[1] ?? []) {
      chain.add(change.Val);
    }
  }
  const { miners } = options;
  const isGenesis = miners === 'genesis';
  const answers = miners === undefined ? {} : isGenesis ? genesisAnswers() : answersOf2020(miners.epochOf2020);
  const first =
    script[0]?.frame.params?.[1][0]?.Val ??
    (miners === undefined || isGenesis
      ? chain.byHeight(isGenesis ? 0 : (options.headHeight ?? chain.heights.at(-1) ?? 0))
      : headOf2020(chain, miners.epochOf2020));
  if (first === undefined) {
    throw new Error(`No recorded tipset for ${options.network} ${options.headHeight}`);
  }
  const state: ReplayState = {
    chain,
    genesis: (options.network === 'mainnet' ? chain.byHeight(0) : undefined) ?? constructedGenesis(first),
    networkName: NETWORK_NAMES[options.network],
    head: first,
  };
  const calls: string[] = [];
  let position = 1;
  const server = await startRpcServer(
    {
      call: (request) => {
        const name = request.method.replace(/^.*\./, '');
        calls.push(name);
        if (options.unserved?.includes(name) === true) {
          throw new RpcFailure(-32601, `method '${request.method}' not found`, 500);
        }
        const override = options.overrides?.[name] ?? answers[name];
        return override === undefined ? replayCall(state, request) : override(request.params);
      },
      isChannel: (method) => method === 'Filecoin.ChainNotify',
      subscribed: (subscription: Subscription) => {
        calls.push('ChainNotify');
        subscription.push([{ Type: 'current', Val: state.head }]);
      },
    },
    options.port,
  );
  const pushFrame = (): RecordedFrame | undefined => {
    const next = script[position];
    if (next === undefined) {
      return undefined;
    }
    position++;
    const key = next.headAfter?.map((cid) => ({ '/': cid }));
    state.head = (key === undefined ? undefined : chain.byKey(key)) ?? state.head;
    const changes = next.frame.params?.[1];
    for (const subscription of [...server.subscriptions]) {
      if (next.frame.method === 'xrpc.ch.close') {
        subscription.close();
      } else if (changes !== undefined && changes[0]?.Type !== 'current') {
        subscription.push(changes);
      }
    }
    return next;
  };
  return {
    httpUrl: `http://127.0.0.1:${server.port}/rpc/v1`,
    wsUrl: `ws://127.0.0.1:${server.port}/rpc/v1`,
    get head() {
      return state.head;
    },
    chain,
    calls,
    get subscriberCount() {
      return server.subscriptions.size;
    },
    setHead: (height) => {
      const tipset = chain.byHeight(height);
      if (tipset === undefined) {
        throw new Error(`No recorded tipset at ${height}`);
      }
      const before = state.head;
      state.head = tipset;
      const changes = pathBetween(state, before, tipset);
      for (const subscription of server.subscriptions) {
        subscription.push(changes);
      }
    },
    pushFrame,
    dropSockets: server.dropSockets,
    stop: server.stop,
  };
}
