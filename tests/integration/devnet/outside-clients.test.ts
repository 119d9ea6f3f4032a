/** Stock clients against the bare node and the hosted service: what each of the two answers, and what it refuses and why. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { formatAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { decodeEthTransaction } from '../../../shared/domain/evm/eth-transaction.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { type Message, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { signBytes } from '../../../shared/domain/signatures/signature.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { control, postCall, resultOf } from '../../builders/devnet-caller.ts';
import { isoKeyFromPrivateKey, isoMessageCid, isoSign } from '../../clients/iso-filecoin.ts';
import { type HeadChange, openFilecoinJs, openGlif, openIsoFilecoin, openLotusClientRpc, openViem } from '../../clients/node-clients.ts';
import { viemTransactionHash } from '../../clients/viem.ts';

const CHAIN_ID = 31_415_926;
const HISTORY = 40;
/** Epochs that the hosted service answers about, in place of 2,000: some of the history is older. */
const WINDOW = 20;
const OLD_HEIGHT = 3;
const LOOKBACK = 'bad tipset height: lookbacks of more than 10m0s are disallowed';
const SIDES = ['bare node', 'hosted service'] as const;

/** Where a client asks. */
interface Side {
  readonly http: string;
  readonly v0: string;
  readonly ws: string;
  readonly token?: string;
}

let node: RunningDevnet;
let sides: Readonly<Record<(typeof SIDES)[number], Side>>;
let miner: string;
let signer: { readonly address: string; readonly bytes: string; readonly signature: object };
let head: { readonly Cids: readonly { readonly '/': string }[]; readonly Height: number };

beforeAll(async () => {
  // Its head is of now: some clients take no other for synced. Without lag, every backend has it.
  node = await startDevnet({
    isPaused: true,
    seed: 'clients',
    historyEpochs: HISTORY,
    hosted: { windowEpochs: WINDOW, lagEpochs: [0, 0, 0] },
  });
  const hosted = node.hosted?.networks.mainnet ?? { httpUrl: '', wsUrl: '' };
  sides = {
    'bare node': { http: node.httpUrl, v0: node.httpUrl.replace('/v1', '/v0'), ws: node.wsUrl, token: node.tokens.write },
    'hosted service': { http: hosted.httpUrl, v0: `${hosted.httpUrl}/rpc/v0`, ws: hosted.wsUrl },
  };
  head = await resultOf(node, 'ChainHead', []);
  const bytes = randomBytes(40);
  const key = keyFromPrivateKey('secp256k1', randomBytes(32));
  signer = {
    address: formatAddress(key.address, 't'),
    bytes: bytes.toString('base64'),
    signature: { Type: 1, Data: Buffer.from(signBytes(key, bytes).data).toString('base64') },
  };
  miner = formatAddress(addressFromEthAddress('0xff000000000000000000000000000000000003e8'), 't');
});
afterAll(() => node.stop());

/** Reads that any of them may make, with what Lotus takes as parameters. */
const READS: readonly (readonly [method: string, params: () => unknown[], isHostedToo?: boolean])[] = [
  ['Version', () => []],
  ['ID', () => []],
  ['ChainHead', () => []],
  ['ChainGetGenesis', () => []],
  ['ChainGetTipSet', () => [head.Cids]],
  ['ChainGetTipSetByHeight', () => [head.Height - 3, head.Cids]],
  ['ChainGetBlock', () => [head.Cids[0]]],
  ['ChainGetBlockMessages', () => [head.Cids[0]]],
  ['ChainGetParentMessages', () => [head.Cids[0]]],
  ['ChainGetParentReceipts', () => [head.Cids[0]]],
  ['StateNetworkName', () => []],
  ['StateNetworkVersion', () => [[]]],
  ['StateListMiners', () => [[]]],
  ['StateListActors', () => [[]]],
  ['StateMinerInfo', () => [miner, []]],
  ['StateMinerPower', () => [miner, []]],
  ['StateMinerProvingDeadline', () => [miner, []]],
  ['StateMinerSectors', () => [miner, null, []]],
  ['StateGetActor', () => [miner, []]],
  ['StateReadState', () => [miner, []]],
  ['StateLookupID', () => [miner, []]],
  ['StateCirculatingSupply', () => [[]]],
  ['MpoolPending', () => [[]]],
  ['MpoolGetConfig', () => []],
  ['NetPeers', () => []],
  ['NetAddrsListen', () => []],
  ['SyncState', () => []],
  ['WalletBalance', () => [miner]],
  ['WalletList', () => [], false],
  ['WalletValidateAddress', () => [miner]],
  ['WalletVerify', () => [signer.address, signer.bytes, signer.signature]],
];

