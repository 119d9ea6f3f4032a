import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';

/** A table of sectors has a limit. */
export function SectorsLeftOut({ count }: { readonly count: number }) {
  return (
    <Note tone="warning" isInset title={`${formatInteger(count)} sectors not listed`}>
      The list is limited to a million sectors. Counts and totals of deadlines and partitions include all of them.
    </Note>
  );
}
