import { IconChevronLeft, IconChevronRight, IconList, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { nullRoundsBetween } from '../../../shared/domain/chain/epoch.ts';
import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { UnverifiedMark } from '../../components/feedback/UnverifiedMark.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { BlockPane } from './BlockPane.tsx';
import { BlocksPanel } from './BlocksPanel.tsx';
import { CompareMenu } from './CompareMenu.tsx';
import { EpochField } from './EpochField.tsx';
import { MessagesPanel } from './MessagesPanel.tsx';
import { TipsetFacts } from './TipsetFacts.tsx';
import { type TipsetQuestion, tipsetPath } from './tipset-question.ts';
import { tipsetRoute } from './tipset-route.ts';

interface TipsetDetailProps {
  readonly id: string;
  readonly question: TipsetQuestion | undefined;
  readonly blockCid: string | undefined;
  /** Filter of its messages. */
  readonly filter: string;
}

/** The receipts of a tipset come from its child, which may still change. */
const SETTLED_DEPTH = 3;

export function TipsetDetail({ id, question, blockCid, filter }: TipsetDetailProps) {
  const [, navigate] = useLocation();
  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  const finalHeight = useTopic('chain.headChanged', (head) => head?.finalized?.height ?? -1);
  const height = question !== undefined && 'height' in question ? question.height : undefined;
  /** Height of a tipset requested by its key, once known. */
  const [foundHeight, setFoundHeight] = useState<number | undefined>(undefined);
  const knownHeight = height ?? foundHeight;
  const isYoung = headHeight !== undefined && (knownHeight === undefined || headHeight - knownHeight <= SETTLED_DEPTH);
  const query = useQuery(`tipset ${id}`, (client) => client.chain.getTipset(question ?? { height: 0 }), {
    isEnabled: question !== undefined,
    ...(isYoung ? { refreshOn: 'head' } : {}),
  });
  const tipset = query.data;
  if (foundHeight !== tipset?.ref.height) setFoundHeight(tipset?.ref.height);
  const block = tipset?.blocks.find((candidate) => candidate.cid === blockCid);

  return (
    <SplitView
      pane={
        block === undefined ? undefined : (
          <BlockPane block={block} isExecuted={tipset?.nextHeight !== undefined} onClose={() => navigate(tipsetRoute(id, { filter }))} />
        )
      }
    >
      <PageHead
        title={
          tipset === undefined
            ? height === undefined
              ? 'Tipset'
              : `Tipset ${formatInteger(height)}`
            : `Tipset ${formatInteger(tipset.ref.height)}`
        }
        status={
          <>
            {tipset === undefined ? undefined : <ChainBadge tipset={tipset} finalHeight={finalHeight} />}
            {tipset === undefined ? undefined : <UnverifiedMark height={tipset.ref.height} />}
            <StaleBadge query={query} />
          </>
        }
        actions={
          <>
            <StepButton tipset={tipset} direction="previous" isShort={block !== undefined} />
            <StepButton tipset={tipset} direction="next" isShort={block !== undefined} />
            <CompareMenu tipset={tipset} onCompare={(against) => navigate(tipsetRoute(id, { against }))} />
            <EpochField
              label="Go to epoch"
              here={tipset?.ref.height ?? height ?? 0}
              onEpoch={(epoch) => navigate(tipsetRoute(String(epoch)))}
            />
            <Button size="small" icon={IconList} isIconOnly onClick={() => navigate('/tipsets')}>
              Recent tipsets
            </Button>
          </>
        }
      />
      <ScrollArea label="Tipset">
        {question === undefined ? (
          <PanelState icon={IconSearchOff} title="Not a valid tipset">
            Open a tipset by its height or by the comma-separated CIDs of its blocks.
          </PanelState>
        ) : (
          <QueryContent query={query} skeleton={<SkeletonRows rows={14} columns={5} />}>
            {(found) => (
              <>
                {height !== undefined && nullRoundsBetween(height, found.ref.height) > 0 ? (
                  <Note tone="info" title={`Epoch ${formatInteger(height)} is a null round`}>
                    It has no blocks. This is the previous tipset, {formatCount(nullRoundsBetween(height, found.ref.height), 'epoch')}{' '}
                    earlier.
                  </Note>
                ) : undefined}
                {found.isCanonical === false ? (
                  <Note tone="warning" title="This tipset is not on the chain">
                    This tipset was reverted. Its messages were executed in other tipsets or not at all.{' '}
                    {found.instead === undefined ? undefined : (
                      <Link href={tipsetPath(found.instead.key)} className="link">
                        {found.instead.height === found.ref.height
                          ? 'Open the tipset on the chain'
                          : `The chain has a null round here; open the previous tipset, ${formatInteger(found.instead.height)}`}
                      </Link>
                    )}
                  </Note>
                ) : undefined}
                <TipsetFacts tipset={found} />
                <BlocksPanel tipset={found} selectedCid={blockCid} onSelect={(cid) => navigate(tipsetRoute(id, { filter }, cid))} />
                <MessagesPanel
                  tipset={found}
                  filter={filter}
                  onFilter={(next) => navigate(tipsetRoute(id, { filter: next }, blockCid), { replace: true })}
                  onRetry={query.refresh}
                />
              </>
            )}
          </QueryContent>
        )}
      </ScrollArea>
    </SplitView>
  );
}

function ChainBadge({ tipset, finalHeight }: { readonly tipset: Tipset; readonly finalHeight: number }) {
  if (tipset.isCanonical === false) return <Badge tone="warning">Not on the chain</Badge>;
  if (tipset.ref.height <= finalHeight) return <Badge tone="success">Final</Badge>;
  return <Badge tone="pending">Not final</Badge>;
}

interface StepButtonProps {
  readonly tipset: Tipset | undefined;
  readonly direction: 'previous' | 'next';
  /** Whether to hide the label because a pane takes the room. */
  readonly isShort: boolean;
}

/** Goes to the neighbouring tipset, skipping null rounds and showing how many. */
function StepButton({ tipset, direction, isShort }: StepButtonProps) {
  const [, navigate] = useLocation();
  const isBack = direction === 'previous';
  const target = isBack ? tipset?.previousHeight : tipset?.nextHeight;
  const skipped = tipset === undefined || target === undefined ? 0 : Math.abs(tipset.ref.height - target) - 1;
  const over = skipped === 0 ? '' : `, skipping ${formatCount(skipped, 'null round')}`;
  const words = isBack ? 'Previous' : 'Next';
  return (
    <Button
      size="small"
      icon={isBack ? IconChevronLeft : IconChevronRight}
      isIconOnly={isShort}
      hint={target === undefined ? undefined : `${words} tipset, ${formatInteger(target)}${over}`}
      disabledReason={
        target !== undefined
          ? undefined
          : tipset === undefined
            ? 'Tipset not loaded'
            : isBack
              ? 'This is the first tipset'
              : 'This is the head'
      }
      onClick={() => navigate(`/tipsets/${target}`)}
    >
      {skipped === 0 ? words : `${words}, skipping ${formatInteger(skipped)} null`}
    </Button>
  );
}