/** What a node that holds no key answers in Lotus' words. */
const REFUSALS: readonly (readonly [method: string, params: readonly unknown[], words: string])[] = [
  ['WalletDefaultAddress', [], 'failed to get default key'],
  ['WalletNew', ['secp256k1'], "method 'Filecoin.WalletNew' not found"],
  ['ClientListDeals', [], "method 'Filecoin.ClientListDeals' not found"],
];

/** What the hosted service refuses, and a bare node serves. */
const HOSTED_REFUSALS: readonly (readonly [method: string, params: () => unknown[], words: string])[] = [
  ['WalletList', () => [], "method 'Filecoin.WalletList' not found"],
  ['AuthNew', () => [['read']], "method 'Filecoin.AuthNew' not found"],
  ['MpoolPushUntrusted', () => [{}], "method 'Filecoin.MpoolPushUntrusted' not found"],
  ['StateMarketDeals', () => [[]], 'StateMarketDeals is not served: download http://127.0.0.1:'],
  ['ChainGetTipSetByHeight', () => [OLD_HEIGHT, []], LOOKBACK],
];

/** All that a client says of a refusal, or of the lack of one. */
async function refusalOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    (result) => `no refusal: ${JSON.stringify(result)}`,
    (error: Error & { readonly response?: { readonly data: unknown } }) =>
      `${error.message} ${JSON.stringify(error.response?.data ?? '')}`.replaceAll('\\"', '"'),
  );
}

async function faucetAddress(): Promise<string> {
  return (await control<{ readonly faucet: { readonly address: string } }>(node, 'info')).faucet.address;
}

/** A transfer of 1 attoFIL to the miner by a new account, signed. */
async function signedTransfer(): Promise<{ readonly json: object; readonly cid: string; readonly from: string }> {
  const key = keyFromPrivateKey('secp256k1', randomBytes(32));
  const from = formatAddress(key.address, 't');
  await control(node, 'faucet', { address: from });
  await control(node, 'advance', { epochs: 3 });
  const message: Message = {
    version: 0,
    to: parseAddress(miner),
    from: key.address,
    nonce: 0n,
    value: attoFil(1n),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(2_000_000_000n),
    gasPremium: attoFil(200_000n),
    method: 0n,
    params: new Uint8Array(),
  };
  const signed = { message, signature: signMessage(key, message) };
  return { json: signedMessageToJson(signed, 't'), cid: signedMessageCid(signed), from };
}

// First: later its head is ahead of the clock.
test('iso-filecoin finds the chain synced', async () => {
  const { error, result } = await openIsoFilecoin({ url: node.httpUrl }).lookBackTipSet(0);
  expect(error).toBeUndefined();
  expect(result?.Height).toBe(head.Height);
});

