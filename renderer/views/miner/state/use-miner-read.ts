import { useCallback, useState } from 'react';
import type { ErrorEnvelope } from '../../../../shared/ipc/envelope.ts';
import type { MinerStateRead, StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { useCommand } from '../../../hooks/use-command.ts';
import { useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import { useTopic } from '../../../hooks/use-topic.ts';
import { latestRead, shownRead } from './read-progress.ts';

/** Enough for a miner of 100,000 sectors; a larger one is continued knowingly. */
const USUAL_CALL_BUDGET = 5000;
const REFRESH_PAUSE_MS = 400;

export interface MinerReading {
  /** Whether it is known which reads there are. */
  readonly isKnown: boolean;
  /** Whether this miner was read on the network in use. */
  readonly hasBegun: boolean;
  /** Undefined also while the read is not shown: it moves many times a second. */
  readonly progress: StateReadProgress | undefined;
  /** The read whose figures are shown: while one runs, the one before it that is whole. */
  readonly shown: StateReadProgress | undefined;
  /** What that has found so far. */
  readonly read: MinerStateRead | undefined;
  /** Calls that are allowed with the next start or continuation; undefined while what is typed is no number of them, and nothing starts. */
  readonly callBudget: number | undefined;
  setCallBudget(calls: number | undefined): void;
  /** Reads at the present head. */
  start(): void;
  goOn(): void;
  stop(): void;
  readonly isBusy: boolean;
  /** Why the latest command was refused, or what was found cannot be asked for. */
  readonly error: ErrorEnvelope | undefined;
}

const act = (client: AppClient, action: (client: AppClient) => Promise<unknown>) => action(client);

/** The latest read of a miner on the network in use, and what can be done with it. */
export function useMinerRead(typedAddress: string, isShown: boolean): MinerReading {
  // As it is read.
  const address = typedAddress.trim();
  const genesisCid = useTopic('chain.headChanged', (head) => head?.genesisCid);
  const isKnown = useTopic('state.readProgressed', (reads) => reads !== undefined);
  const hasBegun = useTopic('state.readProgressed', (reads) => latestRead(reads, address, genesisCid) !== undefined);
  const progress = useTopic('state.readProgressed', (reads) => (isShown ? latestRead(reads, address, genesisCid) : undefined));
  const shown = useTopic('state.readProgressed', (reads) => (isShown ? shownRead(reads, address, genesisCid) : undefined));
  const [callBudget, setCallBudget] = useState<number | undefined>(USUAL_CALL_BUDGET);
  const { run, isRunning: isBusy, error } = useCommand(act);
  const readId = progress?.readId;
  const shownId = shown?.readId;
  const answer = useFreshAnswer(shownId, (client) => client.state.getMinerRead({ readId: shownId ?? '' }), {
    // What was found changes with these alone.
    revision: `${shown?.state} ${shown?.phase}`,
    pauseMs: REFRESH_PAUSE_MS,
  });

  const actOn = useCallback(
    (action: (client: AppClient, id: string) => Promise<unknown>): void => {
      if (readId !== undefined) void run((client) => action(client, readId));
    },
    [run, readId],
  );
  const goOn = useCallback(() => {
    if (callBudget !== undefined) actOn((client, id) => client.state.continueRead({ readId: id, callBudget }));
  }, [actOn, callBudget]);

  return {
    isKnown,
    hasBegun,
    progress,
    shown,
    read: answer.question === shownId ? answer.data : undefined,
    callBudget,
    setCallBudget,
    start: () => {
      if (callBudget !== undefined) void run((client) => client.state.startMinerRead({ address, callBudget }));
    },
    goOn,
    stop: () => actOn((client, id) => client.state.cancelRead({ readId: id })),
    isBusy,
    error: error ?? answer.error,
  };
}
