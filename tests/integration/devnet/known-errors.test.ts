/** Every error of the recorded catalogue, provoked on the bare node and on the hosted service, or named with the reason it cannot be. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressFromBytes, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil, formatFil } from '../../../shared/domain/amounts/amount.ts';
import { type Key, keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { control, postCall, postRaw, type RpcAnswer, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { readSharedJson } from '../../builders/shared-data.ts';

interface KnownError {
  readonly id: string;
  readonly httpStatus: number;
  readonly code: number | null;
  readonly message: string | null;
  readonly data?: unknown;
  readonly body: unknown;
}

const { errors: KNOWN, dealMessages: DEAL_MESSAGES } = readSharedJson<{
  errors: KnownError[];
  dealMessages: { message: string; class: string }[];
}>('errors.json');

/** What the catalogue has and neither of the two can be brought to say. */
const NOT_PROVOKED: Readonly<Record<string, string>> = {
  'gateway-busy': 'The service counts requests by the minute and answers 429; it has no queue that a call could wait in.',
  'already-in-mpool-old': 'A text of 2020, before replace-by-fee had its own error: rbf-too-low and existing-nonce are its successors.',
  'nonce-gap': 'Lotus 1.36 checks gaps only in messages of its peers (addTs passes strict = !local); a pushed message may leave one.',
  'push-message-funds': 'MpoolPushMessage signs with a key of the node, and this node holds none; mpool-funds is its check.',
  'push-message-wrapped': 'MpoolPushMessage signs with a key of the node, and this node holds none; nonce-too-low is what it wraps.',
  'out-of-gas':
    'An estimate has the gas of a whole block, and no message here uses that much: a method 47 million, 2 MiB of params 2,700 million.',
  'estimate-insufficient': 'A text of older Lotus releases, around MpoolPushMessage; execution-reverted is what an estimate says now.',
};

/** Classes of refusals of a deal that no practice provider gives. */
const NOT_PROVOKED_DEALS: Readonly<Record<string, string>> = {
  'too-small': 'Practice providers have no minimum size but that of a piece.',
  'start-epoch': 'Practice providers take every start epoch.',
  policy: 'Practice providers take unverified deals and have no deal filter.',
};

type Side = 'bare' | 'hosted';
interface Provoked {
  readonly answer: RpcAnswer;
  /** Facts of the recorded situation, and those of ours. */
  readonly facts?: readonly (readonly [recorded: string, ours: string])[];
}
type Provoke = (call: (method: string, params: unknown) => Promise<RpcAnswer>, side: Side) => Promise<Provoked>;

const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(21));
const own = formatAddress(key.address, 't');
const stranger = formatAddress(keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(22)).address, 't');
/** The point at infinity (Lotus build.ZeroAddress). */
const zeroBls = formatAddress(addressFromBytes(Uint8Array.from({ length: 49 }, (_, at) => [3, 0xc0][at] ?? 0)), 't');
const WINDOW: readonly (readonly [string, string])[] = [
  ['16h40m0s', '15m0s'],
  ['24h0m0s', '15m0s'],
];
/** Said by the first check of the pool already: Lotus chain/messagepool checkMessage runs before verifyMsgBeforeAdd. */
const FIRST_CHECK = ['message will not be included in a block', 'message not valid for block inclusion'] as const;
/** Lotus chain/messagepool puts these words before what the catalogue has. */
const within = (words: string, known: string): readonly [string, string] => [known, `${words}: ${known}`];

let devnet: HostedDevnet;
let urls: Readonly<Record<Side, string>>;
beforeAll(async () => {
  devnet = await startHostedDevnet({ windowEpochs: 30, lagEpochs: [0, 0, 0] }, { historyEpochs: 45 });
  urls = { bare: devnet.node.httpUrl, hosted: devnet.hosted.networks.mainnet.httpUrl };
  await control(devnet.node, 'faucet', { address: own });
  await control(devnet.node, 'null-round');
  await control(devnet.node, 'advance', { epochs: 4 });
});
afterAll(() => devnet.node.stop());

const text = (id: string): string => KNOWN.find((error) => error.id === id)?.message ?? '';

function signed(change: Partial<Message> & { readonly by?: Key } = {}): ReturnType<typeof signedMessageToJson> {
  const { by = key, ...fields } = change;
  const message: Message = {
    version: 0,
    to: key.address,
    from: key.address,
    nonce: 0n,
    value: attoFil(1n),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(2_000_000_000n),
    gasPremium: attoFil(100_000n),
    method: 0n,
    params: new Uint8Array(),
    ...fields,
  };
  return signedMessageToJson({ message, signature: signMessage(by, message) }, 't');
}

