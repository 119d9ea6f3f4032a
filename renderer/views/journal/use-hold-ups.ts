import { useMemo } from 'react';
import { findHoldUps, type HoldUp } from '../../../shared/attention/hold-ups.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** Return what delays messages of the journal, by entry id; updated with every head. */
export function useHoldUps(): ReadonlyMap<string, HoldUp> {
  const entries = useTopic('messages.journalChanged');
  const state = useTopic('chain.headChanged');
  return useMemo(() => {
    const head = state?.head === undefined ? undefined : { baseFee: BigInt(state.head.baseFee), genesisCid: state.genesisCid };
    return findHoldUps(entries ?? [], head, Date.now());
  }, [entries, state]);
}