describe.each(SIDES)('against the %s', (side) => {
  const isHosted = side === 'hosted service';
  /** What the side itself answers. */
  const asked = async (method: string, params: unknown[]): Promise<unknown> => {
    const { http, token } = sides[side];
    return (await postCall(http, `Filecoin.${method}`, params, token)).json.result;
  };
  const at = (url: 'http' | 'v0' | 'ws') => {
    const { token, ...urls } = sides[side];
    return { url: urls[url], ...(token === undefined ? {} : { token }) };
  };

  describe.each([
    ['@filecoin-shipyard/lotus-client-rpc over HTTP', () => openLotusClientRpc(at('http'), { sendHttpContentType: 'application/json' })],
    ['@filecoin-shipyard/lotus-client-rpc over WebSocket', () => openLotusClientRpc(at('ws'))],
    ['@glif/filecoin-rpc-client', () => openGlif(at('http'))],
  ] as const)('%s', (_name, open) => {
    let client: ReturnType<typeof open>;
    beforeAll(() => {
      client = open();
    });
    afterAll(() => client.close());

    test('reads what is served there', async () => {
      head = await resultOf(node, 'ChainHead');
      for (const [method, params, isHostedToo] of READS) {
        if (isHosted && isHostedToo === false) continue;
        const answer = await client.call(method, ...params());
        expect(answer, method).toBeDefined();
        expect(answer, method).toEqual(await asked(method, params()));
      }
    });

    test('pushes a signed transfer and finds it on the chain', async () => {
      const { json, cid, from } = await signedTransfer();
      expect(await client.call('MpoolGetNonce', from)).toBe(0);
      expect(await client.call('MpoolPush', json)).toEqual({ '/': cid });
      expect(await client.call('StateSearchMsg', [], { '/': cid }, -1, true)).toBeNull();
      await control(node, 'advance', { epochs: 4 });
      expect(await client.call('StateSearchMsg', [], { '/': cid }, -1, true)).toMatchObject({ Receipt: { ExitCode: 0 } });
      expect(await refusalOf(client.call('MpoolPush', json))).toContain('minimum expected nonce is 1, got 0: message nonce too low');
    });

    test('is refused with Lotus’ reason', async () => {
      expect(await refusalOf(client.call('StateMarketStorageDeal', 1_000_000, []))).toContain('deal 1000000 not found');
      expect(await refusalOf(client.call('ChainGetBlock', 'bafy'))).toContain('invalid cid: json: cannot unmarshal string');
      for (const [method, params, words] of isHosted ? [] : REFUSALS) {
        expect(await refusalOf(client.call(method, ...params)), method).toContain(words);
      }
      for (const [method, params, words] of isHosted ? HOSTED_REFUSALS : []) {
        expect(await refusalOf(client.call(method, ...params())), method).toContain(words);
      }
      if (!isHosted) expect(await client.call('ChainGetTipSetByHeight', OLD_HEIGHT, [])).toHaveProperty('Height');
    });
  });

  test('@filecoin-shipyard/lotus-client-rpc follows the head by ChainNotify', async () => {
    const client = openLotusClientRpc(at('ws'));
    const seen: HeadChange[] = [];
    const cancel = await client.followHead((changes) => seen.push(...changes));
    const { Height } = (await client.call('ChainHead')) as { Height: number };
    await control(node, 'advance', { epochs: 2 });
    await expect.poll(() => seen.at(-1)?.Val.Height).toBe(Height + 2);
    expect(seen[0]).toMatchObject({ Type: 'current', Val: { Height } });
    expect(new Set(seen.slice(1).map(({ Type }) => Type)).has('apply')).toBe(true);
    await cancel();
    const { length } = seen;
    await control(node, 'advance', { epochs: 1 });
    expect(await client.call('ChainHead')).toMatchObject({ Height: Height + 3 });
    expect(seen).toHaveLength(length);
    await client.close();
  });

  test('@filecoin-shipyard/lotus-client-rpc sends text/plain over HTTP unless told otherwise, and PUT for a file', async () => {
    const client = openLotusClientRpc(at('http'));
    // An empty answer with 405 or 415 is no JSON, which is all that it says.
    if (isHosted) expect(await refusalOf(client.call('ChainHead'))).toMatch(/invalid json response body .* Unexpected end of JSON input/);
    else expect(await client.call('ChainHead')).toHaveProperty('Height');
    expect(await refusalOf(client.importFile(Buffer.from('file')))).toMatch(/invalid json response body .* Unexpected end of JSON input/);
  });

  test('filecoin.js reads the chain, state, pool and network', async () => {
    const { chain, state, mpool, wallet, common, sync, conn } = openFilecoinJs(at('http'));
    expect(await conn.request({ method: 'Filecoin.ChainHead', params: [] })).toEqual(await asked('ChainHead', []));
    // It sends null for no parameters, which a node takes and the service does not.
    for (const call of [() => chain.getHead(), () => sync.state(), () => common.version()]) {
      if (isHosted) await expect(call()).rejects.toMatchObject({ code: 400, message: 'Bad Request' });
      else expect(await call()).toBeDefined();
    }
    expect((await chain.getGenesis()).Height).toBe(0);
    const { Height } = (await asked('ChainHead', [])) as { Height: number };
    expect((await chain.getTipSetByHeight(Height - 2)).Height).toBeLessThanOrEqual(Height - 2);
    expect((await state.listMiners([])).length).toBeGreaterThan(7);
    expect((await state.minerInfo(miner, [])).Owner).toMatch(/^t0/);
    expect(await state.minerPower(miner, [])).toEqual(await asked('StateMinerPower', [miner, []]));
    expect(await state.getActor(miner, [])).toEqual(await asked('StateGetActor', [miner, []]));
    expect(await state.networkName()).toMatch(/^localnet-/);
    expect(await mpool.getMpoolPending([])).toBeInstanceOf(Array);
    expect(await wallet.balance(miner)).toBe(await asked('WalletBalance', [miner]));
  });

  test('filecoin.js pushes a signed transfer and finds it by the methods of version 0', async () => {
    const { mpool, state } = openFilecoinJs(at('v0'));
    const { json, cid } = await signedTransfer();
    expect(await mpool.push(json as never)).toEqual({ '/': cid });
    await control(node, 'advance', { epochs: 4 });
    expect(await state.searchMsg({ '/': cid })).toMatchObject({ Receipt: { ExitCode: 0 } });
    await expect(mpool.push(json as never)).rejects.toMatchObject({
      name: 'Error',
      code: 1,
      message: expect.stringContaining('nonce too low'),
    });
  });

  test('filecoin.js is refused: with Lotus’ reason over WebSocket, over HTTP where the status is 200', async () => {
    const http = openFilecoinJs(at('http'));
    await expect(http.state.marketStorageDeal(1_000_000 as never, [])).rejects.toThrow('deal 1000000 not found');
    await expect(http.wallet.new()).rejects.toMatchObject({ code: 500, message: 'Internal Server Error' });
    const v0 = openFilecoinJs(at('v0'));
    if (isHosted) await expect(v0.wallet.new()).rejects.toThrow('method not supported');
    const socket = openFilecoinJs(at('ws'));
    await expect(socket.wallet.new()).rejects.toThrow("method 'Filecoin.WalletNew' not found");
    const old = socket.chain.getTipSetByHeight(OLD_HEIGHT);
    if (isHosted) await expect(old).rejects.toThrow(LOOKBACK);
    else expect((await old).Height).toBeLessThan(head.Height);
    await socket.release();
  });

  test('filecoin.js follows the head over WebSocket, which it asks for without parameters', async () => {
    const socket = openFilecoinJs(at('ws'));
    const seen: HeadChange[] = [];
    const subscribed = socket.chain.chainNotify((changes: readonly HeadChange[]) => seen.push(...changes));
    if (isHosted) await expect(subscribed).rejects.toThrow('Invalid request');
    else {
      await subscribed;
      const { Height } = (await asked('ChainHead', [])) as { Height: number };
      await control(node, 'advance', { epochs: 1 });
      await expect.poll(() => seen.at(-1)?.Val.Height).toBe(Height + 1);
    }
    await socket.release();
  });

  test('iso-filecoin reads head, power, actor and balances, and estimates', async () => {
    const rpc = openIsoFilecoin(at('http'));
    const from = await faucetAddress();
    const answers = {
      head: await rpc.call({ method: 'Filecoin.ChainHead', params: [] }),
      power: await rpc.call({ method: 'Filecoin.StateMinerPower', params: [miner, []] }),
      actor: await rpc.call({ method: 'Filecoin.StateGetActor', params: [miner, []] }),
      balance: await rpc.balance(miner),
      gas: await rpc.gasEstimate({ msg: { from, to: miner, value: '1' } }),
      nonce: await rpc.nonce(from),
      byHeight: await rpc.getTipSetByHeight({ height: ((await asked('ChainHead', [])) as typeof head).Height - 2 }),
      id: await rpc.getIDAddress({ address: from, safety: 'latest' }),
      accountKey: await rpc.stateAccountKey({ address: from }),
      eth: await rpc.filecoinAddressToEthAddress({ address: miner }),
    };
    for (const [name, { error }] of Object.entries(answers)) expect(error, name).toBeUndefined();
    expect(answers.head.result).toEqual(await asked('ChainHead', []));
    expect(answers.power.result).toEqual(await asked('StateMinerPower', [miner, []]));
    expect(answers.balance.result).toBe(await asked('WalletBalance', [miner]));
    // It leaves out parameters where there are none, which a node takes and the service does not.
    for (const { error } of [await rpc.version(), await rpc.networkName(), await rpc.chainHead()]) {
      if (isHosted) expect(error).toMatchObject({ name: 'JsonError', cause: { error: { code: -32_600, message: 'Invalid request' } } });
      else expect(error).toBeUndefined();
    }
  });

  test('iso-filecoin sends a transfer of its own key and waits for it', async () => {
    const rpc = openIsoFilecoin(at('http'));
    const { privateKey, address: from } = isoKeyFromPrivateKey(randomBytes(32), 'secp256k1', 't');
    await control(node, 'faucet', { address: from });
    await control(node, 'advance', { epochs: 3 });
    const { result: msg } = await rpc.gasEstimate({ msg: { from, to: miner, value: '1', nonce: 0 } });
    if (msg === undefined) throw new Error('no estimate');
    const data = isoSign(privateKey, 'secp256k1', isoMessageCid(parseNodeMessage(msg)));
    const { Nonce: nonce, Value: value, GasLimit: gasLimit, GasFeeCap: gasFeeCap, GasPremium: gasPremium } = msg;
    const transfer = {
      msg: { version: 0, from, to: miner, value, nonce, gasLimit, gasFeeCap, gasPremium, method: 0, params: '' },
      signature: { type: 'SECP256K1', data },
    } as const;
    const pushed = await rpc.pushMessage(transfer);
    expect(pushed.error).toBeUndefined();
    const waited = rpc.waitMsg({ cid: pushed.result as { '/': string }, confidence: 0 });
    await control(node, 'advance', { epochs: 4 });
    expect(await waited).toMatchObject({ result: { Receipt: { ExitCode: 0 } } });
    expect((await rpc.pushMessage(transfer)).error).toMatchObject({
      name: 'JsonRpcError',
      message: 'minimum expected nonce is 1, got 0: message nonce too low',
    });
  });

  test('iso-filecoin is refused with Lotus’ reason, in the cause of its error where the status is not 200', async () => {
    const rpc = openIsoFilecoin(at('http'));
    const unknown = formatAddress(keyFromPrivateKey('secp256k1', randomBytes(32)).address, 't');
    expect((await rpc.stateLookupID({ address: unknown })).error).toMatchObject({
      name: 'JsonRpcError',
      message: 'actor not found',
      cause: { code: 11 },
    });
    const { error } = await rpc.call({ method: 'Filecoin.WalletNew', params: ['bls'] });
    expect(error).toMatchObject({ name: 'JsonError', cause: { error: { message: "method 'Filecoin.WalletNew' not found" } } });
    const old = await rpc.getTipSetByHeight({ height: OLD_HEIGHT });
    if (isHosted) expect(old.error).toMatchObject({ name: 'JsonRpcError', message: LOOKBACK });
    else expect(old.error).toBeUndefined();
  });
});

