import type { JournalFileState } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { useQuery } from '../../hooks/use-query.ts';

const MAX_PATH_CHARACTERS = 500;

/** Damage of the journal file found at start; nothing if it was intact. */
export function JournalFileNote() {
  const { data } = useQuery('journal file', (client) => client.messages.getJournalFile({}));
  if (data === undefined) return undefined;
  const path = sanitiseToText(data.path, MAX_PATH_CHARACTERS);
  return (
    <>
      {data.restored === undefined ? undefined : (
        <Note tone="warning" title="The journal was restored from its mirror">
          {path} was deleted, truncated or overwritten. {keptWords(data.restored)}
        </Note>
      )}
      {data.damagedLines === 0 ? undefined : (
        <Note tone="danger" title={`Could not read ${formatCount(data.damagedLines, 'line')} of the journal`}>
          Messages may be missing here. Before you repeat a payment, check the chain for it. The lines are kept in {path}.
        </Note>
      )}
    </>
  );
}

function keptWords({ keptAs }: NonNullable<JournalFileState['restored']>): string {
  return keptAs === undefined ? 'No message is missing.' : `Its content was saved as ${sanitiseToText(keptAs, MAX_PATH_CHARACTERS)}.`;
}
