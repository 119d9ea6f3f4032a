/** Messages through the embedded node: pushed, refused in the node's words, executed, found. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { type Address, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { cidToBytes } from '../../../shared/domain/encoding/cid.ts';
import { type Key, keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { type Message, messageCid, type SignedMessage, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { verifyBlsAggregate } from '../../../shared/domain/signatures/bls-signature.ts';
import { parseNodeBlockHeader } from '../../../shared/validation/node/block-header.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { control, postCall, type RpcAnswer, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(7));
const other = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(9));
const own = formatAddress(key.address, 't');
const FIL = 10n ** 18n;

interface Lookup {
  readonly Message: { readonly '/': string };
  readonly Receipt: { readonly ExitCode: number; readonly GasUsed: number };
  readonly TipSet: readonly { readonly '/': string }[];
  readonly Height: number;
}

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'messages', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 15 });
  await control(node, 'faucet', { address: own });
  await control(node, 'advance', { epochs: 4 });
});
afterAll(() => node.stop());

function draft(change: Partial<Message> = {}): Message {
  return {
    version: 0,
    to: other.address,
    from: key.address,
    nonce: 0n,
    value: attoFil(FIL),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(2_000_000_000n),
    gasPremium: attoFil(200_000n),
    method: 0n,
    params: new Uint8Array(),
    ...change,
  };
}

function sign(message: Message): SignedMessage {
  return { message, signature: signMessage(key, message) };
}

function push(signed: SignedMessage): Promise<RpcAnswer> {
  return postCall(node.httpUrl, 'Filecoin.MpoolPush', [signedMessageToJson(signed, 't')], node.tokens.write);
}

const nonce = (): Promise<number> => resultOf<number>(node, 'MpoolGetNonce', [own]);
const balance = async (address: Address = key.address): Promise<bigint> =>
  BigInt(await resultOf<string>(node, 'WalletBalance', [formatAddress(address, 't')]));
const search = (cid: string): Promise<Lookup | null> => resultOf(node, 'StateSearchMsg', [null, { '/': cid }, -1, true]);

/** The sum of all balances: no attoFIL comes from nowhere or goes there. */
async function supply(): Promise<bigint> {
  const actors = await resultOf<string[]>(node, 'StateListActors', [null]);
  const balances = await Promise.all(actors.map((address) => resultOf<{ Balance: string }>(node, 'StateGetActor', [address, null])));
  return balances.reduce((sum, actor) => sum + BigInt(actor.Balance), 0n);
}

describe('a transfer', () => {
  it('is accepted under its own CID, executed, and cost what the formula says', async () => {
    const signed = sign(draft());
    const before = await balance();
    const pushed = await push(signed);
    expect(pushed.json.result).toEqual({ '/': signedMessageCid(signed) });
    expect(await nonce()).toBe(1);
    expect(await search(signedMessageCid(signed))).toBeNull();
    await control(node, 'advance', { epochs: 4 });

    const lookup = await search(signedMessageCid(signed));
    expect(lookup).toMatchObject({ Message: { '/': signedMessageCid(signed) }, Receipt: { ExitCode: 0 } });
    const execution = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [lookup?.TipSet]);
    expect(execution.Height).toBe(lookup?.Height);
    const inclusion = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [execution.Blocks[0]?.Parents]);
    expect(inclusion.Height).toBeLessThan(execution.Height);

    const [messages, receipts] = await Promise.all([
      resultOf<{ Cid: { '/': string } }[]>(node, 'ChainGetParentMessages', [execution.Cids[0]]),
      resultOf<unknown[]>(node, 'ChainGetParentReceipts', [execution.Cids[0]]),
    ]);
    const index = messages.findIndex((entry) => entry.Cid['/'] === signedMessageCid(signed));
    expect(receipts).toHaveLength(messages.length);
    expect(receipts[index]).toEqual(lookup?.Receipt);

    // Written out by hand, not with the product's own formula.
    const gasUsed = BigInt(lookup?.Receipt.GasUsed ?? 0);
    const baseFee = BigInt(inclusion.Blocks[0]?.ParentBaseFee as string);
    const limit = 3_000_000n;
    const over = limit - (gasUsed * 11n) / 10n;
    const burnt = over <= 0n ? 0n : ((limit - gasUsed) * (over < gasUsed ? over : gasUsed)) / gasUsed;
    const cost = baseFee * gasUsed + baseFee * burnt + 200_000n * limit;
    expect(before - (await balance())).toBe(FIL + cost);
    expect(await balance(other.address)).toBe(FIL);
    expect(await resultOf<string>(node, 'StateLookupID', [formatAddress(other.address, 't'), null])).toMatch(/^t0\d+$/);
    expect(await supply()).toBe(2_000_000_000n * FIL);
  });

  it('that cannot be paid for on chain ends with exit code 6 and still costs gas', async () => {
    const before = await balance();
    const signed = sign(draft({ nonce: BigInt(await nonce()), value: attoFil(before) }));
    expect((await push(signed)).json.result).toBeDefined();
    await control(node, 'advance', { epochs: 4 });
    expect(await search(signedMessageCid(signed))).toMatchObject({ Receipt: { ExitCode: 6 } });
    const after = await balance();
    expect(after).toBeLessThan(before);
    expect(before - after).toBeLessThan(FIL);
  });

  it('with too little gas ends with exit code 7, and an unknown method with 22', async () => {
    const start = BigInt(await nonce());
    const short = sign(draft({ nonce: start, gasLimit: 800_000n }));
    const toMarket = sign(draft({ nonce: start + 1n, to: idAddress(5), method: 99n, gasLimit: 20_000_000n }));
    for (const signed of [short, toMarket]) expect((await push(signed)).json.error).toBeUndefined();
    await control(node, 'advance', { epochs: 5 });
    expect(await search(signedMessageCid(short))).toMatchObject({ Receipt: { ExitCode: 7, GasUsed: 800_000 } });
    expect(await search(signedMessageCid(toMarket))).toMatchObject({ Receipt: { ExitCode: 22 } });
  });
});

