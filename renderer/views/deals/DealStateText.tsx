import type { DealState } from '../../../shared/ipc/schemas/deals.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { useDataCapFreeze } from '../../hooks/use-datacap-freeze.ts';
import { usePin } from '../../hooks/use-pin.ts';
import { dealState } from './deal-words.ts';

/** State of a deal at the pinned epoch, or at the head. */
export function DealStateText({ state }: { readonly state: DealState }) {
  const { label, tone } = dealState(state, useDataCapFreeze(usePin().at));
  return <StatusText tone={tone}>{label}</StatusText>;
}
