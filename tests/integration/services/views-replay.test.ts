/**
 * Tipset and message views against recorded mainnet and calibration data.
 * Expectations come from the recorded files (GasCost above all), not from Sextant's formatters or fee code.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import type { SearchSources } from '../../../electron/services/chain/search.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import type { RecordedNetwork } from '../../fakes/replay-node/recorded-chain.ts';
import type { RecordedExecution, RecordedTipset } from '../../fakes/replay-node/recorded-types.ts';
import { type ReplayNode, startReplayNode } from '../../fakes/replay-node/replay-node.ts';

const NETWORKS = [
  { network: 'mainnet', letter: 'f', networkName: 'mainnet', genesisSeconds: 1598306400 },
  { network: 'calibnet', letter: 't', networkName: 'calibrationnet', genesisSeconds: 1667326380 },
] as const satisfies { network: RecordedNetwork; letter: 'f' | 't'; networkName: string; genesisSeconds: number }[];

/** Nothing is known on this machine. */
const NO_SOURCES: SearchSources = { book: { list: () => [], find: () => undefined }, ownMiners: async () => [] };

/** Recorded addresses are written with f; a test network shows them with t. */
function shown(address: string, letter: string): string {
  return `${letter}${address.slice(1)}`;
}

describe.each(NETWORKS)('recorded $network', ({ network, letter, networkName, genesisSeconds }) => {
  let node: ReplayNode;
  let service: ChainService;
  let closeClient: () => void;

  beforeAll(async () => {
    node = await startReplayNode({ network });
    const { connection, close } = buildConnection(node, { letter, networkName, genesisTimeMs: genesisSeconds * 1000 });
    closeClient = close;
    service = new ChainService({ connections: new TestConnections(connection), clock: systemClock, logger: quietLogger });
    service.start();
    await eventually(() => service.slice.get().head !== undefined, 'a head');
  });

  afterAll(async () => {
    await service.stop();
    closeClient();
    await node.stop();
  });

  function eachTipset(): RecordedTipset[] {
    return node.chain.heights.flatMap((height) => node.chain.byHeight(height) ?? []);
  }

  it('shows every recorded tipset by height and by key, with every block CID recomputed', async () => {
    for (const recorded of eachTipset()) {
      const key = recorded.Cids.map((link) => link['/']);
      const tipset = await service.getTipset({ height: recorded.Height });
      expect(tipset.ref).toEqual({ height: recorded.Height, key, timeMs: (genesisSeconds + 30 * recorded.Height) * 1000 });
      expect(tipset.blocks.map(({ cid }) => cid)).toEqual(key);
      expect(tipset.blocks.map(({ isCidVerified }) => isCidVerified)).toEqual(key.map(() => true));
      expect(tipset.blocks.map(({ miner }) => miner)).toEqual(recorded.Blocks.map(({ Miner }) => shown(Miner, letter)));
      expect(tipset.blocks.map(({ winCount }) => winCount)).toEqual(
        recorded.Blocks.map(({ ElectionProof }) => ElectionProof?.WinCount ?? 0),
      );
      expect(tipset.baseFee).toBe(recorded.Blocks[0]?.ParentBaseFee);
      expect(tipset.parentWeight).toBe(recorded.Blocks[0]?.ParentWeight);
      expect(await service.getTipset({ key })).toMatchObject({ ref: tipset.ref });
    }
  });

  it('says which height is above the head and which history is missing', async () => {
    const head = Math.max(...node.chain.heights);
    await expect(service.getTipset({ height: head + 1 })).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.getTipset({ height: head - 1 })).rejects.toThrow();
  });

  it('lists the messages of every tipset with amounts, gas and exit codes as recorded', async () => {
    for (const recorded of eachTipset()) {
      const executions = node.chain.executionsIn(recorded);
      if (executions.length === 0) {
        continue;
      }
      const tipset = await service.getTipset({ height: recorded.Height });
      const rows = 'value' in tipset.messages ? tipset.messages.value : [];
      expect(rows.map(({ cid }) => cid)).toEqual(executions.map(({ MsgCid }) => MsgCid['/']));
      expect(
        rows.map(({ value, gasLimit, gasFeeCap, gasPremium, nonce, method }) => [value, gasLimit, gasFeeCap, gasPremium, nonce, method]),
      ).toEqual(
        executions.map(({ Msg }) => [
          Msg.Value,
          String(Msg.GasLimit),
          Msg.GasFeeCap,
          Msg.GasPremium,
          String(Msg.Nonce),
          String(Msg.Method),
        ]),
      );
      expect(rows.map(({ from, to }) => [from, to])).toEqual(executions.map(({ Msg }) => [shown(Msg.From, letter), shown(Msg.To, letter)]));
      // Messages of the head have not been executed: their receipts come with its child.
      expect(rows.map(({ receipt }) => receipt)).toEqual(
        executions.map(({ MsgRct }) =>
          recorded.Height === node.head.Height ? undefined : { exitCode: MsgRct.ExitCode, gasUsed: String(MsgRct.GasUsed) },
        ),
      );
    }
  });

  it('counts messages by block where the recording tells', async () => {
    let counted = 0;
    for (const recorded of eachTipset()) {
      const carriers = node.chain.blockMessagesOf(recorded);
      const tipset = carriers === undefined ? undefined : await service.getTipset({ height: recorded.Height });
      for (const block of tipset?.blocks ?? []) {
        if (block.messageCount !== undefined) {
          counted++;
          expect(block.messageCount).toBe(Object.values(carriers ?? {}).filter((blocks) => blocks.includes(block.cid)).length);
        }
      }
    }
    // Blocks with secp256k1 messages cannot be replayed: their signatures were not recorded. On mainnet every block has some.
    expect(counted > 0).toBe(network === 'calibnet');
  });

  it('shows every message with its CID recomputed, its place, its receipt and its fees as recorded', async () => {
    const all = eachTipset().flatMap((tipset) => node.chain.executionsIn(tipset).map((execution) => ({ execution, tipset })));
    expect(all.length).toBeGreaterThan(10);
    for (const { execution, tipset } of all) {
      await expectMessage(execution, tipset);
    }
  });

  async function expectMessage({ MsgCid, Msg, MsgRct, GasCost }: RecordedExecution, recorded: RecordedTipset): Promise<void> {
    const message = await service.getMessage({ cid: MsgCid['/'] });
    expect(message).toMatchObject({
      cid: MsgCid['/'],
      unsignedCid: Msg.CID['/'],
      isCidVerified: true,
      from: shown(Msg.From, letter),
      to: shown(Msg.To, letter),
      nonce: String(Msg.Nonce),
      value: Msg.Value,
      method: String(Msg.Method),
      gasLimit: String(Msg.GasLimit),
      gasFeeCap: Msg.GasFeeCap,
      gasPremium: Msg.GasPremium,
      paramsHex: Buffer.from(Msg.Params ?? '', 'base64').toString('hex'),
    });
    expect(message.inclusion?.tipset.height).toBe(recorded.Height);
    expect(message.inclusion?.tipset.key).toEqual(recorded.Cids.map((link) => link['/']));
    expect(message).not.toHaveProperty('replacedBy');
    if (recorded.Height === node.head.Height) {
      expect(message.stage).toBe('included');
      expect(message).not.toHaveProperty('execution');
      return;
    }
    const finalHeight = node.head.Height - 900;
    expect(message.stage).toBe(recorded.Height + 1 <= finalHeight ? 'final' : 'executed');
    expect(message.execution?.tipset.height).toBe(recorded.Height + 1);
    expect(message.execution).toMatchObject({ exitCode: MsgRct.ExitCode, gasUsed: String(MsgRct.GasUsed) });
    expect(message.execution?.returnHex).toBe(Buffer.from(MsgRct.Return ?? '', 'base64').toString('hex'));
    expect(message.execution?.baseFee).toBe(recorded.Blocks[0]?.ParentBaseFee);
    expect(message.execution?.fees).toEqual({
      baseFeeBurn: GasCost.BaseFeeBurn,
      overEstimationBurn: GasCost.OverEstimationBurn,
      minerPenalty: GasCost.MinerPenalty,
      minerTip: GasCost.MinerTip,
      refund: GasCost.Refund,
      total: GasCost.TotalCost,
    });
  }

  it('says that a message is not there', async () => {
    const missing = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
    await expect(service.getMessage({ cid: missing })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('finds by epoch, tipset key and message CID', async () => {
    const [recorded] = eachTipset().filter((tipset) => node.chain.executionsIn(tipset).length > 0);
    const execution = recorded === undefined ? undefined : node.chain.executionsIn(recorded)[0];
    if (recorded === undefined || execution === undefined) {
      throw new Error('nothing recorded');
    }
    const search = (text: string) => service.search({ text }, NO_SOURCES);
    const grouped = recorded.Height.toLocaleString('en-US');
    expect((await search(grouped)).hits).toContainEqual({ kind: 'tipset', height: recorded.Height });
    const key = recorded.Cids.map((link) => link['/']);
    const tipset = { kind: 'tipset-key', key, height: recorded.Height };
    expect((await search(key[0] ?? '')).hits).toContainEqual(
      key.length > 1 ? { ...tipset, block: key[0] } : expect.objectContaining(tipset),
    );
    expect((await search(execution.MsgCid['/'])).hits).toEqual([{ kind: 'message', cid: execution.MsgCid['/'] }]);
  });

  it('does not say that there is no deal where the endpoint does not tell', async () => {
    const { hits, problem } = await service.search({ text: 'deal 5' }, NO_SOURCES);
    expect(hits).toEqual([]);
    expect(problem).toContain('Deal 5 could not be read from this endpoint');
    expect(problem).toContain('StateMarketStorageDeal');
  });

  it('fails panels one by one where the node does not serve the method, and names it', async () => {
    const overview = await service.getOverview();
    expect(overview.pinned.height).toBe(service.slice.get().head?.height);
    expect(overview.baseFees.at(-1)?.baseFee).toBe(service.slice.get().head?.baseFee);
    expect(overview.reward).toMatchObject({ error: { code: 'method-not-served', details: { method: 'StateReadState' } } });
    expect(overview.mempool).toMatchObject({ error: { code: 'method-not-served', details: { method: 'MpoolPending' } } });
  });

  it('takes finality from depth where the endpoint does not tell', () => {
    expect(service.slice.get().finalized).toEqual({ height: Math.max(...node.chain.heights) - 900, by: 'EC depth' });
  });
});
