import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { callsOf, partOf } from '../../components/feedback/QueryContent.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { Traced } from '../../components/values/Traced.tsx';

/** How many sectors there are, and what the number includes; nothing while, or where, that is not known. */
export function SectorCounts({ sectors }: { readonly sectors: Miner['sectors'] | undefined }) {
  const counts = partOf(sectors);
  if (counts === undefined) return undefined;
  const { live, active, faulty } = counts;
  return (
    <CallsContext value={callsOf(sectors) ?? []}>
      <Traced of="StateMinerSectorCount Live">{formatInteger(live)} live</Traced>
      {': '}
      <Traced of="StateMinerSectorCount Active">{formatInteger(active)} active</Traced>
      {', '}
      <Traced of="StateMinerSectorCount Faulty">{formatInteger(faulty)} faulty</Traced>
    </CallsContext>
  );
}
