/** Stock clients against the embedded node: what a node without their wallet can answer, and what it refuses and why. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { formatAddress } from '../../../shared/domain/address.ts';
import { addressFromEthAddress } from '../../../shared/domain/eth-address.ts';
import { keyFromPrivateKey } from '../../../shared/domain/key.ts';
import { signMessage } from '../../../shared/domain/message-signature.ts';
import { signBytes } from '../../../shared/domain/signature.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { control, resultOf } from '../../builders/devnet-caller.ts';
import { openFilecoinJs, openGlif, openIsoFilecoin, openLotusClientRpc, openViem } from '../../clients/node-clients.ts';

const CHAIN_ID = 31_415_926;
const HISTORY = 40;

let node: RunningDevnet;
let miner: string;
let signer: { readonly address: string; readonly bytes: string; readonly signature: object };
let head: { readonly Cids: readonly object[]; readonly Height: number };

beforeAll(async () => {
  // Its head is of now: some clients take no other for synced.
  node = await startDevnet({ isPaused: true, seed: 'clients', historyEpochs: HISTORY });
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
const READS: readonly (readonly [method: string, params: () => unknown[]])[] = [
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
  ['WalletList', () => []],
  ['WalletValidateAddress', () => [miner]],
  ['WalletVerify', () => [signer.address, signer.bytes, signer.signature]],
];

/** What a node that holds no key answers in Lotus' words. */
const REFUSALS: readonly (readonly [method: string, params: readonly unknown[], words: string])[] = [
  ['WalletDefaultAddress', [], 'failed to get default key'],
  ['WalletNew', ['secp256k1'], 'not found'],
  ['ClientListDeals', [], 'not found'],
];

describe.each([
  ['@filecoin-shipyard/lotus-client-rpc', openLotusClientRpc],
  ['@glif/filecoin-rpc-client', openGlif],
])('%s', (_name, openClient) => {
  test('reads what a node without a wallet knows, with the token of a person who may write', async () => {
    const client = openClient({ url: node.httpUrl, token: node.tokens.write });
    for (const [method, params] of READS) {
      // Clients of older versions send the parameters of their day: what Lotus' current API takes is given by hand.
      expect(await client.call(method, ...params()), method).toEqual(await resultOf(node, method, params(), node.tokens.write));
    }
    await client.close();
  });

  test('is refused what needs a key or a market, with Lotus’ reason', async () => {
    const client = openClient({ url: node.httpUrl, token: node.tokens.write });
    for (const [method, params, words] of REFUSALS) {
      const failure = await client.call(method, ...params).then(
        () => 'no refusal',
        (error: Error & { readonly response?: { readonly data: unknown } }) =>
          `${error.message} ${JSON.stringify(error.response?.data ?? '')}`,
      );
      expect(failure, method).toContain(words);
    }
    await client.close();
  });
});

test('filecoin.js reads the chain, state, pool and its token', async () => {
  const { chain, state, mpool, wallet, sync, common, auth } = openFilecoinJs({ url: node.httpUrl, token: node.tokens.admin });
  expect((await chain.getHead()).Height).toBe(head.Height);
  expect((await chain.getGenesis()).Height).toBe(0);
  expect((await chain.getTipSetByHeight(2)).Height).toBeLessThanOrEqual(2);
  expect((await state.listMiners([])).length).toBeGreaterThan(7);
  expect((await state.minerInfo(miner, [])).Owner).toMatch(/^t0/);
  expect(await state.networkName()).toMatch(/^localnet-/);
  expect(await mpool.getMpoolPending([])).toBeInstanceOf(Array);
  expect(await wallet.balance(miner)).toBe(await resultOf(node, 'WalletBalance', [miner]));
  expect((await sync.state()).ActiveSyncs).toHaveLength(1);
  expect((await common.version()).Version).toContain('sextant-devnet');
  expect(await auth.verify(node.tokens.write)).toEqual(['read', 'write']);
  expect(await auth.verify(await auth.new(['read']))).toEqual(['read']);
});

test('iso-filecoin finds the chain synced, estimates and reads balances', async () => {
  const rpc = openIsoFilecoin({ url: node.httpUrl, token: node.tokens.write });
  const results = {
    version: await rpc.version(),
    networkName: await rpc.networkName(),
    head: await rpc.chainHead(),
    back: await rpc.lookBackTipSet(0),
    balance: await rpc.balance(miner),
    gas: await rpc.gasEstimate({ msg: { from: await faucet(), to: miner, value: '1' } }),
    nonce: await rpc.nonce(await faucet()),
    byHeight: await rpc.getTipSetByHeight({ height: head.Height - 2 }),
    id: await rpc.getIDAddress({ address: await faucet(), safety: 'latest' }),
    accountKey: await rpc.stateAccountKey({ address: await faucet() }),
    eth: await rpc.filecoinAddressToEthAddress({ address: miner }),
  };
  for (const [name, { error }] of Object.entries(results)) expect(error, name).toBeUndefined();
  expect(results.balance.result).toBe(await resultOf(node, 'WalletBalance', [miner]));
});

test('iso-filecoin sends a transfer and waits for it', async () => {
  const rpc = openIsoFilecoin({ url: node.httpUrl, token: node.tokens.write });
  const key = keyFromPrivateKey('secp256k1', randomBytes(32));
  const from = formatAddress(key.address, 't');
  await control(node, 'faucet', { address: from });
  await control(node, 'advance', { epochs: 3 });
  const { result: msg } = await rpc.gasEstimate({ msg: { from, to: miner, value: '1', nonce: 0 } });
  if (msg === undefined) throw new Error('no estimate');
  const { data } = signMessage(key, parseNodeMessage(msg));
  const { Nonce: nonce, Value: value, GasLimit: gasLimit, GasFeeCap: gasFeeCap, GasPremium: gasPremium } = msg;
  const pushed = await rpc.pushMessage({
    msg: { version: 0, from, to: miner, value, nonce, gasLimit, gasFeeCap, gasPremium, method: 0, params: '' },
    signature: { type: 'SECP256K1', data },
  });
  expect(pushed.error).toBeUndefined();
  const waited = rpc.waitMsg({ cid: pushed.result as { '/': string }, confidence: 0 });
  await control(node, 'advance', { epochs: 4 });
  expect(await waited).toMatchObject({ result: { Receipt: { ExitCode: 0 } } });
});

async function faucet(): Promise<string> {
  return (await control<{ readonly faucet: { readonly address: string } }>(node, 'info')).faucet.address;
}

/** A new Ethereum account with the faucet's FIL. */
async function fundedKey() {
  const privateKey = `0x${randomBytes(32).toString('hex')}` as const;
  const wallet = openViem(node.httpUrl, CHAIN_ID).sending(privateKey);
  const address = formatAddress(addressFromEthAddress(wallet.account.address.toLowerCase()), 't');
  await control(node, 'faucet', { address });
  await control(node, 'advance', { epochs: 3 });
  return { wallet, address };
}

describe('viem', () => {
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