/** A nonce that was not used; each side takes its own. */
async function nonce(): Promise<bigint> {
  return BigInt(await resultOf<number>(devnet.node, 'MpoolGetNonce', [own]));
}

const unestimated = (change: Record<string, unknown>) => ({ ...signed().Message, GasLimit: 0, GasFeeCap: '0', GasPremium: '0', ...change });

/** A custom endpoint of the hosted service, with its token in the URL. */
async function customUrl(permissions: readonly string[], requestsPerMinute: number): Promise<string> {
  const wanted = { network: 'mainnet', permissions, usage: { requestsPerMinute, purpose: 'tests' }, contact: 'ops@example.invalid' };
  const { id, url } = (await postRaw(devnet.hosted.custom, JSON.stringify(wanted))).json as { id: string; url: string };
  await control(devnet.node, 'custom-approve', { id });
  const { endpoint } = (await (await fetch(url)).json()) as { endpoint: { httpUrl: string; token: string } };
  return `${endpoint.httpUrl}?token=${endpoint.token}`;
}

async function oldTipset(): Promise<TipsetJson> {
  const { Height } = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
  return resultOf(devnet.node, 'ChainGetTipSetByHeight', [Height - 40, null]);
}

async function nullRound(): Promise<number> {
  let at = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
  for (;;) {
    const parent = await resultOf<TipsetJson>(devnet.node, 'ChainGetTipSet', [at.Blocks[0]?.Parents]);
    if (parent.Height < at.Height - 1) return at.Height - 1;
    at = parent;
  }
}

