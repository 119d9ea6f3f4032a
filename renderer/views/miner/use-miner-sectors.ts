import { useCallback, useEffect, useRef } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import { type MinerAt, type SectorsProgress, sectorsKey } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { AppClient } from '../../client/client-context.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

export interface MinerSectors {
  /** Undefined until reading has begun. */
  readonly progress: SectorsProgress | undefined;
  readonly isBusy: boolean;
  /** Why reading could not begin. */
  readonly error: ErrorEnvelope | undefined;
  /** Reads, or goes on; `isAll` also where they are many. */
  start(isAll: boolean): void;
  stop(): void;
}

const read = (client: AppClient, question: MinerAt & { readonly isAll: boolean }) => client.miners.readSectors(question);
const stopReading = (client: AppClient, question: MinerAt) => client.miners.stopSectors(question);

/** The sectors of the miner that is shown: they are read as soon as its deadlines are there, unless they are very many. */
export function useMinerSectors(miner: Miner | undefined, at: number | undefined): MinerSectors {
  const address = miner?.address ?? '';
  const question: MinerAt = at === undefined ? { address } : { address, at };
  const key = sectorsKey(question);
  const connection = useTopic('connections.changed', keyOfConnection);
  const isKnown = useTopic('miners.sectorsProgressed', (tables) => tables !== undefined);
  const progress = useTopic('miners.sectorsProgressed', (tables) => tables?.find((table) => table.key === key));
  const { run, isRunning, error } = useCommand(read);
  const { run: runStop } = useCommand(stopReading);
  const latest = useRef(question);
  latest.current = question;
  const start = useCallback((isAll: boolean) => void run({ ...latest.current, isAll }), [run]);
  const stop = useCallback(() => void runStop(latest.current), [runStop]);

  const asked = useRef('');
  const isReadable = isKnown && partOf(miner?.deadlines) !== undefined;
  useEffect(() => {
    // What is forgotten with its connection is read again with the next.
    if (progress !== undefined) asked.current = '';
    const asking = `${connection} ${key}`;
    if (!isReadable || progress !== undefined || asked.current === asking) return;
    asked.current = asking;
    start(false);
  }, [isReadable, progress, connection, key, start]);

  return { progress, isBusy: isRunning, error, start, stop };
}
