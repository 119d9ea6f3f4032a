import { IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { SectorsOf } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import type { QueryState } from '../../hooks/use-query.ts';
import { ClearSelection } from './ClearSelection.tsx';
import { type Signer, signerOf, signerWords } from './miner-drafts.ts';
import { useMinerDrafts } from './use-miner-drafts.ts';
import type { ChoiceOfSectors } from './use-sector-choice.ts';

interface SectorMessagePaneProps<P> {
  readonly title: string;
  readonly choice: ChoiceOfSectors;
  readonly where: SectorsOf;
  readonly info: Miner['info'] | undefined;
  /** Who may send the message, the first one first. */
  readonly roles: readonly string[];
  readonly query: QueryState<P>;
  /** How many sectors the message takes. */
  readonly countOf: (plan: P) => number;
  readonly draftOf: (plan: P, signer: Signer | undefined) => MessageDraft;
  readonly conditions: string;
  readonly onClose: () => void;
  /** Above the plan, which it does not wait for. */
  readonly before?: ReactNode;
  readonly children: (plan: P) => ReactNode;
}

/** The frame of a pane that prepares one message for many sectors: which ones, the plan, its conditions, who signs. */
export function SectorMessagePane<P>(props: SectorMessagePaneProps<P>) {
  const { title, choice, where, info, roles, query, countOf, draftOf, conditions, onClose, before, children } = props;
  const { keys, compose } = useMinerDrafts();
  const known = partOf(info);
  const signer = known === undefined ? undefined : signerOf(known, roles, keys);
  const plan = query.data;
  return (
    <DetailPane
      title={title}
      sub={choice.words}
      onClose={onClose}
      actions={choice.isTicked ? <ClearSelection /> : undefined}
      footer={
        <Button
          kind="primary"
          icon={IconArrowUpRight}
          disabledReason={refusalOf(plan === undefined ? undefined : countOf(plan), where)}
          hint={signerWords(signer)}
          onClick={() => {
            if (plan !== undefined) compose(draftOf(plan, signer));
          }}
        >
          Open draft
        </Button>
      }
    >
      {before}
      <QueryContent query={query}>
        {(value) => (
          <>
            {children(value)}
            <DetailSection title="Conditions">
              <p className="t3 s12">{conditions}</p>
            </DetailSection>
          </>
        )}
      </QueryContent>
    </DetailPane>
  );
}

/** @param count of sectors in the plan; undefined while there is none */
function refusalOf(count: number | undefined, { at }: SectorsOf): string | undefined {
  if (at !== undefined) return 'This view is pinned to an earlier epoch. Follow the head first.';
  if (count === undefined) return 'The plan is not ready yet.';
  return count === 0 ? 'No eligible sectors.' : undefined;
}
