/** Channels of the embedded node against what go-jsonrpc does (websocket.go). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';

interface Frame {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
interface Change {
  readonly Type: string;
  readonly Val: TipsetJson;
}

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'socket', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 12 });
});
afterAll(() => node.stop());

async function connect(url = node.wsUrl): Promise<{ frames: Frame[]; send: (frame: object) => void; socket: WebSocket }> {
  const socket = new WebSocket(url);
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return { frames, socket, send: (frame) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...frame })) };
}

const changesOf = (frame: Frame): Change[] => frame.params?.[1] as Change[];

describe('ChainNotify', () => {
  it('answers with a channel, then current, then what happens, reverts before applies', async () => {
    const { frames, send, socket } = await connect();
    send({ id: 7, method: 'Filecoin.ChainNotify', params: [] });
    await eventually(() => frames.length >= 2, 'the channel and its first item');
    const head = await resultOf<TipsetJson>(node, 'ChainHead');
    expect(frames[0]).toMatchObject({ id: 7, result: 1 });
    expect(frames[1]).toMatchObject({
      method: 'xrpc.ch.val',
      params: [1, [{ Type: 'current', Val: { Height: head.Height, Cids: head.Cids } }]],
    });

    await control(node, 'reorg', { depth: 3 });
    const item = await eventually(() => frames[2], 'the reorg');
    const changes = changesOf(item);
    const types = changes.map((change) => change.Type);
    expect(types).toEqual([...types].sort().reverse());
    const heights = (type: string): number[] => changes.filter((change) => change.Type === type).map((change) => change.Val.Height);
    expect(heights('revert')).toHaveLength(3);
    expect(heights('revert')).toEqual([...heights('revert')].sort((a, b) => b - a));
    expect(heights('apply')).toEqual([...heights('apply')].sort((a, b) => a - b));
    expect(changes[0]?.Val.Cids).toEqual(head.Cids);
    const after = await resultOf<TipsetJson>(node, 'ChainHead');
    expect(changes.at(-1)?.Val.Cids).toEqual(after.Cids);
    expect(BigInt(after.Blocks[0]?.ParentWeight as string)).toBeGreaterThanOrEqual(BigInt(head.Blocks[0]?.ParentWeight as string));

    send({ method: 'xrpc.cancel', params: [7] });
    const close = await eventually(() => frames.find((frame) => frame.method === 'xrpc.ch.close'), 'the end of the stream');
    expect(close.params).toEqual([1]);
    socket.close();
  });

  it('counts channels per connection and keeps the order of a chain that moves', async () => {
    const { frames, send, socket } = await connect();
    send({ id: 'a', method: 'Filecoin.ChainNotify', params: [] });
    send({ id: 'b', method: 'Node.ChainNotify', params: [] });
    await eventually(() => frames.filter((frame) => 'result' in frame).length === 2, 'two channels');
    expect(frames.filter((frame) => 'result' in frame).map((frame) => frame.result)).toEqual([1, 2]);
    await control(node, 'advance', { epochs: 12 });
    const head = await resultOf<TipsetJson>(node, 'ChainHead');
    await eventually(
      () => frames.some((frame) => frame.params?.[0] === 1 && changesOf(frame).at(-1)?.Val.Height === head.Height),
      'the last head',
    );
    const stack: TipsetJson[] = [];
    for (const frame of frames.filter((candidate) => candidate.method === 'xrpc.ch.val' && candidate.params?.[0] === 1)) {
      for (const { Type, Val } of changesOf(frame)) {
        if (Type === 'revert') expect(stack.pop()?.Cids).toEqual(Val.Cids);
        else stack.push(Val);
        if (Type === 'apply') expect(Val.Blocks[0]?.Parents).toEqual(stack.at(-2)?.Cids);
      }
    }
    expect(stack.at(-1)?.Cids).toEqual(head.Cids);
    socket.close();
  });
});

describe('ordinary calls on a socket', () => {
  it('a reader that stops reading has its stream closed instead of losing items', async () => {
    const { frames, send, socket } = await connect();
    send({ id: 1, method: 'Filecoin.ChainNotify', params: [] });
    await eventually(() => frames.length >= 2, 'the channel');
    socket.pause();
    await control(node, 'advance', { epochs: 900 });
    socket.resume();
    await eventually(() => frames.some((frame) => frame.method === 'xrpc.ch.close'), 'the stream to be closed');
    socket.close();
  });

  it('drops what it cannot read, answers the rest', async () => {
    const { frames, send, socket } = await connect();
    socket.send('not json');
    socket.send('[{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}]');
    send({ id: 2, method: 'Filecoin.None', params: [] });
    await eventually(() => frames.length > 0, 'an answer');
    expect(frames).toEqual([{ jsonrpc: '2.0', id: 2, error: { code: -32601, message: "method 'Filecoin.None' not found" } }]);
    socket.close();
  });

  it('a waiting call can be cancelled, and says so', async () => {
    const { frames, send, socket } = await connect();
    const faucet = await control<{ faucet: { address: string } }>(node, 'info');
    const { cid } = await control<{ cid: string }>(node, 'faucet', { address: faucet.faucet.address });
    send({ id: 5, method: 'Filecoin.StateWaitMsg', params: [{ '/': cid }, 5, -1, true] });
    send({ method: 'xrpc.cancel', params: [5] });
    const answer = await eventually(() => frames.find((frame) => frame.id === 5), 'the cancelled call');
    expect(answer.error).toMatchObject({ code: 1, message: 'context canceled' });
    socket.close();
  });

  it('refuses a bad token at the upgrade', async () => {
    await expect(connect(`${node.wsUrl}?token=nonsense`)).rejects.toThrow('401');
  });
});
