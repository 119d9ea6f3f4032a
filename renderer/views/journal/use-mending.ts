import { useLocation } from 'wouter';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';

type Wanted =
  | { readonly kind: 'speed-up' | 'cancel'; readonly journalId: string }
  | { readonly kind: 'fill-gap'; readonly from: string; readonly nonce: string };

const makeDraft = (client: AppClient, wanted: Wanted) =>
  wanted.kind === 'fill-gap'
    ? client.messages.getGapDraft({ from: wanted.from, nonce: wanted.nonce })
    : client.messages.getReplacementDraft({ journalId: wanted.journalId, as: wanted.kind });

const push = (client: AppClient, journalId: string) => client.messages.pushHeld({ journalId });

export interface Mending {
  readonly isPushing: boolean;
  readonly isMaking: boolean;
  readonly pushError: ErrorEnvelope | undefined;
  readonly draftError: ErrorEnvelope | undefined;
  /** Opens the composer with a message that takes the place of this one. */
  replace(as: 'speed-up' | 'cancel'): void;
  /** Opens the composer with a message that uses this nonce up. */
  fillGap(nonce: string): void;
  push(): void;
}

/** What can be done for a message that does not move on. */
export function useMending(entry: Pick<JournalEntry, 'id' | 'from'>): Mending {
  const [, navigate] = useLocation();
  const making = useCommand(makeDraft);
  const pushing = useCommand(push);

  async function compose(wanted: Wanted): Promise<void> {
    const draft = await making.run(wanted);
    if (draft === undefined) return;
    handOverDraft(draft);
    navigate('/compose');
  }

  return {
    isPushing: pushing.isRunning,
    isMaking: making.isRunning,
    pushError: pushing.error,
    draftError: making.error,
    replace: (as) => void compose({ kind: as, journalId: entry.id }),
    fillGap: (nonce) => void compose({ kind: 'fill-gap', from: entry.from, nonce }),
    push: () => void pushing.run(entry.id),
  };
}