describe('a BLS message', () => {
  it('is verified, carried among the BLS messages, and known by its unsigned CID', async () => {
    const sender = keyFromPrivateKey('bls', new Uint8Array(32).fill(5));
    await control(node, 'faucet', { address: formatAddress(sender.address, 't') });
    await control(node, 'advance', { epochs: 4 });
    const message = draft({ from: sender.address });
    const signed: SignedMessage = { message, signature: signMessage(sender, message) };
    const cid = messageCid(message);
    expect((await push(signed)).json.result).toEqual({ '/': cid });
    await control(node, 'advance', { epochs: 4 });
    const lookup = await search(cid);
    expect(lookup?.Receipt.ExitCode).toBe(0);
    const execution = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [lookup?.TipSet]);
    const inclusion = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [execution.Blocks[0]?.Parents]);
    const blocks = await Promise.all(
      inclusion.Cids.map((block) =>
        resultOf<{ BlsMessages: { CID: { '/': string } }[]; Cids: { '/': string }[] }>(node, 'ChainGetBlockMessages', [block]),
      ),
    );
    const index = blocks.findIndex((block) => block.BlsMessages.length > 0);
    expect(blocks[index]?.BlsMessages.map(({ CID }) => CID)).toEqual([{ '/': cid }]);
    expect(blocks[index]?.Cids[0]).toEqual({ '/': cid });
    const { blsAggregate } = parseNodeBlockHeader(inclusion.Blocks[index]);
    const pair = { publicKey: sender.publicKey, bytes: cidToBytes(cid) };
    expect(verifyBlsAggregate(blsAggregate?.data ?? new Uint8Array(), [pair])).toBe(true);
  });
});

describe('a delegated message', () => {
  it('is taken when it is signed for this chain, moves FIL by InvokeContract, and makes its sender an account', async () => {
    const [sender, recipient] = [6, 8].map((byte) => keyFromPrivateKey('delegated', new Uint8Array(32).fill(byte))) as [Key, Key];
    await control(node, 'faucet', { address: formatAddress(sender.address, 't') });
    await control(node, 'advance', { epochs: 4 });
    const message = draft({ from: sender.address, to: recipient.address, method: 3_844_450_837n, gasLimit: 30_000_000n });
    const signedFor = (chainId: number): SignedMessage => ({ message, signature: signMessage(sender, message, chainId) });
    expect((await push(signedFor(314))).json.error?.message).toBe(
      'signature verification failed: failed to validate signature: signature did not match',
    );
    const codeOf = (address: Address) => resultOf<{ Code: { '/': string } }>(node, 'StateGetActor', [formatAddress(address, 't'), null]);
    const before = await codeOf(sender.address);
    const signed = signedFor(31_415_926);
    expect((await push(signed)).json.result).toEqual({ '/': signedMessageCid(signed) });
    await control(node, 'advance', { epochs: 5 });
    expect(await search(signedMessageCid(signed))).toMatchObject({ Receipt: { ExitCode: 0 } });
    expect(await balance(recipient.address)).toBe(FIL);
    expect((await codeOf(recipient.address)).Code).toEqual(before.Code);
    expect((await codeOf(sender.address)).Code).not.toEqual(before.Code);
  });
});

