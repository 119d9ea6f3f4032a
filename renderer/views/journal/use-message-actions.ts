import { useLocation } from 'wouter';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';

type Wanted =
  | { readonly kind: 'speed-up' | 'cancel'; readonly journalId: string }
  | { readonly kind: 'fill-gap'; readonly from: string; readonly nonce: string };

const createDraft = (client: AppClient, wanted: Wanted) =>
  wanted.kind === 'fill-gap'
    ? client.messages.getGapDraft({ from: wanted.from, nonce: wanted.nonce })
    : client.messages.getReplacementDraft({ journalId: wanted.journalId, as: wanted.kind });

const push = (client: AppClient, journalId: string) => client.messages.pushHeld({ journalId });

export interface MessageActions {
  readonly isPushing: boolean;
  readonly isDrafting: boolean;
  readonly pushError: ErrorEnvelope | undefined;
  readonly draftError: ErrorEnvelope | undefined;
  /** Open the composer with a draft that replaces this message. */
  replace(as: 'speed-up' | 'cancel'): void;
  /** Open the composer with a draft that uses this nonce. */
  fillGap(nonce: string): void;
  push(): void;
}

/** Actions for a pending message. */
export function useMessageActions(entry: Pick<JournalEntry, 'id' | 'from'>): MessageActions {
  const [, navigate] = useLocation();
  const drafting = useCommand(createDraft);
  const pushing = useCommand(push);

  async function compose(wanted: Wanted): Promise<void> {
    const draft = await drafting.run(wanted);
    if (draft === undefined) return;
    handOverDraft(draft);
    navigate('/compose');
  }

  return {
    isPushing: pushing.isRunning,
    isDrafting: drafting.isRunning,
    pushError: pushing.error,
    draftError: drafting.error,
    replace: (as) => void compose({ kind: as, journalId: entry.id }),
    fillGap: (nonce) => void compose({ kind: 'fill-gap', from: entry.from, nonce }),
    push: () => void pushing.run(entry.id),
  };
}