const both = ['bare', 'hosted'] as const;
const PROVOKED: Readonly<Record<string, readonly [sides: readonly Side[], provoke: Provoke]>> = {
  'method-not-found': [both, async (call) => ({ answer: await call('ChainHeadd', []) })],
  'subscription-over-http': [both, async (call) => ({ answer: await call('ChainNotify', []) })],
  'wrong-param-count': [
    both,
    async (call) => ({ answer: await call('StateMinerPower', ['t01000']), facts: [['MpoolPushMessage', 'StateMinerPower']] }),
  ],
  'params-illegal-base64': [
    both,
    async (call) => ({ answer: await call('MpoolPush', [{ ...signed(), Signature: { Type: 1, Data: 'ab'.repeat(35) } }]) }),
  ],
  'tipsetkey-as-number': [both, async (call) => ({ answer: await call('ChainGetTipSetByHeight', [10, 123]) })],
  'parse-error': [both, async (_call, side) => ({ answer: await postRaw(urls[side], '{"jsonrpc"') })],
  'empty-body': [
    both,
    async (_call, side) => {
      expect((await postRaw(urls[side], '')).text).toBe((await postRaw(urls[side], '[]')).text);
      return { answer: await postRaw(urls[side], '') };
    },
  ],
  'bad-token': [
    both,
    async (_call, side) => {
      const url = side === 'bare' ? urls.bare : ((await customUrl(['read'], 60)).split('?')[0] ?? '');
      const withoutBearer = await postRaw(url, '{}', { Authorization: devnet.node.tokens.write });
      expect(withoutBearer).toMatchObject({ status: 401, text: '' });
      return { answer: await postCall(url, 'Filecoin.ChainHead', [], 'nonsense') };
    },
  ],
  'gateway-429': [
    ['hosted'],
    async () => {
      const url = await customUrl(['read'], 1);
      const answers: RpcAnswer[] = [];
      // A minute may end in between.
      for (let asked = 0; asked < 3; asked += 1) answers.push(await postCall(url, 'Filecoin.ChainHead', []));
      return { answer: answers.find(({ status }) => status !== 200) as RpcAnswer };
    },
  ],
  'missing-permission-push': [
    both,
    async (_call, side) => {
      const url = side === 'bare' ? `${urls.bare}?token=${devnet.node.tokens.read}` : await customUrl(['read'], 60);
      return { answer: await postCall(url, 'Filecoin.MpoolPush', [signed()]) };
    },
  ],
  // Nothing here needs the permission to sign: the next one above it is asked for.
  'missing-permission-paych': [
    ['bare'],
    async (call) => ({
      answer: await call('AuthNew', [['read']]),
      facts: [
        ['PaychGet', 'AuthNew'],
        ['sign', 'admin'],
      ],
    }),
  ],
  'cid-as-string': [both, async (call) => ({ answer: await call('ChainGetBlock', ['bafy2bzacea']) })],
  'gateway-lookback-height': [
    ['hosted'],
    async (call) => ({ answer: await call('ChainGetTipSetByHeight', [(await oldTipset()).Height, null]), facts: WINDOW }),
  ],
  'gateway-lookback-tipset': [
    ['hosted'],
    async (call) => ({ answer: await call('StateMinerPower', ['t01000', (await oldTipset()).Cids]), facts: WINDOW }),
  ],
  'gateway-future': [['hosted'], async (call) => ({ answer: await call('ChainGetTipSetByHeight', [6_000_000, null]) })],
  'node-future': [
    ['bare'],
    async (call) => ({
      answer: await call('ChainGetTipSetByHeight', [6_000_000, null]),
      facts: [['5999990', String((await resultOf<TipsetJson>(devnet.node, 'ChainHead')).Height)]],
    }),
  ],
  'nonce-too-low': [
    both,
    async (call) => {
      const used = await nonce();
      if (used === 0n) {
        await call('MpoolPush', [signed({ nonce: used })]);
        await control(devnet.node, 'advance', { epochs: 4 });
      }
      return {
        answer: await call('MpoolPush', [signed({ nonce: 0n })]),
        facts: [
          ['nonce is 12', `nonce is ${await nonce()}`],
          ['got 11', 'got 0'],
        ],
      };
    },
  ],
  'rbf-too-low': [
    both,
    async (call) => {
      const next = await nonce();
      await call('MpoolPush', [signed({ nonce: next })]);
      return {
        answer: await call('MpoolPush', [signed({ nonce: next, gasPremium: attoFil(105_000n) })]),
        facts: [
          within('failed to add locked', 'message from'),
          ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', own],
          ['nonce 7', `nonce ${next}`],
        ],
      };
    },
  ],
  'existing-nonce': [
    both,
    async (call) => {
      const next = await nonce();
      await call('MpoolPush', [signed({ nonce: next })]);
      return {
        answer: await call('MpoolPush', [signed({ nonce: next })]),
        facts: [
          within('failed to add locked', 'message from'),
          ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', own],
          ['nonce 7', `nonce ${next}`],
        ],
      };
    },
  ],
  'mpool-funds': [
    both,
    async (call) => {
      const balance = attoFil(await resultOf<string>(devnet.node, 'WalletBalance', [own]));
      return {
        answer: await call('MpoolPush', [signed({ nonce: await nonce(), gasFeeCap: attoFil(10n ** 17n) })]),
        facts: [
          within('failed to check balance', 'not enough funds (required'),
          ['1.000000605085101737', '300000'],
          ['0.5', formatFil(balance)],
        ],
      };
    },
  ],
  'sig-mismatch': [
    both,
    async (call) => {
      const next = await nonce();
      const { Signature } = signed({ nonce: next });
      return {
        answer: await call('MpoolPush', [{ ...signed({ nonce: next, value: attoFil(2n) }), Signature }]),
        facts: [within('signature verification failed: failed to validate signature', 'signature did not match')],
      };
    },
  ],
  'gas-limit-low': [
    both,
    async (call) => {
      const answer = await call('MpoolPush', [signed({ nonce: await nonce(), gasLimit: 1_000n })]);
      const least = /< (\d+)$/.exec(answer.json.error?.message ?? '')?.[1] ?? '';
      expect(Number(least)).toBeGreaterThan(100_000);
      return { answer, facts: [within('verify msg failed', 'message will'), ['585800', least]] };
    },
  ],
  'premium-above-cap': [
    both,
    async (call) => ({
      answer: await call('MpoolPush', [signed({ nonce: await nonce(), gasPremium: attoFil(3_000_000_000n) })]),
      facts: [FIRST_CHECK],
    }),
  ],
  'invalid-to': [
    both,
    async (call) => {
      const message = signed({ nonce: await nonce() });
      return { answer: await call('MpoolPush', [{ ...message, Message: { ...message.Message, To: zeroBls } }]), facts: [FIRST_CHECK] };
    },
  ],
  'estimate-actor-not-found': [
    both,
    async (call) => ({
      answer: await call('GasEstimateMessageGas', [unestimated({ From: stranger }), null, null]),
      facts: [['t1iijcqzkckbxb6pvwbxcmyncnqcrlym6iivaisui', stranger]],
    }),
  ],
  'null-round': [
    both,
    async (call) => {
      const height = await nullRound();
      return {
        answer: await call('EthGetBlockByNumber', [`0x${height.toString(16)}`, false]),
        facts: [['3450306', String(height)]],
      };
    },
  ],
  'f3-disabled': [both, async (call) => ({ answer: await call('F3GetManifest', []) })],
  'actor-not-found-coded': [both, async (call) => ({ answer: await call('StateLookupID', [stranger, null]) })],
  'deal-not-found': [both, async (call) => ({ answer: await call('StateMarketStorageDeal', [1_000_000, null]) })],
  'not-account': [both, async (call) => ({ answer: await call('StateAccountKey', ['t01000', null]), facts: [['f01729', 't01000']] })],
  // There are no contracts: a transfer of more than there is fails in the same simulation, without a reason of its own (Lotus api/api_errors.go).
  'execution-reverted': [
    both,
    async (call) => {
      const answer = await call('GasEstimateMessageGas', [unestimated({ Value: (10n ** 25n).toString() }), null, null]);
      const [, error = ''] = /vm error=\[(.*)\]\)$/s.exec(answer.json.error?.message ?? '') ?? [];
      return {
        answer,
        facts: [
          ['exit=[33]', 'exit=[SysErrInsufficientFunds(6)]'],
          [', revert reason=[0x08c379a0]', ''],
          ['message failed with backtrace', error],
          ['0x08c379a0', '0x'],
        ],
      };
    },
  ],
  'addr-checksum': [both, async (call) => ({ answer: await call('WalletBalance', ['t1abjxfbp274xpdqcpuaykwkfb43omjotacm3p3za']) })],
};

