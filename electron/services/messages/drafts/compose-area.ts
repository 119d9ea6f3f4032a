/** Handlers for drafts: review, batches, saved drafts, and drafts that replace a message or fill a nonce. */
import type { SextantContract } from '../../../../shared/ipc/contract.ts';
import type { HandlersOf, TopicsOf } from '../../../../shared/ipc/derive.ts';
import type { SavedDraft } from '../../../../shared/ipc/schemas/drafts.ts';
import type { Logger, ProfilePaths } from '../../../platform/ports.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { readProposals } from '../../multisig/multisig-proposals.ts';
import { requireAddress } from '../../network-address.ts';
import type { ChainTipset } from '../../pinned/chain-tipset.ts';
import { DraftReviewer, type DraftReviewerOptions } from './draft-reviewer.ts';
import { DraftStore } from './draft-store.ts';
import { gapDraft, replacementDraft } from './replacement-drafts.ts';

type MessageHandlers = HandlersOf<SextantContract>['messages'];
type ComposeCalls =
  | 'reviewDraft'
  | 'reviewBatch'
  | 'saveDraft'
  | 'removeDraft'
  | 'getNonces'
  | 'getFeeHistory'
  | 'listProposals'
  | 'getReplacementDraft'
  | 'getGapDraft';

/** The maximum in the contract. */
const FEE_HISTORY_TIPSETS = 900;

export interface ComposeAreaOptions extends DraftReviewerOptions {
  readonly paths: ProfilePaths;
  readonly logger: Logger;
}

export interface ComposeArea {
  readonly handlers: Pick<MessageHandlers, ComposeCalls>;
  readonly topics: Pick<TopicsOf<SextantContract>['messages'], 'draftsChanged'>;
  readonly reviewer: DraftReviewer;
  /** The saved drafts. */
  readonly drafts: () => readonly SavedDraft[];
  start(): Promise<void>;
}

export function createComposeArea(options: ComposeAreaOptions): ComposeArea {
  const { connections, chain } = options;
  const reviewer = new DraftReviewer(options);
  const drafts = new DraftStore(options);
  // The chain service may still have tipsets of the previous connection.
  const tipsetsOf = (active: ActiveConnection): readonly ChainTipset[] =>
    chain.slice.get().connectionId === active.id ? chain.tipsets : [];
  return {
    reviewer,
    drafts: () => drafts.topic.items(),
    handlers: {
      reviewDraft: (draft) => reviewer.reviewDraft(draft),
      reviewBatch: (draft) => reviewer.reviewBatch(draft),
      saveDraft: (draft) => drafts.save(draft),
      removeDraft: async ({ id }) => {
        await drafts.remove(id);
        return {};
      },
      getNonces: ({ from }) => reviewer.getNonces(requireAddress(from, 'from')),
      getFeeHistory: async () => {
        const active = await connections.requireActive();
        return {
          tipsets: tipsetsOf(active)
            .slice(-FEE_HISTORY_TIPSETS)
            .map(({ height, baseFee }) => ({ height, baseFee })),
          calls: [],
        };
      },
      listProposals: async ({ address }) => {
        const active = await connections.requireActive();
        return readProposals(active, tipsetsOf(active), requireAddress(address, 'address'));
      },
      getReplacementDraft: ({ journalId, as }) => replacementDraft(options, journalId, as),
      getGapDraft: ({ from, nonce }) => gapDraft(options, requireAddress(from, 'from'), nonce),
    },
    topics: { draftsChanged: drafts.topic },
    start: () => drafts.start(),
  };
}
