import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/Note.tsx';

/** A table of sectors has a limit. */
export function SectorsLeftOut({ count }: { readonly count: number }) {
  return (
    <Note tone="warning" isInset title={`${formatInteger(count)} sectors are left out`}>
      At most a million sectors are listed. The counts and sums of deadlines and partitions have them all.
    </Note>
  );
}
