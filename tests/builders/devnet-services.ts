import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../electron/rpc/answer-cache.ts';
import { ChainService } from '../../electron/services/chain/chain-service.ts';
import { DealsService } from '../../electron/services/deals/deals-service.ts';
import { MinerReads } from '../../electron/services/miners/miner-reads.ts';
import { MinersService } from '../../electron/services/miners/miners-service.ts';
import { SealingService } from '../../electron/services/sealing/sealing-service.ts';
import { buildConnection, TestConnections } from './active-connection.ts';
import { eventually } from './eventually.ts';
import { quietLogger } from './quiet-logger.ts';
import type { RecordingTap } from './recording-tap.ts';
import { temporaryProfile } from './temporary-profile.ts';

export interface DevnetServices {
  readonly node: RunningDevnet;
  readonly tap: RecordingTap;
  readonly connections: TestConnections;
  readonly chain: ChainService;
  readonly miners: MinersService;
  readonly minerReads: MinerReads;
  readonly sealing: SealingService;
  readonly deals: DealsService;
  /** Send a command to the node's control URL. */
  control(command: string, body?: Record<string, unknown>): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The read services over their own embedded node, which only advances with `control('advance')`. */
export async function startDevnetServices(historyEpochs = 240, largeMinerSectors = 0): Promise<DevnetServices> {
  const node = await startDevnet({ seed: 'services', isPaused: true, historyEpochs, largeMinerSectors });
  const info = await controlOf(node.controlUrl, 'info', {});
  const { connection, tap, close } = buildConnection(
    { httpUrl: node.httpUrl, wsUrl: node.wsUrl, token: node.tokens.read, minerUrl: node.minerUrl, minerToken: node.tokens.read },
    {
      letter: 't',
      networkName: String(info.networkName),
      genesisTimeMs: Number(info.genesisTime) * 1000,
      blockDelaySeconds: Number(info.blockDelaySeconds),
      chainPaceMs: 1000,
      minerAddress: 't01000',
    },
  );
  const connections = new TestConnections(connection);
  const chain = new ChainService({ connections, clock: systemClock, logger: quietLogger });
  let watched: { byGenesis: Record<string, string[]> } = { byGenesis: {} };
  const miners = new MinersService({
    connections,
    chain,
    watched: {
      load: async () => watched,
      save: async (value) => {
        watched = value;
      },
    },
  });
  const blocks = new AnswerCache<Uint8Array>({ maxEntries: 100_000, maxBytes: 32 * 1024 * 1024 });
  const ownMiners = (active: Parameters<MinersService['ownMiners']>[0]) => miners.ownMiners(active);
  const deals = new DealsService({ connections, chain, clock: systemClock, logger: quietLogger, blocks, ownMiners });
  const profile = await temporaryProfile();
  const sealing = new SealingService({
    connections,
    chain,
    clock: systemClock,
    logger: quietLogger,
    paths: profile.paths,
    blocks,
    ownMiners,
    deals,
  });
  const minerReads = new MinerReads({
    connections,
    chain,
    ownMiners,
    sectorsOfRead: () => {
      throw new Error('no state is read here');
    },
    logger: quietLogger,
  });
  chain.start();
  sealing.start();
  await eventually(() => chain.slice.get().head !== undefined, 'a head of the embedded node');
  return {
    node,
    tap,
    connections,
    chain,
    miners,
    minerReads,
    sealing,
    deals,
    control: (command, body = {}) => controlOf(node.controlUrl, command, body),
    stop: async () => {
      minerReads.stop();
      await sealing.stop();
      await profile.remove();
      await chain.stop();
      close();
      await node.stop();
    },
  };
}

async function controlOf(url: string, command: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) {
    throw new Error(`${command}: ${JSON.stringify(answer)}`);
  }
  return answer;
}