test('filecoin.js reads what its token permits, and makes one', async () => {
  const { auth } = openFilecoinJs({ url: node.httpUrl, token: node.tokens.admin });
  expect(await auth.verify(node.tokens.write)).toEqual(['read', 'write']);
  expect(await auth.verify(await auth.new(['read']))).toEqual(['read']);
});

/** A new Ethereum account with the faucet's FIL. */
async function fundedKey() {
  const privateKey = `0x${randomBytes(32).toString('hex')}` as const;
  const wallet = openViem(node.httpUrl, CHAIN_ID).sending(privateKey);
  const address = formatAddress(addressFromEthAddress(wallet.account.address.toLowerCase()), 't');
  await control(node, 'faucet', { address });
  await control(node, 'advance', { epochs: 3 });
  return { wallet, address };
}

describe('viem against the bare node', () => {
  test('reads chain id, blocks, balances, nonces, gas price and fee history of the chain itself', async () => {
    const { reading } = openViem(node.httpUrl, CHAIN_ID);
    const { address, wallet } = await fundedKey();
    expect(await reading.getChainId()).toBe(CHAIN_ID);
    const number = Number(await reading.getBlockNumber({ cacheTime: 0 }));
    const now = await resultOf<{ readonly Height: number; readonly Blocks: readonly { readonly Parents: readonly object[] }[] }>(
      node,
      'ChainHead',
      [],
    );
    const parent = await resultOf<typeof head>(node, 'ChainGetTipSet', [now.Blocks[0]?.Parents]);
    expect(number).toBe(parent.Height);
    const block = await reading.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
    const executed = await resultOf<readonly { readonly Cid: object }[] | null>(node, 'ChainGetMessagesInTipset', [parent.Cids]);
    expect(block.transactions).toHaveLength(executed?.length ?? 0);
    expect((await reading.getBlock({ blockHash: block.hash as `0x${string}` })).number).toBe(block.number);
    expect((await reading.getBlock({ blockNumber: BigInt(number) })).parentHash).toBe(block.parentHash);
    expect(await reading.getBalance({ address: wallet.account.address })).toBe(
      BigInt(await resultOf<string>(node, 'WalletBalance', [address])),
    );
    expect(await reading.getTransactionCount({ address: wallet.account.address })).toBe(0);
    expect(await reading.getGasPrice()).toBeGreaterThan(0n);
    const history = await reading.getFeeHistory({ blockCount: 5, rewardPercentiles: [25, 50, 75] });
    expect(history.baseFeePerGas).toHaveLength(6);
    expect(history.reward?.every((rewards) => rewards.length === 3)).toBe(true);
    expect((await reading.estimateFeesPerGas()).maxFeePerGas).toBeGreaterThan(0n);
    await expect(reading.getBlock({ blockNumber: BigInt(now.Height + 100) })).rejects.toThrow("requested a future epoch (beyond 'latest')");
    await expect(reading.getBlock({ blockTag: 'earliest' })).rejects.toThrow('block param "earliest" is not supported');
  });

  test('sends a plain transfer, waits for its receipt and reads it back', async () => {
    const { reading } = openViem(node.httpUrl, CHAIN_ID);
    const { wallet } = await fundedKey();
    const to = `0x${randomBytes(20).toString('hex')}` as const;
    const hash = await wallet.sendTransaction({ to, value: 10n ** 18n });
    expect((await reading.getTransaction({ hash })).blockNumber).toBeNull();
    const receipt = reading.waitForTransactionReceipt({ hash, timeout: 50_000 });
    await control(node, 'advance', { epochs: 4 });
    const { status, gasUsed, effectiveGasPrice, blockHash, transactionIndex, from } = await receipt;
    expect(status).toBe('success');
    expect(gasUsed * effectiveGasPrice).toBeGreaterThan(0n);
    const { transactions } = await reading.getBlock({ blockHash });
    expect(transactions[transactionIndex]).toBe(hash);
    const transaction = await reading.getTransaction({ hash });
    expect(transaction).toMatchObject({ value: 10n ** 18n, nonce: 0, input: '0x', chainId: CHAIN_ID, from, to });
    expect(await reading.getBalance({ address: to })).toBe(10n ** 18n);
    const balance = await reading.getBalance({ address: wallet.account.address });
    expect(100n * 10n ** 18n - balance).toBeLessThan(10n ** 18n + 10n ** 16n);
    expect(await reading.getTransactionCount({ address: wallet.account.address, blockTag: 'pending' })).toBe(1);
  });

  test('is refused what Lotus refuses, in its words; there are no contracts to call', async () => {
    const { reading } = openViem(node.httpUrl, CHAIN_ID);
    const to = `0x${'22'.repeat(20)}` as const;
    const { account } = openViem(node.httpUrl, CHAIN_ID).sending(`0x${'11'.repeat(32)}`);
    const fields = {
      to,
      value: 1n,
      gas: 3_000_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 6n,
      nonce: 0,
      type: 'eip1559',
    } as const;
    const foreign = await account.signTransaction({ ...fields, chainId: 1 });
    await expect(reading.sendRawTransaction({ serializedTransaction: foreign })).rejects.toThrow('invalid chain id: 1');
    const poor = await account.signTransaction({ ...fields, chainId: CHAIN_ID });
    await expect(reading.sendRawTransaction({ serializedTransaction: poor })).rejects.toThrow(/actor not found/);
    expect(await reading.getTransactionReceipt({ hash: `0x${'ab'.repeat(32)}` }).catch((error: Error) => error.name)).toBe(
      'TransactionReceiptNotFoundError',
    );
    expect(await reading.getCode({ address: to })).toBeUndefined();
    await expect(reading.getLogs()).rejects.toThrow(/not found/);
  });
});

