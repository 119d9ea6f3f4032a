import { Link, useLocation } from 'wouter';
import type { UpgradeSubject } from '../../../shared/ipc/schemas/upgrades.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';

const MAX_NAME = 100;

/** Link to an affected item. */
export function SubjectLink({ subject }: { readonly subject: UpgradeSubject }) {
  switch (subject.kind) {
    case 'draft':
      return <DraftButton id={subject.id} name={sanitiseToText(subject.name, MAX_NAME)} />;
    case 'message':
      return (
        <Link className="link" href={`/journal/${encodeURIComponent(subject.journalId)}`}>
          Journal, {sanitiseToText(subject.name, MAX_NAME)}
        </Link>
      );
    case 'transaction':
      return (
        <Link className="link" href={`/actors/${encodeURIComponent(subject.address)}`}>
          Pending transaction {sanitiseToText(subject.name, MAX_NAME)}
        </Link>
      );
    case 'miner':
      return (
        <Link className="link" href={`/miners/${encodeURIComponent(subject.address)}`}>
          Miner {sanitiseToText(subject.address, MAX_NAME)}
        </Link>
      );
    case 'actor':
      return <AddressText address={subject.address} isLink />;
    case 'allocation':
      return (
        <Link className="link" href={`/deals/${encodeURIComponent(subject.key)}`}>
          Allocation {sanitiseToText(subject.name, MAX_NAME)}
        </Link>
      );
    default:
      return subject satisfies never;
  }
}

function DraftButton({ id, name }: { readonly id: string; readonly name: string }) {
  const [, navigate] = useLocation();
  const saved = useTopic('messages.draftsChanged', (drafts) => drafts?.find((draft) => draft.id === id));
  return (
    <Button
      size="small"
      kind="quiet"
      disabledReason={saved === undefined ? 'This draft was removed.' : undefined}
      onClick={() => {
        if (saved === undefined) return;
        handOverDraft(saved.draft);
        navigate('/compose');
      }}
    >
      {`Open draft ${name}`}
    </Button>
  );
}
