import { type BlockHeader, decodeBlockHeader } from '../../../shared/domain/chain/block-header.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { tipsetToJson } from '../../../shared/validation/node/tipset.ts';
import { type GenesisState, genesisState } from '../../builders/genesis-state.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../scripted-node/scripted-node.ts';

/** What a node says in place of a block: a JSON-RPC body without its envelope, or nothing at all. */
export type BlockAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'silence';

export interface StateNode {
  readonly node: ScriptedNode;
  /** The key of its only tipset. */
  readonly key: readonly Cid[];
  readonly header: BlockHeader;
  /** Blocks asked for, in the order of the questions. */
  readonly asked: Cid[];
  /** What it says of its tipset as JSON. */
  tipset: ReturnType<typeof tipsetToJson>;
  /** The most calls that were open at a time. */
  mostAtOnce: number;
  /** Said in place of blocks; undefined for the block itself. */
  lie: (cid: Cid, bytes: Uint8Array | undefined) => BlockAnswer | undefined;
  stop(): Promise<void>;
}

export interface StateNodeOptions {
  readonly network: 'mainnet' | 'butterflynet';
  /** Undefined: the node does not serve StateNetworkVersion. */
  readonly networkVersion: number | undefined;
  readonly delayMs?: number;
  /** In place of the network's own. */
  readonly state?: Pick<GenesisState, 'root' | 'blocks'>;
}

/** What Lotus says of a block that it does not have. */
export function missing(cid: Cid): BlockAnswer {
  return { error: { code: 1, message: `ipld: could not find ${cid}` } };
}

/** A node that has the blocks of one genesis state and little else: ChainReadObj, ChainGetTipSet, StateNetworkVersion; HTTP and WebSocket. */
export async function startStateNode({ network, networkVersion, delayMs = 0, state: ownState }: StateNodeOptions): Promise<StateNode> {
  const { blocks, root } = ownState ?? genesisState(network);
  const node = await startScriptedNode();
  const header = decodeBlockHeader(blocks.get(root) ?? new Uint8Array());
  let underWay = 0;
  const state: StateNode = {
    node,
    key: [root],
    header,
    asked: [],
    tipset: tipsetToJson({ key: [root], blocks: [header], height: header.height }, 'f'),
    mostAtOnce: 0,
    lie: () => undefined,
    stop: () => node.stop(),
  };
  const bodyOf = (method: string, [first]: readonly unknown[]): BlockAnswer => {
    if (method === 'ChainReadObj') {
      const cid = parseCid((first as { '/': string })['/']);
      state.asked.push(cid);
      const bytes = blocks.get(cid);
      const lie = state.lie(cid, bytes);
      return lie ?? (bytes === undefined ? missing(cid) : { result: bytesToBase64(bytes) });
    }
    if (method === 'StateNetworkVersion' && networkVersion !== undefined) return { result: networkVersion };
    const isOwn = JSON.stringify(first) === JSON.stringify(state.tipset.Cids);
    if (method === 'ChainGetTipSet')
      return isOwn ? { result: state.tipset } : { error: { code: 1, message: 'loading tipset: ipld: could not find' } };
    return { error: { code: -32601, message: `method '${method}' not found` } };
  };
  const say = (method = '', params: unknown, send: (body: object) => void): void => {
    underWay += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, underWay);
    setTimeout(() => {
      underWay -= 1;
      const body = bodyOf(method.replace(/^Filecoin\./, ''), params as readonly unknown[]);
      if (body !== 'silence') send(body);
    }, delayMs);
  };
  node.onRequest((request, response) => say(request.call.method, request.call.params, (body) => answer(response, 200, request, body)));
  node.onFrame((socket, { call }) => {
    if (call.id !== undefined)
      say(call.method, call.params, (body) => socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...body })));
  });
  return state;
}