function replaced(value: unknown, facts: Provoked['facts'] = []): unknown {
  if (typeof value === 'number') return Number(replaced(String(value), facts));
  if (typeof value !== 'string') return value;
  return facts.reduce((sentence, [recorded, ours]) => sentence.replaceAll(recorded, ours), value);
}

const cases = KNOWN.flatMap((known) => (PROVOKED[known.id]?.[0] ?? []).map((side) => ({ ...known, side })));

describe('the catalogue of errors', () => {
  it('is provoked whole, but for what is named with its reason', () => {
    const ids = KNOWN.map(({ id }) => id);
    expect([...Object.keys(PROVOKED), ...Object.keys(NOT_PROVOKED)].sort()).toEqual(ids.sort());
    for (const [id, reason] of Object.entries(NOT_PROVOKED)) console.info(`Not provoked: ${id} (${text(id)}). ${reason}`);
  });

  it.each(cases)('$id on the $side side', async ({ id, side, httpStatus, code, message, data, body }) => {
    const token = side === 'bare' ? devnet.node.tokens.write : undefined;
    const [, provoke] = PROVOKED[id] as (typeof PROVOKED)[string];
    const { answer, facts } = await provoke((method, params) => postCall(urls[side], `Filecoin.${method}`, params, token), side);
    expect(answer.status).toBe(httpStatus);
    if (body === null) {
      expect(answer.text).toBe('');
      return;
    }
    expect(answer.json).not.toHaveProperty('result');
    expect(answer.json.error).toEqual({
      code,
      message: replaced(message, facts),
      ...(data === undefined ? {} : { data: replaced(data, facts) }),
    });
  });

  it('has refusals of deals, which practice providers give but for what is named', async () => {
    const terms = {
      Data: {
        ...{ TransferType: 'manual', Root: { '/': 'bafkqaaa' }, PieceSize: 2 ** 23 * 127 },
        PieceCid: { '/': 'baga6ea4seaqkzyiogpm6tloitjtagsxhowpf7zn6foxfdive3d4q45kozfoaejy' },
      },
      ...{ Wallet: '<empty>', Miner: 't01000', EpochPrice: '1', MinBlocksDuration: 518_400, ProviderCollateral: '0' },
      ...{ DealStartEpoch: -1, FastRetrieval: true, VerifiedDeal: false },
    };
    const { Message } = await devnet.result<{ Message: string }>('ClientGetDealInfo', [await devnet.result('ClientStartDeal', [terms])]);
    const { json } = await postCall(urls.hosted, 'Filecoin.ClientStartDeal', [{ ...terms, Miner: 't0999999' }]);
    const said: Readonly<Record<string, string | undefined>> = { price: Message, dial: json.error?.message };
    for (const { message, class: kind } of DEAL_MESSAGES) {
      const reason = NOT_PROVOKED_DEALS[kind];
      if (reason === undefined) expect(said[kind]).toBe(message.replace('5000 < 7629', '1 < 500000000'));
      else console.info(`Not provoked: ${message}. ${reason}`);
    }
  });

  it('a gap of nonces is no error for a pushed message', async () => {
    const answer = await postCall(urls.hosted, 'Filecoin.MpoolPush', [signed({ nonce: (await nonce()) + 30n })]);
    expect(answer.json.result).toMatchObject({ '/': expect.any(String) });
  });
});
