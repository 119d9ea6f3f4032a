/** StateCall, StateReplay and the calls within calls of the embedded node, against traces of real nodes. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { addressToBytes, formatAddress, idAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { cborLink, encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { type Message, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { actorCodesOf, control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(21));
const own = formatAddress(key.address, 't');
const NOTHING = new Uint8Array();

interface Trace {
  readonly Msg: { readonly From: string; readonly To: string; readonly Value: string; readonly Method: number };
  readonly MsgRct: { readonly ExitCode: number; readonly Return: string | null };
  readonly InvokedActor: { readonly Id: number; readonly State: Record<string, unknown> } | null;
  readonly Subcalls: readonly Trace[] | null;
}

interface Invocation {
  readonly MsgRct: { readonly ExitCode: number; readonly Return: string | null; readonly GasUsed: number };
  readonly GasCost: Record<string, string>;
  readonly ExecutionTrace: Trace;
  readonly Error: string;
}

let node: RunningDevnet;
let multisig: string;
let robust: string;
beforeAll(async () => {
  node = await startDevnet({ seed: 'traces', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 10 });
  await control(node, 'faucet', { address: own });
  await control(node, 'advance', { epochs: 4 });
  const codes = await actorCodesOf(node);
  const setup = encodeCbor([[addressToBytes(key.address)], 1, 0, 0]);
  const exec = encodeCbor([cborLink(parseCid(codes.multisig?.['/'] ?? '')), setup]);
  const { receipt } = await run({ to: idAddress(1), method: 2n, params: exec, value: attoFil(1_000n) });
  expect(receipt.ExitCode).toBe(0);
  const actors = await resultOf<string[]>(node, 'StateListActors', [null]);
  multisig = actors.at(-1) ?? '';
  robust = await resultOf<string>(node, 'StateLookupRobustAddress', [multisig, null]);
});
afterAll(() => node.stop());

const message = (change: Partial<Message>): Message => ({
  version: 0,
  to: key.address,
  from: key.address,
  nonce: 0n,
  value: attoFil(0n),
  gasLimit: 50_000_000n,
  gasFeeCap: attoFil(2_000_000_000n),
  gasPremium: attoFil(200_000n),
  method: 0n,
  params: NOTHING,
  ...change,
});

/** Signs, pushes and executes a message of our key. */
async function run(change: Partial<Message>): Promise<{ readonly cid: string; readonly receipt: { readonly ExitCode: number } }> {
  const nonce = BigInt(await resultOf<number>(node, 'MpoolGetNonce', [own]));
  const unsigned = message({ ...change, nonce });
  const signed = { message: unsigned, signature: signMessage(key, unsigned) };
  const { json } = await postCall(node.httpUrl, 'Filecoin.MpoolPush', [signedMessageToJson(signed, 't')], node.tokens.write);
  expect(json.error).toBeUndefined();
  await control(node, 'advance', { epochs: 4 });
  const cid = signedMessageCid(signed);
  const lookup = await resultOf<{ Receipt: { ExitCode: number } }>(node, 'StateSearchMsg', [null, { '/': cid }, -1, true]);
  return { cid, receipt: lookup.Receipt };
}

const messageJson = (change: Partial<Message>): unknown =>
  signedMessageToJson({ message: message(change), signature: signMessage(key, message(change)) }, 't').Message;
const call = (change: Partial<Message>): Promise<Invocation> => resultOf(node, 'StateCall', [messageJson(change), null]);

const proposal = (to: string, value: bigint, method = 0, params: Uint8Array = NOTHING): Partial<Message> => ({
  to: parseAddress(multisig),
  method: 2n,
  params: encodeCbor([addressToBytes(parseAddress(to)), encodeBigIntBytes(value), method, params]),
});

