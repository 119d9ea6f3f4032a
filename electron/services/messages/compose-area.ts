/** Drafts: reviewed, tried in batches, saved; and the drafts that mend what was sent before. */
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf, TopicsOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Settings } from '../../../shared/ipc/schemas/app.ts';
import type { SavedDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { ListTopic } from '../../platform/topics.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { DraftReviewer, type DraftReviewerOptions } from './draft-reviewer.ts';

type MessageHandlers = HandlersOf<SextantContract>['messages'];
type ComposeCalls =
  | 'reviewDraft'
  | 'reviewBatch'
  | 'saveDraft'
  | 'removeDraft'
  | 'getNonces'
  | 'getFeeHistory'
  | 'getReplacementDraft'
  | 'getGapDraft';

export interface ComposeAreaOptions extends DraftReviewerOptions {
  readonly paths: ProfilePaths;
  readonly logger: Logger;
  readonly settings: () => Settings;
  readonly known: KnownAddresses;
}

export interface ComposeArea {
  readonly handlers: Pick<MessageHandlers, ComposeCalls>;
  readonly topics: Pick<TopicsOf<SextantContract>['messages'], 'draftsChanged'>;
  readonly reviewer: DraftReviewer;
  start(): Promise<void>;
}

const notYet = async (): Promise<never> => {
  throw new SextantError('internal', 'Not built yet.');
};

export function createComposeArea(options: ComposeAreaOptions): ComposeArea {
  const reviewer = new DraftReviewer(options);
  return {
    reviewer,
    handlers: {
      reviewDraft: (draft) => reviewer.reviewDraft(draft),
      reviewBatch: notYet,
      saveDraft: notYet,
      removeDraft: notYet,
      getNonces: notYet,
      getFeeHistory: notYet,
      getReplacementDraft: notYet,
      getGapDraft: notYet,
    },
    topics: { draftsChanged: new ListTopic<SavedDraft>((draft) => draft.id, 500) },
    start: async () => undefined,
  };
}
