import { useEffect } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { keyOfConnection, useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { useTopicWhile } from '../../hooks/use-topic-while.ts';

/** Minimum interval between reads of the state by blocks. */
const MIN_CHAIN_INTERVAL_MS = 10_000;

const stopReading = (client: AppClient, question: { readonly miner: string }) => client.sealing.stopChainBoard(question);

export interface ShownBoard {
  readonly miners: readonly string[];
  /** The miner of the board; undefined if there is none. */
  readonly miner: string | undefined;
  /** Undefined until the first answer. */
  readonly board: SealingBoard | undefined;
  /** Why the chain could not be read. */
  readonly error: ErrorEnvelope | undefined;
  readonly isStale: boolean;
  refresh(): void;
}

/**
 * The board of the storage-miner API for its own miner, and a board from the chain for any other. Default: the miner with an API, or the
 * first own miner. A hidden board is not updated.
 */
export function useSealingBoard(chosen: string | undefined, isShown: boolean): ShownBoard {
  const heads = useTopic('chain.headChanged', (head) => head?.head?.key.join(' '));
  const connection = useTopic('connections.changed', keyOfConnection);
  const own = useQuery('sealing miners', (client) => client.sealing.listMiners({}));
  const miners = own.data?.miners ?? [];
  const isOfAnother = own.data !== undefined && chosen !== undefined && chosen !== own.data.served;
  const live = useTopicWhile('sealing.boardChanged', isShown && !isOfAnother);
  const served = live?.miner ?? own.data?.served;
  const hasApi = live !== undefined && live.status !== 'no-miner-api';
  const miner = chosen ?? (hasApi ? served : miners[0]);
  const isFromChain =
    isShown && (isOfAnother || (live !== undefined && miner !== undefined && (!hasApi || (served !== undefined && miner !== served))));
  const chain = useFreshAnswer(
    isFromChain ? JSON.stringify([connection, miner]) : undefined,
    (client) => client.sealing.getChainBoard({ miner: miner ?? '' }),
    { revision: heads ?? '', pauseMs: MIN_CHAIN_INTERVAL_MS },
  );
  const { run: stop } = useCommand(stopReading);
  // A large miner takes hundreds of calls, so stop them when the board is left.
  useEffect(() => {
    if (!isFromChain || miner === undefined) return;
    return () => void stop({ miner });
  }, [isFromChain, miner, stop]);
  if (!isFromChain) {
    const board = live?.status === 'no-miner-api' && own.data === undefined && own.error === undefined ? undefined : live;
    return { miners, miner, board, error: undefined, isStale: live?.status === 'failed', refresh: own.refresh };
  }
  const isOfThis = chain.question === JSON.stringify([connection, miner]);
  const board = isOfThis ? chain.data : undefined;
  return { miners, miner, board, error: chain.error, isStale: board !== undefined && chain.error !== undefined, refresh: chain.refresh };
}