describe('a trace', () => {
  it('has the fields of a real one, at the top and in its sub-calls', async () => {
    const file = path.join(import.meta.dirname, '../../../../shared/data/chain/traces/calibnet-1572087.json.gz');
    const real = (JSON.parse(gunzipSync(readFileSync(file)).toString()) as { Trace: Invocation[] }).Trace;
    const theirs = real.find(({ ExecutionTrace }) => (ExecutionTrace.Subcalls?.length ?? 0) > 0 && ExecutionTrace.InvokedActor !== null);
    const ours = await call(proposal(own, 10n));
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs ?? {}).sort());
    const fields = (trace: Trace | undefined) =>
      [trace, trace?.Msg, trace?.MsgRct, trace?.InvokedActor].map((part) => Object.keys(part ?? {}).sort());
    expect(fields(ours.ExecutionTrace)).toEqual(fields(theirs?.ExecutionTrace));
    expect(fields(ours.ExecutionTrace.Subcalls?.[0])).toEqual(fields(theirs?.ExecutionTrace.Subcalls?.[0]));
    // The delegated address has since got its own name in the actor's JSON.
    const renamed = Object.keys(theirs?.ExecutionTrace.InvokedActor?.State ?? {}).map((name) =>
      name === 'Address' ? 'DelegatedAddress' : name,
    );
    expect(Object.keys(ours.ExecutionTrace.InvokedActor?.State ?? {}).sort()).toEqual(renamed.sort());
  });

  it('of a proposal shows the call that the multisig makes, and a failure inside of a success', async () => {
    const failing = proposal('t01000', 0n, 16, encodeCbor([encodeBigIntBytes(1n)]));
    const simulated = await call(failing);
    expect(simulated.MsgRct.ExitCode).toBe(0);
    expect(simulated.ExecutionTrace.Subcalls).toMatchObject([
      { Msg: { From: multisig, To: 't01000', Method: 16 }, MsgRct: { ExitCode: 18 }, InvokedActor: { Id: 1000 } },
    ]);
    // A failure inside is no error of the message; a failure of the message is told call by call.
    expect(simulated.Error).toBe('');
    const refused = await call(proposal(own, 10n ** 30n));
    expect(refused.Error).toMatch(
      /^message failed with backtrace:\n00: t0\d+ \(method 2\) -- current balance \d+ less than amount to spend \d+ \(19\)\n \(RetCode=19\)$/,
    );
    const { cid, receipt } = await run(failing);
    expect(receipt.ExitCode).toBe(0);
    const replayed = await resultOf<Invocation>(node, 'StateReplay', [null, { '/': cid }]);
    expect(replayed.MsgRct).toMatchObject(receipt);
    expect(replayed.ExecutionTrace.Subcalls).toMatchObject([{ MsgRct: { ExitCode: 18 } }]);
    expect(BigInt(replayed.GasCost.TotalCost ?? '0')).toBeGreaterThan(0n);
  });

  it('is the same for a message in its tipset, asked by that tipset', async () => {
    const { cid } = await run(proposal(own, 10n));
    const { TipSet } = await resultOf<{ TipSet: unknown[] }>(node, 'StateSearchMsg', [null, { '/': cid }, -1, true]);
    const execution = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [TipSet]);
    const inclusion = execution.Blocks[0]?.Parents;
    const replayed = await resultOf<Invocation>(node, 'StateReplay', [inclusion, { '/': cid }]);
    expect(replayed).toEqual(await resultOf(node, 'StateReplay', [null, { '/': cid }]));
    expect(replayed.ExecutionTrace.Subcalls).toMatchObject([{ Msg: { From: multisig, To: own, Value: '10' } }]);
    const { json } = await postCall(node.httpUrl, 'Filecoin.StateReplay', [TipSet, { '/': cid }]);
    expect(json.error?.message).toContain('not found in tipset');
  });

  it('of a call from a multisig itself needs no key and costs nothing', async () => {
    const params = encodeCbor([addressToBytes(idAddress(100)), false]);
    const simulated = await call({ from: parseAddress(multisig), to: parseAddress(multisig), method: 5n, params });
    expect(simulated).toMatchObject({ MsgRct: { ExitCode: 0 }, GasCost: { TotalCost: '0' } });
    expect(await resultOf(node, 'StateReadState', [multisig, null])).toMatchObject({ State: { Signers: [expect.any(String)] } });
  });

  it('shows each actor with the head that its state had when it was called', async () => {
    const head = async (address: string): Promise<unknown> =>
      (await resultOf<{ Head: { '/': string } }>(node, 'StateGetActor', [address, null])).Head;
    const before = await head(multisig);
    const raise = encodeCbor([addressToBytes(idAddress(100)), true]);
    const { ExecutionTrace } = await call(proposal(multisig, 0n, 5, raise));
    expect(ExecutionTrace.InvokedActor?.State.Head).toEqual(before);
    // The multisig calls itself with the transaction already counted: another state, which the chain does not have.
    const inner = ExecutionTrace.Subcalls?.[0]?.InvokedActor?.State.Head as { '/': string };
    expect(inner).not.toEqual(before);
    expect(await resultOf(node, 'ChainHasObj', [before])).toBe(true);
    expect(await resultOf(node, 'ChainHasObj', [inner])).toBe(false);
    expect(await head(multisig)).toEqual(before);
  });

  it('of a sender that does not exist is refused', async () => {
    const stranger = formatAddress(keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(22)).address, 't');
    const { json } = await postCall(node.httpUrl, 'Filecoin.StateCall', [{ ...(messageJson({}) as object), From: stranger }, null]);
    expect(json.error?.message).toMatch(/^call raw get actor: .*actor not found$/);
  });
});

