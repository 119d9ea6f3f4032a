/** Deals and retrieval as the hosted service documents them: sizes, states up to active, the empty file of an unsealed sector. */
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainAnswer } from '../../../shared/rpc/explain-answer.ts';
import { control, postCall, type TipsetJson } from '../../builders/devnet-caller.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { resultDifferences } from '../../builders/result-shape.ts';
import { readSharedJson } from '../../builders/shared-data.ts';

const TOO_SMALL = 'computing commP failed: generating CommP: Piece must be at least 127 bytes';
const ACTIVE = 7;
const PRICE = '10000000000';

interface Link {
  readonly '/': string;
}
interface DealInfo {
  readonly State: number;
  readonly DealID: number;
  readonly Message: string;
  readonly PieceCID: Link;
}

interface Described {
  readonly name: string;
  readonly result: { readonly schema: { readonly examples?: readonly unknown[] } };
}

let devnet: HostedDevnet;
const file = (name: string): string => path.join(devnet.hosted.filesFolder, name);
const mainnet = (): string => devnet.hosted.networks.mainnet.httpUrl;
const errorOf = async (method: string, params: unknown[]) => (await postCall(mainnet(), `Filecoin.${method}`, params)).json.error;
const importFile = (name: string): Promise<{ Root: Link; ImportID: number }> =>
  devnet.result('ClientImport', [{ Path: name, IsCAR: false }]);

const params = (root: Link, more: Record<string, unknown> = {}, data: Record<string, unknown> = {}) => ({
  Data: { TransferType: 'graphsync', Root: root, PieceCid: null, PieceSize: 0, ...data },
  Wallet: '<empty>',
  Miner: 't01000',
  EpochPrice: PRICE,
  MinBlocksDuration: 518_400,
  ProviderCollateral: '0',
  DealStartEpoch: -1,
  FastRetrieval: true,
  VerifiedDeal: false,
  ...more,
});

beforeAll(async () => {
  devnet = await startHostedDevnet({ lagEpochs: [0, 0, 0] }, { historyEpochs: 60 });
  writeFileSync(file('small.bin'), Buffer.alloc(126, 1));
  writeFileSync(file('least.bin'), Buffer.alloc(127, 1));
  writeFileSync(file('data.bin'), Buffer.from('practice data '.repeat(200)));
});
afterAll(() => devnet.node.stop());

describe('sizes', () => {
  it('below 127 bytes a commitment and a deal fail in the words of the service', async () => {
    expect(await errorOf('ClientCalcCommP', ['small.bin'])).toEqual({ code: 1, message: TOO_SMALL });
    const { Root } = await importFile('small.bin');
    expect(await errorOf('ClientStartDeal', [params(Root)])).toEqual({ code: 1, message: TOO_SMALL });
    const manual = params(
      Root,
      {},
      { TransferType: 'manual', PieceCid: { '/': 'baga6ea4seaqkzyiogpm6tloitjtagsxhowpf7zn6foxfdive3d4q45kozfoaejy' }, PieceSize: 126 },
    );
    expect(await errorOf('ClientStartDeal', [manual])).toEqual({ code: 1, message: TOO_SMALL });
  });

  it('127 bytes are a piece; what the client says of a file agrees with itself', async () => {
    const { Root, Size } = await devnet.result<{ Root: Link; Size: number }>('ClientCalcCommP', ['least.bin']);
    expect(Size).toBe(127);
    const imported = await importFile('least.bin');
    expect(await devnet.result('ClientDealPieceCID', [imported.Root])).toEqual({ PayloadSize: 127, PieceSize: 128, PieceCID: Root });
    expect(await devnet.result('ClientDealSize', [imported.Root])).toEqual({ PayloadSize: 127, PieceSize: 128 });
    expect(await devnet.result('ClientHasLocal', [imported.Root])).toBe(true);
  });
});

