import { systemClock } from '../../electron/platform/system-clock.ts';
import type { ChainTipset } from '../../electron/services/pinned/chain-tipset.ts';
import { StateService } from '../../electron/services/state/state-service.ts';
import type { StateReadProgress } from '../../shared/ipc/schemas/state-read.ts';
import { type StateNode, type StateNodeOptions, startStateNode } from '../fakes/state-node/state-node.ts';
import { buildConnection, TestConnections } from './active-connection.ts';
import { eventually } from './eventually.ts';
import { quietLogger } from './quiet-logger.ts';
import type { RecordingTap } from './recording-tap.ts';

export interface StateReads {
  readonly node: StateNode;
  readonly service: StateService;
  readonly connections: TestConnections;
  readonly tap: RecordingTap;
  /** Final progress of a read. */
  ended(readId: string): Promise<StateReadProgress>;
  stop(): Promise<void>;
}

/** The state service over a node with a genesis state, via HTTP only or with WebSocket. */
export async function startStateReads(options: StateNodeOptions & { readonly hasSocket?: boolean }): Promise<StateReads> {
  const node = await startStateNode(options);
  const { httpUrl, wsUrl } = node.node;
  const { connection, tap, close } = buildConnection({ httpUrl, ...(options.hasSocket === true ? { wsUrl } : {}) });
  const connections = new TestConnections(connection);
  const service = new StateService({
    connections,
    chain: { tipsets: [tipsetOf(node)], whenHead: async () => undefined },
    clock: systemClock,
    logger: quietLogger,
  });
  return {
    node,
    service,
    connections,
    tap,
    ended: (readId) =>
      eventually(() => {
        const progress = service.topic.get(readId);
        return progress !== undefined && progress.state !== 'running' && progress;
      }, `the end of read ${readId}`),
    stop: async () => {
      await service.stop();
      close();
      await node.stop();
    },
  };
}

/** The node's only tipset, as in the chain service. */
export function tipsetOf({ header, key }: StateNode): ChainTipset {
  return {
    key,
    height: header.height,
    timeMs: header.timestamp * 1000,
    parents: header.parents,
    parentWeight: header.parentWeight,
    baseFee: header.parentBaseFee.toString(),
    blocks: [],
  };
}
