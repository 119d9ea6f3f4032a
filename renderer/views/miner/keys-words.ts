import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';

/** What is to be known of a miner's keys before they are looked at; undefined where that is nothing. */
export function keysWords(info: Miner['info'] | undefined): string | undefined {
  return partOf(info)?.hasPendingWorkerChange === true ? 'worker change pending' : undefined;
}
