/** One message draft on its way to the composer from another screen; the composer takes it as it opens. */
import { createStore } from 'zustand/vanilla';
import type { MessageDraft } from '../../shared/ipc/schemas/drafts.ts';

/** The composer subscribes, so that a draft handed over while it is open is taken too. */
export const draftHandoverStore = createStore<{ readonly draft: MessageDraft | undefined }>(() => ({ draft: undefined }));

/** Leaves a draft for the composer; the caller then goes to `/compose`. A draft that was left before is replaced. */
export function handOverDraft(draft: MessageDraft): void {
  draftHandoverStore.setState({ draft });
}

/** The draft that was left, once. */
export function takeDraft(): MessageDraft | undefined {
  const { draft } = draftHandoverStore.getState();
  if (draft !== undefined) draftHandoverStore.setState({ draft: undefined });
  return draft;
}
