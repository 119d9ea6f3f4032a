import { useMemo } from 'react';
import { type DataCapFreeze, dataCapFreezeAt } from '../../shared/domain/deals/datacap-freeze.ts';
import { useTopic } from './use-topic.ts';

/** Whether DataCap is frozen at a height, or at the head where none is given; undefined where it is not, or that is not known. */
export function useDataCapFreeze(height?: number): DataCapFreeze | undefined {
  const head = useTopic('chain.headChanged', (state) => state?.head?.height);
  const knowledge = useTopic('chain.versionChanged', (state) => state?.knowledge);
  const at = height ?? head;
  return useMemo(() => (knowledge === undefined || at === undefined ? undefined : dataCapFreezeAt(knowledge, at)), [knowledge, at]);
}
