import type { DevnetOptions, RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../electron/rpc/answer-cache.ts';
import { ChainService } from '../../electron/services/chain/chain-service.ts';
import { DealsService, type DealsServiceOptions } from '../../electron/services/deals/deals-service.ts';
import { buildConnection, TestConnections } from './active-connection.ts';
import { eventually } from './eventually.ts';
import { quietLogger } from './quiet-logger.ts';
import type { RecordingTap } from './recording-tap.ts';

export interface DealsServices {
  readonly node: RunningDevnet;
  readonly tap: RecordingTap;
  readonly deals: DealsService;
  /** Call the node directly. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  control(command: string, body?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Replace the connection, as if it was edited. */
  reopen(): void;
  stop(): Promise<void>;
}

/** The deals service over its own embedded node, which only advances with `control('advance')`. */
export async function startDealsServices(
  options: Pick<DevnetOptions, 'isGateway' | 'upgradeEpoch'> &
    Pick<DealsServiceOptions, 'datasets' | 'exports' | 'cidCheckerOf'> & { readonly ownMiners?: readonly string[] } = {},
): Promise<DealsServices> {
  const { ownMiners = [], datasets, exports, cidCheckerOf, ...devnet } = options;
  const node = await startDevnet({ seed: 'deals', isPaused: true, historyEpochs: 300, ...devnet });
  const control = async (command: string, body: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(`${node.controlUrl}/${command}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const info = await control('info');
  const { connection, tap, close } = buildConnection(
    { httpUrl: node.httpUrl, wsUrl: node.wsUrl, token: node.tokens.read },
    {
      letter: 't',
      networkName: String(info.networkName),
      genesisTimeMs: Number(info.genesisTime) * 1000,
      blockDelaySeconds: Number(info.blockDelaySeconds),
      chainPaceMs: 1000,
    },
  );
  const connections = new TestConnections(connection);
  const chain = new ChainService({ connections, clock: systemClock, logger: quietLogger });
  chain.start();
  await eventually(() => chain.slice.get().head !== undefined, 'a head of the embedded node');
  const deals = new DealsService({
    connections,
    chain,
    clock: systemClock,
    logger: quietLogger,
    blocks: new AnswerCache({ maxEntries: 100_000, maxBytes: 32 * 1024 * 1024 }),
    ownMiners: async () => ownMiners,
    ...(datasets === undefined ? {} : { datasets }),
    ...(exports === undefined ? {} : { exports }),
    ...(cidCheckerOf === undefined ? {} : { cidCheckerOf }),
  });
  return {
    node,
    tap,
    deals,
    ask: async (method, ...params) => (await connection.client.call(method, params, { cause: 'test' })).value,
    control,
    reopen: () => connections.setActive({ ...connection }),
    stop: async () => {
      await deals.stop();
      await chain.stop();
      close();
      await node.stop();
    },
  };
}
