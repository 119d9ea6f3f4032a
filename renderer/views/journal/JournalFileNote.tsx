import type { JournalFileState } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Note } from '../../components/Note.tsx';
import { useQuery } from '../../hooks/use-query.ts';

const PATH_CHARACTERS_AT_MOST = 500;

/** What was wrong with the journal's file at the start of Sextant; nothing where it was as it was left. */
export function JournalFileNote() {
  const { data } = useQuery('journal file', (client) => client.messages.getJournalFile({}));
  if (data === undefined) return undefined;
  const path = sanitiseToText(data.path, PATH_CHARACTERS_AT_MOST);
  return (
    <>
      {data.restored === undefined ? undefined : (
        <Note tone="warning" title="The journal was restored from its mirror">
          {path} was deleted, cut or overwritten. {keptWords(data.restored)}
        </Note>
      )}
      {data.damagedLines === 0 ? undefined : (
        <Note tone="danger" title={`${formatCount(data.damagedLines, 'line')} of the journal cannot be read`}>
          Messages may be missing here. Before you send a payment again, look for it on the chain. The lines stay in {path}.
        </Note>
      )}
    </>
  );
}

function keptWords({ keptAs }: NonNullable<JournalFileState['restored']>): string {
  return keptAs === undefined ? 'No message is missing.' : `Its content is kept as ${sanitiseToText(keptAs, PATH_CHARACTERS_AT_MOST)}.`;
}