describe('refusals', () => {
  const refusal = async (signed: SignedMessage): Promise<string | undefined> => {
    const answer = await push(signed);
    expect(answer.status).toBe(200);
    expect(answer.json.error?.code).toBe(1);
    return answer.json.error?.message;
  };

  it('a nonce that was used', async () => {
    const next = await nonce();
    expect(await refusal(sign(draft({ nonce: 0n })))).toBe(`minimum expected nonce is ${next}, got 0: message nonce too low`);
  });

  it('a signature over other bytes', async () => {
    const next = BigInt(await nonce());
    const signed = sign(draft({ nonce: next }));
    expect(await refusal({ ...signed, message: draft({ nonce: next, value: attoFil(2n) }) })).toBe(
      'signature verification failed: failed to validate signature: signature did not match',
    );
  });

  it('gas that the sender cannot pay', async () => {
    const message = draft({ nonce: BigInt(await nonce()), gasFeeCap: attoFil(10n ** 17n) });
    expect(await refusal(sign(message))).toMatch(
      /^failed to check balance: not enough funds \(required: 300000 FIL, balance: [\d.]+ FIL\): not enough funds to execute transaction$/,
    );
  });

  it('gas fields out of bounds', async () => {
    const next = BigInt(await nonce());
    const prefix = 'message not valid for block inclusion: ';
    expect(await refusal(sign(draft({ nonce: next, gasLimit: 1000n })))).toMatch(
      /^verify msg failed: message will not be included in a block: 'GasLimit' field cannot be less than the cost of storing a message on chain 1000 < \d+$/,
    );
    expect(await refusal(sign(draft({ nonce: next, gasPremium: attoFil(3_000_000_000n) })))).toBe(
      `${prefix}'GasFeeCap' less than 'GasPremium'`,
    );
    expect(await refusal(sign(draft({ nonce: next, gasFeeCap: attoFil(99n), gasPremium: attoFil(1n) })))).toBe('gas fee cap too low');
  });

  it('a second message with the same nonce that pays too little; one that pays enough replaces the first', async () => {
    const next = BigInt(await nonce());
    const first = sign(draft({ nonce: next, gasPremium: attoFil(100_000n) }));
    await push(first);
    const low = sign(draft({ nonce: next, gasPremium: attoFil(105_000n) }));
    expect(await refusal(low)).toBe(
      `failed to add locked: message from ${own} with nonce ${next} already in mpool, increase GasPremium to 110001 from 105000 to trigger replace by fee: replace by fee has too low GasPremium`,
    );
    expect(await refusal(first)).toBe(
      `failed to add locked: message from ${own} with nonce ${next} already in mpool: message with nonce already exists`,
    );
    const high = sign(draft({ nonce: next, gasPremium: attoFil(110_001n) }));
    expect((await push(high)).json.result).toEqual({ '/': signedMessageCid(high) });
    await control(node, 'advance', { epochs: 4 });
    expect(await search(signedMessageCid(high))).toMatchObject({ Message: { '/': signedMessageCid(high) } });
  });
});

describe('estimation', () => {
  it('fills gas, and what it fills is enough', async () => {
    const next = BigInt(await nonce());
    const plain = { ...signedMessageToJson(sign(draft({ nonce: next })), 't').Message, GasLimit: 0, GasFeeCap: '0', GasPremium: '0' };
    const filled = await resultOf<{ GasLimit: number; GasFeeCap: string; GasPremium: string }>(node, 'GasEstimateMessageGas', [
      plain,
      null,
      null,
    ]);
    const message = draft({
      nonce: next,
      gasLimit: BigInt(filled.GasLimit),
      gasFeeCap: attoFil(filled.GasFeeCap),
      gasPremium: attoFil(filled.GasPremium),
    });
    expect((await push(sign(message))).json.error).toBeUndefined();
    await control(node, 'advance', { epochs: 4 });
    expect(await search(signedMessageCid(sign(message)))).toMatchObject({ Receipt: { ExitCode: 0 } });
  });

  it('tells of a failure with the code of a revert, and of a sender that does not exist', async () => {
    const rich = {
      ...signedMessageToJson(sign(draft({ value: attoFil(10n ** 30n) })), 't').Message,
      GasLimit: 0,
      GasFeeCap: '0',
      GasPremium: '0',
    };
    const failed = await postCall(node.httpUrl, 'Filecoin.GasEstimateMessageGas', [rich, null, null]);
    expect(failed.json.error).toMatchObject({ code: 3 });
    const stranger = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(11));
    const missing = await postCall(node.httpUrl, 'Filecoin.GasEstimateMessageGas', [
      { ...rich, From: formatAddress(stranger.address, 't') },
      null,
      null,
    ]);
    expect(missing.json.error?.message).toContain('actor not found');
  });
});