describe('the files of the service', () => {
  it('are those of its folder, whatever the path says', async () => {
    symlinkSync('/etc/hostname', file('link'));
    for (const name of ['/etc/hostname', '../../etc/hostname', 'link', 'absent.bin', '/proc/self/environ']) {
      expect(await errorOf('ClientCalcCommP', [name])).toEqual({ code: 1, message: `open ${name}: no such file or directory` });
    }
    const { Root } = await importFile('data.bin');
    for (const name of ['/tmp/sextant-written', '../written', 'no-folder/written']) {
      expect(
        (
          await errorOf('ClientExport', [
            { Root, DealID: 0 },
            { Path: name, IsCAR: false },
          ])
        )?.message,
      ).toBe(`open ${name}: no such file or directory`);
    }
    expect(
      (
        await errorOf('ClientExport', [
          { Root, DealID: 0 },
          { Path: 'data.bin', IsCAR: false },
        ])
      )?.message,
    ).toBe('open data.bin: file exists');
  });
});

describe('a deal', () => {
  it('is refused in the words of the market where price or provider do not fit', async () => {
    const { Root } = await importFile('data.bin');
    const size = 1_073_741_824;
    const big = {
      TransferType: 'manual',
      PieceCid: { '/': 'baga6ea4seaqkzyiogpm6tloitjtagsxhowpf7zn6foxfdive3d4q45kozfoaejy' },
      PieceSize: (size / 128) * 127,
    };
    const cid = await devnet.result<Link>('ClientStartDeal', [params(Root, { EpochPrice: '1' }, big)]);
    expect(await devnet.result('ClientGetDealInfo', [cid])).toMatchObject({
      State: 2,
      Message: 'deal rejected: storage price per epoch less than asking price: 1 < 500000000',
    });
    expect((await errorOf('ClientStartDeal', [params(Root, { Miner: 't0999999' })]))?.message).toBe(
      'exhausted 15 attempts but failed to open stream, err: routing: not found',
    );
    expect((await errorOf('ClientStartDeal', [params(Root, { Wallet: 't1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za' })]))?.message).toBe(
      "provided address doesn't exist in wallet",
    );
  });

  it('is followed to active; before that its retrieval gives a file of 0 bytes, after it the data', async () => {
    const { Root } = await importFile('data.bin');
    const cid = await devnet.result<Link>('ClientStartDeal', [params(Root)]);
    expect(cid['/']).toMatch(/^bafyrei/);
    const info = (): Promise<DealInfo> => devnet.result<DealInfo>('ClientGetDealInfo', [cid]);
    const seen: number[] = [(await info()).State];
    const order = { Root, Piece: null, Size: 0, Total: '0', Miner: 't01000' };
    let emptyDeal: number | undefined;
    for (let epoch = 0; epoch < 120 && seen.at(-1) !== ACTIVE; epoch += 1) {
      await control(devnet.node, 'advance', { epochs: 1 });
      const { State, DealID } = await info();
      if (State !== seen.at(-1)) seen.push(State);
      if (DealID > 0 && State !== ACTIVE && emptyDeal === undefined) {
        emptyDeal = (await devnet.result<{ DealID: number }>('ClientRetrieve', [order])).DealID;
        await devnet.result('ClientRetrieveWait', [emptyDeal]);
        await devnet.result('ClientRetrieve', [order, { Path: 'early-v0.bin', IsCAR: false }], `${mainnet()}/rpc/v0`);
        await devnet.result('ClientExport', [
          { Root, DealID: emptyDeal },
          { Path: 'early.bin', IsCAR: false },
        ]);
      }
    }
    // Proposed, published and waiting for its sector, sealing, active.
    expect(seen).toEqual([13, 29, 5, ACTIVE]);
    expect(statSync(file('early.bin')).size).toBe(0);
    expect(statSync(file('early-v0.bin')).size).toBe(0);
    const { DealID } = await devnet.result<{ DealID: number }>('ClientRetrieve', [order]);
    await devnet.result('ClientExport', [
      { Root, DealID },
      { Path: 'late.bin', IsCAR: false },
    ]);
    expect(readFileSync(file('late.bin')).equals(readFileSync(file('data.bin')))).toBe(true);
    const { DealID: onChain, PieceCID } = await info();
    expect(await devnet.result('StateMarketStorageDeal', [onChain, null])).toMatchObject({ Proposal: { PieceCID, Label: Root['/'] } });
    const retrievals = await devnet.result<unknown[]>('ClientListRetrievals');
    expect(retrievals).toHaveLength(3);
    // What the inspector says of these answers.
    expect(explainAnswer({ method: 'Filecoin.ClientListRetrievals', result: retrievals })?.title).toBe(
      '2 of 3 retrievals returned an empty (0 KB) file',
    );
    expect(explainAnswer({ method: 'Filecoin.ClientGetDealInfo', result: await info() })?.title).toBe('State 7: StorageDealActive');
    expect(await devnet.result('ClientGetDealStatus', [ACTIVE])).toBe('StorageDealActive');
  });

  it('is offered by its provider', async () => {
    const { Root } = await importFile('data.bin');
    const offers = await devnet.result<{ Miner: string }[]>('ClientFindData', [Root, null]);
    expect(offers.map(({ Miner }) => Miner)).toContain('t01000');
    expect(await devnet.result('ClientMinerQueryOffer', ['t01000', Root, null])).toMatchObject({ Miner: 't01000', Err: '' });
    const { PeerId } = await devnet.result<{ PeerId: string }>('StateMinerInfo', ['t01000', null]);
    expect(await devnet.result('ClientQueryAsk', [PeerId, 't01000'])).toMatchObject({ Response: { Price: '500000000', Miner: 't01000' } });
  });

  it('answers in the shapes of the last release that had these methods', async () => {
    const { Root } = await importFile('data.bin');
    const { PeerId } = await devnet.result<{ PeerId: string }>('StateMinerInfo', ['t01000', null]);
    const cid = await devnet.result<Link>('ClientStartDeal', [params(Root, { DealStartEpoch: 100_000 })]);
    const calls: readonly (readonly [string, unknown[]])[] = [
      ['ClientImport', [{ Path: 'data.bin', IsCAR: false }]],
      ['ClientListImports', []],
      ['ClientCalcCommP', ['data.bin']],
      ['ClientDealSize', [Root]],
      ['ClientDealPieceCID', [Root]],
      ['ClientGetDealInfo', [cid]],
      ['ClientListDeals', []],
      ['ClientFindData', [Root, null]],
      ['ClientMinerQueryOffer', ['t01000', Root, null]],
      ['ClientQueryAsk', [PeerId, 't01000']],
      ['ClientListRetrievals', []],
      ['ClientHasLocal', [Root]],
      ['ClientGetDealStatus', [ACTIVE]],
      ['ClientStartDeal', [params(Root, { DealStartEpoch: 100_001 })]],
      ['ClientRetrieve', [{ Root, Piece: null, Size: 0, Total: '0', Miner: 't01000' }]],
    ];
    const { methods } = readSharedJson<{ methods: Described[] }>('openrpc/lotus-v1.23.3-v1-full.json.gz');
    const exampleOf = (method: string) => methods.find(({ name }) => name === `Filecoin.${method}`)?.result.schema.examples?.[0];
    for (const [method, given] of calls) {
      expect(exampleOf(method)).toBeDefined();
      expect(resultDifferences(await devnet.result(method, given), exampleOf(method), method)).toEqual([]);
    }
  });

  it('of another client is not known', async () => {
    const head = await devnet.result<TipsetJson>('ChainHead');
    expect((await errorOf('ClientGetDealInfo', [head.Cids[0]]))?.message).toBe('datastore: key not found');
  });
});
