/** What the replay node answers, in the texts and shapes of Lotus. A method that is not here is not served. */
import { keyTextOf, type RecordedChain } from './recorded-chain.ts';
import type { Link, RecordedHeadChange, RecordedTipset } from './recorded-types.ts';
import { RpcFailure, type RpcRequest } from './replay-rpc.ts';

export interface ReplayState {
  readonly chain: RecordedChain;
  readonly genesis: RecordedTipset;
  readonly networkName: string;
  head: RecordedTipset;
}

type Method = (state: ReplayState, params: readonly unknown[], version: string) => unknown;

function missing(cid: string): RpcFailure {
  return new RpcFailure(1, `ipld: could not find ${cid}`);
}

function linkOf(param: unknown): string {
  const cid = (param as Link | null)?.['/'];
  if (typeof cid !== 'string') {
    throw new RpcFailure(-32700, 'unmarshaling params (param: *cid.Cid): invalid cid: cid too short', 500);
  }
  return cid;
}

/** A tipset by key; an empty key means the head. */
function tipsetOf(state: ReplayState, param: unknown): RecordedTipset {
  const key = (param ?? []) as readonly Link[];
  if (!Array.isArray(key)) {
    throw new RpcFailure(
      -32700,
      'unmarshaling params (param: *types.TipSetKey): json: cannot unmarshal into Go value of type []cid.Cid',
      500,
    );
  }
  if (key.length === 0) {
    return state.head;
  }
  const tipset = state.chain.byKey(key);
  if (tipset === undefined) {
    const text = key.map((link) => (link as Link)['/']).join(' ');
    throw new RpcFailure(1, `loading tipset {${text}}: get block ${linkOf(key[0])}: ipld: could not find ${linkOf(key[0])}`);
  }
  return tipset;
}

function byHeight(state: ReplayState, height: unknown, anchorKey: unknown): RecordedTipset {
  const anchor = tipsetOf(state, anchorKey);
  const wanted = Number(height);
  if (wanted > anchor.Height) {
    throw new RpcFailure(1, `looking for tipset with height greater than start point, req: ${wanted}, head: ${anchor.Height}`);
  }
  const tipset = wanted === anchor.Height ? anchor : state.chain.byHeight(wanted);
  if (tipset === undefined) {
    throw new RpcFailure(1, `failed to load tipset at height ${wanted}: ipld: could not find a recorded block`);
  }
  return tipset;
}

function messageOf(state: ReplayState, cid: string) {
  const found = state.chain.message(cid);
  if (found === undefined) {
    throw new RpcFailure(1, `failed to load message ${cid}: ipld: could not find ${cid}`);
  }
  return found;
}

function searchMessage(state: ReplayState, cid: string): unknown {
  const found = state.chain.message(cid);
  const child = found === undefined ? undefined : state.chain.childOf(found.tipset);
  if (found === undefined || child === undefined || found.tipset.Height >= state.head.Height) {
    return null;
  }
  return { Message: found.execution.MsgCid, Receipt: found.execution.MsgRct, ReturnDec: null, TipSet: child.Cids, Height: child.Height };
}

/** The tipset whose messages a block's parents carried. */
function parentOfBlock(state: ReplayState, cid: string): RecordedTipset | undefined {
  const found = state.chain.block(cid);
  if (found === undefined) {
    throw missing(cid);
  }
  return state.chain.parentOf(found.tipset);
}

/** The head changes from one tipset to another, as far as recorded parents lead. */
export function pathBetween(state: ReplayState, from: RecordedTipset, to: RecordedTipset): RecordedHeadChange[] {
  const reverts: RecordedHeadChange[] = [];
  const applies: RecordedHeadChange[] = [];
  let left = from;
  let right = to;
  while (keyTextOf(left.Cids) !== keyTextOf(right.Cids)) {
    const isLeft = left.Height >= right.Height;
    const isRight = right.Height >= left.Height;
    if (isLeft) {
      reverts.push({ Type: 'revert', Val: left });
    }
    if (isRight) {
      applies.unshift({ Type: 'apply', Val: right });
    }
    const areSiblings = keyTextOf(left.Blocks[0]?.Parents ?? []) === keyTextOf(right.Blocks[0]?.Parents ?? []);
    if (isLeft && isRight && areSiblings) {
      break;
    }
    left = isLeft ? parentOrMissing(state, left) : left;
    right = isRight ? parentOrMissing(state, right) : right;
  }
  return [...reverts, ...applies];
}

function parentOrMissing(state: ReplayState, tipset: RecordedTipset): RecordedTipset {
  const parent = state.chain.parentOf(tipset);
  if (parent === undefined) {
    throw missing(tipset.Blocks[0]?.Parents?.[0]?.['/'] ?? 'genesis');
  }
  return parent;
}

