/** Three backends behind each endpoint: they lag, they disagree, and each of them is whole in itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';

const CALLS = 60;

interface HostedInfo {
  readonly backends: Readonly<Record<string, readonly { readonly height: number; readonly key: string }[]>>;
}

const heightsOf = async ({ node }: HostedDevnet): Promise<readonly number[]> =>
  ((await control<HostedInfo>(node, 'hosted-info')).backends.mainnet ?? []).map(({ height }) => height);

/** Heads that as many calls see. */
const headsSeen = (devnet: HostedDevnet): Promise<readonly TipsetJson[]> =>
  Promise.all(Array.from({ length: CALLS }, () => devnet.result<TipsetJson>('ChainHead')));

describe('lags that follow from the seed', () => {
  let devnet: HostedDevnet;
  beforeAll(async () => {
    devnet = await startHostedDevnet();
  });
  afterAll(() => devnet.node.stop());

  it('are 0 to 3 epochs, differ, and change', async () => {
    const lags = new Set<string>();
    const seen = new Set<number>();
    for (let round = 0; round < 60; round += 1) {
      await control(devnet.node, 'advance', { epochs: 1 });
      const { Height } = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
      const behind = (await heightsOf(devnet)).map((height) => Height - height);
      expect(behind).toHaveLength(3);
      for (const lag of behind) {
        expect(lag).toBeGreaterThanOrEqual(0);
        expect(lag).toBeLessThanOrEqual(3);
        seen.add(lag);
      }
      lags.add(behind.join(' '));
    }
    expect(seen.size).toBe(4);
    expect(lags.size).toBeGreaterThan(3);
  });
});

describe('backends 0, 1 and 3 epochs behind', () => {
  let devnet: HostedDevnet;
  beforeAll(async () => {
    devnet = await startHostedDevnet({ lagEpochs: [0, 1, 3] });
    await control(devnet.node, 'advance', { epochs: 12 });
  });
  afterAll(() => devnet.node.stop());

  it('are chosen by request: equal calls in a row see several heads, and go back', async () => {
    const heads = await headsSeen(devnet);
    const { Height } = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
    const heights = new Set(heads.map((head) => head.Height));
    expect(heights.size).toBeGreaterThan(1);
    expect(heights).toContain(Height);
    expect(heads.some((head, index) => index > 0 && head.Height < (heads[index - 1]?.Height ?? 0))).toBe(true);
  });

  it('stand on one chain: the head of each is an ancestor of the newest', async () => {
    const newest = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
    for (const head of await headsSeen(devnet)) {
      const path = await resultOf<{ Type: string }[] | null>(devnet.node, 'ChainGetPath', [head.Cids, newest.Cids]);
      expect((path ?? []).every(({ Type }) => Type === 'apply')).toBe(true);
    }
  });

  it('one that is behind does not know the newest tipset, in the words of a node', async () => {
    const { Cids } = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
    const answers = await Promise.all(
      Array.from({ length: CALLS }, () => postCall(devnet.hosted.networks.mainnet.httpUrl, 'Filecoin.StateMinerPower', ['t01000', Cids])),
    );
    const texts = new Set(answers.map(({ json }) => json.error?.message));
    expect(texts).toContain(undefined);
    expect([...texts].filter((text) => text !== undefined).every((text) => /^loading tipset \{.*: ipld: could not find /.test(text))).toBe(
      true,
    );
    expect(texts.size).toBeGreaterThan(1);
  });

  it('a tipset that all have is told alike by all', async () => {
    const { Height } = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
    const { Cids } = await resultOf<TipsetJson>(devnet.node, 'ChainGetTipSetByHeight', [Height - 6, null]);
    const texts = new Set(
      await Promise.all(
        Array.from({ length: CALLS }, async () => JSON.stringify(await devnet.result('StateMinerPower', ['t01000', Cids]))),
      ),
    );
    expect(texts.size).toBe(1);
  });

  it('a reorg reaches them one after another, and ends in agreement', async () => {
    await control(devnet.node, 'reorg', { depth: 2 });
    const { backends } = await control<HostedInfo>(devnet.node, 'hosted-info');
    expect(new Set(backends.mainnet?.map(({ key }) => key)).size).toBeGreaterThan(1);
    await control(devnet.node, 'advance', { epochs: 8 });
    const { Height } = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
    const ours = new Set(
      await Promise.all(
        Array.from({ length: CALLS }, async () =>
          JSON.stringify((await devnet.result<TipsetJson>('ChainGetTipSetByHeight', [Height - 5, null])).Cids),
        ),
      ),
    );
    expect(ours.size).toBe(1);
  });

  it('the next nonce of a sender never goes back to one that is used', async () => {
    const sender = new DevnetSender(devnet.node, 'hosted');
    const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(7));
    const address = formatAddress(key.address, 't');
    await sender.push(sender.key('faucet'), key.address, { value: 10n ** 20n });
    await sender.settle();
    // Every backend has to know the account.
    await control(devnet.node, 'advance', { epochs: 5 });
    const nonces = async (): Promise<ReadonlySet<number>> =>
      new Set(await Promise.all(Array.from({ length: CALLS }, () => devnet.result<number>('MpoolGetNonce', [address]))));
    expect(await nonces()).toEqual(new Set([0]));
    await sender.push(key, sender.key('faucet').address, { value: 1n });
    expect(await nonces()).toEqual(new Set([1]));
    for (let epoch = 0; epoch < 6; epoch += 1) {
      await control(devnet.node, 'advance', { epochs: 1 });
      expect(await nonces()).toEqual(new Set([1]));
    }
  });

  it('each counts its own window of history: the bare node keeps what the endpoint has dropped', async () => {
    const short = await startHostedDevnet({ windowEpochs: 10, lagEpochs: [0, 1, 3] }, { historyEpochs: 30 });
    try {
      await control(short.node, 'advance', { epochs: 40 });
      // The node's own window is longer, and whole.
      expect(await resultOf<TipsetJson>(short.node, 'ChainGetTipSetAfterHeight', [2, null])).toMatchObject({
        Height: expect.any(Number),
      });
      const { Height } = await resultOf<TipsetJson>(short.node, 'ChainHead');
      const after = await resultOf<TipsetJson>(short.node, 'ChainGetTipSetAfterHeight', [Height - 50, null]);
      expect(after.Height).toBeLessThan(Height - 40);
    } finally {
      await short.node.stop();
    }
  });
});