describe('viem against the hosted service', () => {
  test('reads balances, blocks and transactions; what it asks without parameters is refused', async () => {
    const { reading } = openViem(sides['hosted service'].http, CHAIN_ID);
    const { address, wallet } = await fundedKey();
    expect(await reading.getBalance({ address: wallet.account.address })).toBe(
      BigInt(await resultOf<string>(node, 'WalletBalance', [address])),
    );
    expect(await reading.getTransactionCount({ address: wallet.account.address })).toBe(0);
    expect((await reading.getBlock()).number).toBe(BigInt(await reading.request({ method: 'eth_blockNumber', params: [] } as never)));
    await expect(reading.getChainId()).rejects.toMatchObject({ name: 'InvalidRequestRpcError', details: 'Invalid request' });
    await expect(reading.getBlock({ blockNumber: BigInt(head.Height + 1_000) })).rejects.toThrow(
      "requested a future epoch (beyond 'latest')",
    );
  });

  test('may not send by eth_sendRawTransaction; what it signed is taken by MpoolPush', async () => {
    const { reading } = openViem(sides['hosted service'].http, CHAIN_ID);
    const { wallet } = await fundedKey();
    const to = `0x${randomBytes(20).toString('hex')}` as const;
    const serializedTransaction = await wallet.account.signTransaction({
      ...{ to, value: 10n ** 18n, gas: 5_000_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n, nonce: 0 },
      ...{ type: 'eip1559', chainId: CHAIN_ID },
    });
    await expect(reading.sendRawTransaction({ serializedTransaction })).rejects.toThrow("method 'eth_sendRawTransaction' not found");
    const signed = decodeEthTransaction(hexToBytes(serializedTransaction.slice(2)), CHAIN_ID);
    const params = [signedMessageToJson(signed, 't')];
    expect(await reading.request({ method: 'Filecoin.MpoolPush', params } as never)).toEqual({ '/': signedMessageCid(signed) });
    await control(node, 'advance', { epochs: 4 });
    // waitForTransactionReceipt asks for the number of the newest block without parameters, and waits in vain.
    const found = await reading.getTransactionReceipt({ hash: viemTransactionHash(serializedTransaction) as `0x${string}` });
    expect(found).toMatchObject({ status: 'success', to });
    expect(await reading.getBalance({ address: to })).toBe(10n ** 18n);
  });

  test('is answered 405 for anything but POST', async () => {
    const { reading } = openViem(sides['hosted service'].http, CHAIN_ID, 'PUT');
    await expect(reading.getBalance({ address: `0x${'22'.repeat(20)}` })).rejects.toMatchObject({ name: 'HttpRequestError', status: 405 });
  });
});