const REPLAY_METHODS: Readonly<Record<string, Method>> = {
  Version: (_state, _params, version) => ({
    Version: 'replay of recorded answers',
    APIVersion: version === 'v0' ? 66816 : 131840,
    BlockDelay: 30,
    Agent: 'replay',
  }),
  StateNetworkName: (state) => state.networkName,
  ChainGetGenesis: (state) => state.genesis,
  ChainHead: (state) => state.head,
  ChainGetTipSet: (state, [key]) => {
    if (((key ?? []) as readonly unknown[]).length === 0) {
      throw new RpcFailure(1, 'NewTipSet called with zero length array of blocks');
    }
    return tipsetOf(state, key);
  },
  ChainGetTipSetByHeight: (state, [height, key]) => byHeight(state, height, key),
  ChainGetTipSetAfterHeight: (state, [height, key]) => {
    const before = state.chain.byHeight(Number(height) - 1);
    const exact = state.chain.byHeight(Number(height));
    const child = before === undefined || before.Height >= state.head.Height ? undefined : state.chain.childOf(before);
    return exact !== undefined && exact.Height <= state.head.Height ? exact : (child ?? byHeight(state, height, key));
  },
  ChainGetBlock: (state, [cid]) => {
    const found = state.chain.block(linkOf(cid));
    if (found === undefined) {
      throw missing(linkOf(cid));
    }
    return found.block;
  },
  ChainGetMessage: (state, [cid]) => messageOf(state, linkOf(cid)).execution.Msg,
  ChainGetMessagesInTipset: (state, [key]) =>
    state.chain.executionsIn(tipsetOf(state, key)).map(({ MsgCid, Msg }) => ({ Cid: MsgCid, Message: Msg })),
  ChainGetParentMessages: (state, [cid]) => {
    const parent = parentOfBlock(state, linkOf(cid));
    return parent === undefined ? null : state.chain.executionsIn(parent).map(({ MsgCid, Msg }) => ({ Cid: MsgCid, Message: Msg }));
  },
  ChainGetParentReceipts: (state, [cid]) => {
    const parent = parentOfBlock(state, linkOf(cid));
    return parent === undefined ? null : state.chain.executionsIn(parent).map(({ MsgRct }) => MsgRct);
  },
  /** Only for blocks that carry no message with a signature of its own: those signatures were not recorded. */
  ChainGetBlockMessages: (state, [param]) => {
    const cid = linkOf(param);
    const tipset = state.chain.block(cid)?.tipset;
    const carriers = tipset === undefined ? undefined : state.chain.blockMessagesOf(tipset);
    if (carriers === undefined) {
      throw missing(cid);
    }
    const found = Object.entries(carriers)
      .filter(([, blocks]) => blocks.includes(cid))
      .map(([message]) => state.chain.message(message)?.execution);
    const bls = found.filter((execution) => execution !== undefined && execution.Msg.CID['/'] === execution.MsgCid['/']);
    if (bls.length !== found.length) {
      throw new RpcFailure(1, 'failed to load message: the signatures of this block were not recorded');
    }
    return { BlsMessages: bls.map((execution) => execution?.Msg), SecpkMessages: null, Cids: bls.map((execution) => execution?.MsgCid) };
  },
  ChainGetPath: (state, [from, to]) => pathBetween(state, tipsetOf(state, from), tipsetOf(state, to)),
  StateSearchMsg: (state, params, version) => {
    const expected = version === 'v0' ? 1 : 4;
    if (params.length !== expected) {
      throw new RpcFailure(-32602, `wrong param count (method 'Filecoin.StateSearchMsg'): ${params.length} != ${expected}`, 500);
    }
    return searchMessage(state, linkOf(version === 'v0' ? params[0] : params[1]));
  },
  StateReplay: (state, [, cid]) => {
    const { execution } = messageOf(state, linkOf(cid));
    const traced = state.chain.traceOf(execution.MsgCid['/']);
    if (traced === undefined) throw new RpcFailure(1, 'the calls inside of this message were not recorded');
    return traced;
  },
};

/** Answers one request, or throws what Lotus throws for a method it does not have. */
export function replayCall(state: ReplayState, request: RpcRequest): unknown {
  const name = request.method.replace(/^Filecoin\./, '');
  const method = request.method.startsWith('Filecoin.') ? REPLAY_METHODS[name] : undefined;
  if (method === undefined) {
    throw new RpcFailure(-32601, `method '${request.method}' not found`, 500);
  }
  return method(state, request.params, request.version);
}
