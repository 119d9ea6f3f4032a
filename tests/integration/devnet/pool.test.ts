/** The pool of the embedded node, and what its control address does to pool and fees. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { type Message, type SignedMessage, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { control, postCall, type RpcAnswer, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const keys = [31, 32, 33].map((byte) => keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(byte)));
const [first, second, third] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
type Key = typeof first;
const textOf = ({ address }: Key): string => formatAddress(address, 't');

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'pool', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 6 });
  for (const key of keys) await control(node, 'faucet', { address: textOf(key) });
  await control(node, 'advance', { epochs: 4 });
});
afterAll(() => node.stop());

function signed(key: Key, nonce: number, change: Partial<Message> = {}): SignedMessage {
  const message: Message = {
    version: 0,
    to: key.address,
    from: key.address,
    nonce: BigInt(nonce),
    value: attoFil(1n),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(2_000_000_000n),
    gasPremium: attoFil(200_000n),
    method: 0n,
    params: new Uint8Array(),
    ...change,
  };
  return { message, signature: signMessage(key, message) };
}

const push = (message: SignedMessage, method = 'MpoolPush'): Promise<RpcAnswer> =>
  postCall(node.httpUrl, `Filecoin.${method}`, [signedMessageToJson(message, 't')], node.tokens.write);
const nonceOf = (key: Key): Promise<number> => resultOf(node, 'MpoolGetNonce', [textOf(key)]);
const search = (message: SignedMessage): Promise<unknown> =>
  resultOf(node, 'StateSearchMsg', [null, { '/': signedMessageCid(message) }, -1, true]);
const waiting = async (key: Key): Promise<number[]> => {
  const pending = await resultOf<{ Message: { From: string; Nonce: number } }[]>(node, 'MpoolPending', [null]);
  return pending.filter(({ Message }) => Message.From === textOf(key)).map(({ Message }) => Message.Nonce);
};

it('a message over a gap is taken and waits until the gap is filled', async () => {
  const start = await nonceOf(first);
  const above = signed(first, start + 1);
  expect((await push(above)).json.error).toBeUndefined();
  expect(await nonceOf(first)).toBe(start);
  await control(node, 'advance', { epochs: 3 });
  expect(await search(above)).toBeNull();
  expect(await waiting(first)).toEqual([start + 1]);
  const below = signed(first, start);
  await push(below);
  expect(await nonceOf(first)).toBe(start + 2);
  await control(node, 'advance', { epochs: 4 });
  for (const message of [below, above]) expect(await search(message)).toMatchObject({ Receipt: { ExitCode: 0 } });
});

it('a message whose fee cap is below the base fee waits until that has fallen', async () => {
  const start = await nonceOf(first);
  await control(node, 'hold-base-fee', { baseFee: '5000000000' });
  const message = signed(first, start);
  expect((await push(message)).json.error).toBeUndefined();
  await control(node, 'advance', { epochs: 4 });
  const head = await resultOf<TipsetJson>(node, 'ChainHead');
  expect(head.Blocks[0]?.ParentBaseFee).toBe('5000000000');
  expect(await search(message)).toBeNull();
  expect(BigInt(await resultOf<string>(node, 'GasEstimateFeeCap', [signedMessageToJson(message, 't').Message, 20, null]))).toBeGreaterThan(
    5_000_000_000n,
  );
  for (const baseFee of ['99', `${10n ** 19n}`])
    await expect(control(node, 'hold-base-fee', { baseFee })).rejects.toThrow('The field baseFee must be from 100 to');
  await control(node, 'hold-base-fee', { baseFee: '1000' });
  await control(node, 'advance', { epochs: 4 });
  expect(await search(message)).toMatchObject({ Receipt: { ExitCode: 0 } });
  await control(node, 'hold-base-fee');
  await control(node, 'advance', { epochs: 3 });
  expect((await resultOf<TipsetJson>(node, 'ChainHead')).Blocks[0]?.ParentBaseFee).not.toBe('1000');
});

it('a dropped message is forgotten, and can be pushed again', async () => {
  const start = await nonceOf(second);
  const message = signed(second, start);
  await push(message);
  expect(await control(node, 'drop-message', { cid: signedMessageCid(message) })).toEqual({ isDropped: true });
  expect(await control(node, 'drop-message', { cid: signedMessageCid(message) })).toEqual({ isDropped: false });
  expect(await nonceOf(second)).toBe(start);
  await control(node, 'advance', { epochs: 3 });
  expect(await waiting(second)).toEqual([]);
  expect((await push(message)).json.result).toEqual({ '/': signedMessageCid(message) });
  await control(node, 'advance', { epochs: 4 });
  expect(await search(message)).toMatchObject({ Receipt: { ExitCode: 0 } });
});

it('a held sender stays in the pool, and its message is replaced there', async () => {
  const start = await nonceOf(second);
  await control(node, 'hold-sender', { address: textOf(second) });
  const slow = signed(second, start);
  await push(slow);
  await control(node, 'advance', { epochs: 4 });
  expect(await waiting(second)).toEqual([start]);
  const fast = signed(second, start, { gasPremium: attoFil(250_001n) });
  expect((await push(fast)).json.error).toBeUndefined();
  await control(node, 'hold-sender', { address: textOf(second), isHeld: false });
  await control(node, 'advance', { epochs: 4 });
  // The same payload under another CID: the lookup names the one that was executed.
  expect(await search(fast)).toMatchObject({ Message: { '/': signedMessageCid(fast) } });
});

it('an untrusted sender has little room', async () => {
  const start = await nonceOf(third);
  for (let index = 0; index < 10; index += 1) {
    expect((await push(signed(third, start + index), 'MpoolPushUntrusted')).json.error).toBeUndefined();
  }
  const over = await push(signed(third, start + 10), 'MpoolPushUntrusted');
  expect(over.json.error?.message).toBe('failed to add locked: too many pending messages for actor');
  expect((await push(signed(third, start + 10))).json.error).toBeUndefined();
});

it('too much data is refused by its size', async () => {
  const params = new Uint8Array(65_600);
  const answer = await push(signed(third, await nonceOf(third), { method: 3_844_450_837n, params, gasLimit: 1_000_000_000n }));
  expect(answer.json.error?.message).toMatch(/^mpool message too large \(\d+B\): message too big$/);
});

it('a reverted message comes back to the pool and is mined again', async () => {
  const message = signed(first, await nonceOf(first));
  await push(message);
  await control(node, 'advance', { epochs: 3 });
  expect(await search(message)).toMatchObject({ Receipt: { ExitCode: 0 } });
  await control(node, 'hold-sender', { address: textOf(first) });
  await control(node, 'reorg', { depth: 4 });
  expect(await search(message)).toBeNull();
  expect(await waiting(first)).toEqual([Number(message.message.nonce)]);
  await control(node, 'hold-sender', { address: textOf(first), isHeld: false });
  await control(node, 'advance', { epochs: 4 });
  expect(await search(message)).toMatchObject({ Receipt: { ExitCode: 0 } });
});
