import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { useTopic } from '../../hooks/use-topic.ts';

/** What is watched of one's own miner; undefined for another, and until it was read. */
export function useOwnMiner(address: string | undefined): OwnMiner | undefined {
  return useTopic('ownMiners.changed', (state) => partOf(state?.known?.miners)?.find((miner) => miner.address === address));
}