describe('a multisig', () => {
  it('reads as a real one does', async () => {
    expect(robust).toMatch(/^t2/);
    expect(await resultOf(node, 'StateLookupID', [robust, null])).toBe(multisig);
    expect(await resultOf(node, 'StateReadState', [robust, null])).toMatchObject({
      State: { NumApprovalsThreshold: 1, InitialBalance: '0', StartEpoch: 0, UnlockDuration: 0, PendingTxns: { '/': expect.any(String) } },
    });
    expect(await resultOf(node, 'MsigGetAvailableBalance', [multisig, null])).toMatch(/^\d+$/);
    expect(await resultOf(node, 'MsigGetPending', [multisig, null])).toEqual([]);
    const raise = encodeCbor([addressToBytes(idAddress(100)), true]);
    await run(proposal(multisig, 0n, 5, raise));
    await run(proposal(own, 3n));
    const self = await resultOf<string>(node, 'StateLookupID', [own, null]);
    expect(await resultOf(node, 'MsigGetPending', [multisig, null])).toEqual([
      { ID: expect.any(Number), To: own, Value: '3', Method: 0, Params: null, Approved: [self] },
    ]);
    const { json } = await postCall(node.httpUrl, 'Filecoin.MsigGetPending', ['t0100', null]);
    expect(json.error?.message).toContain('actor code is not multisig');
  });
});

describe('delegated accounts and DataCap', () => {
  it('the chain names its number, and the faucet funds an Ethereum address', async () => {
    expect(await resultOf(node, 'EthChainId')).toBe('0x1df5e76');
    expect((await postCall(node.httpUrl, 'eth_chainId', [])).json.result).toBe('0x1df5e76');
    const delegated = keyFromPrivateKey('delegated', new Uint8Array(32).fill(23));
    const text = formatAddress(delegated.address, 't');
    await control(node, 'faucet', { address: ethAddressFromAddress(delegated.address) });
    await control(node, 'advance', { epochs: 4 });
    expect(await resultOf(node, 'StateGetActor', [text, null])).toMatchObject({ DelegatedAddress: text, Balance: '100000000000000000000' });
    const id = await resultOf<string>(node, 'StateLookupID', [text, null]);
    expect(await resultOf(node, 'StateLookupRobustAddress', [id, null])).toBe(text);
    expect(await resultOf(node, 'StateAccountKey', [id, null])).toBe(text);
  });

  it('nobody is made a verifier or given DataCap since network version 29', async () => {
    await expect(control(node, 'add-verifier', { address: own, allowance: '2097152' })).rejects.toThrow('since network version 29');
    const params = encodeCbor([addressToBytes(idAddress(100)), encodeBigIntBytes(1_048_576n)]);
    expect((await run({ to: idAddress(6), method: 4n, params })).receipt.ExitCode).toBe(18);
    expect((await run({ to: idAddress(7), method: methodNumberOfName('Transfer'), params })).receipt.ExitCode).toBe(18);
    expect((await run({ to: idAddress(7), method: methodNumberOfName('TotalSupply') })).receipt.ExitCode).toBe(0);
    expect(await resultOf(node, 'StateVerifiedClientStatus', [own, null])).toBeNull();
    expect(await resultOf(node, 'StateVerifiedRegistryRootKey', [null])).toBe('t080');
  });
});

it('a miner answers with what its owner changed', async () => {
  const info = await resultOf<{ Owner: string }>(node, 'StateMinerInfo', ['t01002', null]);
  const change = { from: parseAddress(info.Owner), to: idAddress(1002), method: 23n, params: encodeCbor(addressToBytes(idAddress(100))) };
  expect((await call(change)).MsgRct.ExitCode).toBe(0);
  expect((await call({ ...change, from: key.address })).MsgRct.ExitCode).toBe(18);
  const market = await call({
    from: parseAddress(info.Owner),
    to: idAddress(5),
    method: 3n,
    params: encodeCbor([addressToBytes(idAddress(1002)), encodeBigIntBytes(5n)]),
  });
  expect(market.ExecutionTrace.Subcalls).toMatchObject([{ Msg: { Method: 2 } }, { Msg: { To: info.Owner, Value: '5' } }]);
  expect(market.MsgRct.Return).toBe(bytesToBase64(encodeCbor(encodeBigIntBytes(5n))));
});