test('without a token a gateway takes signed messages; the node itself asks for write', async () => {
  const gateway = await startDevnet({ isPaused: true, seed: 'gate', historyEpochs: 3, isGateway: true });
  const push = async (url: string) => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'Filecoin.MpoolPush',
      params: [{ Message: {}, Signature: { Type: 1, Data: '' } }],
    });
    return (await (await fetch(url, { method: 'POST', body })).json()) as { error: { message: string } };
  };
  expect((await push(node.httpUrl)).error.message).toContain('missing permission');
  expect((await push(gateway.httpUrl)).error.message).toContain("'To' address cannot be empty");
  await gateway.stop();
});

test('signatures and addresses are checked as Lotus checks them', async () => {
  const { address, bytes, signature } = signer;
  expect(await resultOf(node, 'WalletVerify', [address, bytes, signature])).toBe(true);
  expect(await resultOf(node, 'WalletVerify', [address, 'AAAA', signature])).toBe(false);
  expect(await resultOf(node, 'WalletVerify', [miner, bytes, signature])).toBe(false);
  expect(await resultOf(node, 'WalletValidateAddress', ['f01000'])).toBe('t01000');
  await expect(resultOf(node, 'WalletValidateAddress', ['x01000'])).rejects.toThrow('unknown address network');
});

test('only POST is a call', async () => {
  const answer = await fetch(node.httpUrl);
  expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([405, 'POST', '']);
});
