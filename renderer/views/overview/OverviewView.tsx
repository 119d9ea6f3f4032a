import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmbeddedNodeNotes } from '../../components/feedback/EmbeddedNodeNotes.tsx';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { useAttention } from '../../hooks/use-attention.ts';
import { usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { errorOfHead, markedWhileDown } from '../../lib/error-of-head.ts';
import { AccountsPanel } from './AccountsPanel.tsx';
import { AttentionPanel } from './AttentionPanel.tsx';
import { BaseFeePanel } from './BaseFeePanel.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { ChecksPane } from './ChecksPane.tsx';
import { areChecksShown, withChecks } from './checks-route.ts';
import { InFlightPanel } from './InFlightPanel.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { MessagesPanel } from './MessagesPanel.tsx';
import { MinersPanel } from './MinersPanel.tsx';
import { NodePanel } from './NodePanel.tsx';
import styles from './overview.module.css';
import { StripLegend } from './StripLegend.tsx';
import { shownHead } from './shown-head.ts';
import { TipsetStrip } from './TipsetStrip.tsx';

/** The chain at a glance, what needs attention, and own miners, messages and keys. */
export function OverviewView() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const liveHead = useTopic('chain.headChanged');
  const journal = useTopic('messages.journalChanged');
  const known = useTopic('ownMiners.changed');
  const pin = usePin();
  const attention = useAttention();
  const overview = usePinnedQuery('overview', pin, (client, input) => client.chain.getOverview(input));
  const miners = usePinnedQuery('own-miners', pin, (client, input) => client.ownMiners.getOwnMiners(input));
  const head = shownHead(liveHead, overview.data, pin.at !== undefined);
  // Slow parts arrive after the answer, through the topic.
  const isTold = pin.at === undefined && known?.known !== undefined && known.connectionId === liveHead?.connectionId;
  const shownMiners = isTold ? known.known : miners.data;
  const ownMiners = partOf(shownMiners?.miners);
  const ownAddresses = useMemo(() => new Set(ownMiners?.map((miner) => miner.address)), [ownMiners]);
  const isOpen = areChecksShown(search);
  const isAnswering = liveHead?.status === 'live' || liveHead?.status === 'polling';
  const stripCall = head?.calls.strip;
  // If the pinned epoch cannot be read, only the reason is shown.
  const isLost = pin.at !== undefined && overview.data === undefined && overview.error !== undefined;
  const showChecks = (isShown: boolean) => navigate(withChecks(path, search, isShown));
  return (
    <SplitView pane={isOpen ? <ChecksPane attention={attention} onClose={() => showChecks(false)} /> : undefined}>
      <PageHead
        title="Overview"
        asOf={overview.data?.pinned}
        status={<StaleBadge query={markedWhileDown(overview, liveHead)} />}
        pin={pin}
        onReadAgain={overview.refresh}
      />
      <EmbeddedNodeNotes />
      <ScrollArea label="Overview">
        <div className={styles.frame}>
          {liveHead?.problem !== undefined && liveHead.head === undefined ? (
            <div className={styles.problem}>
              <PanelError error={errorOfHead(liveHead.problem)} />
            </div>
          ) : overview.data === undefined && overview.error !== undefined ? (
            <div className={styles.problem}>
              <PanelError error={overview.error} onRetry={overview.refresh} />
            </div>
          ) : undefined}
          {isLost ? undefined : <KeyFigures head={head} overview={overview.data} />}
          {isLost ? undefined : (
            <Panel
              title={pin.at === undefined ? 'Recent tipsets' : 'Tipsets before it'}
              sub={<StripLegend />}
              actions={stripCall === undefined ? undefined : <CallLink calls={[stripCall]} />}
              hasRule
            >
              {head === undefined ? (
                <div className={styles.stripRoom} />
              ) : (
                <TipsetStrip head={head} ownMiners={ownAddresses} journal={journal ?? []} />
              )}
            </Panel>
          )}
          <div className={classNames('ruled', !isLost && styles.halves)}>
            <AttentionPanel attention={attention} isKnown={isAnswering} onAllChecks={() => showChecks(!isOpen)} areChecksOpen={isOpen} />
            {isLost ? undefined : (
              <BaseFeePanel
                overview={overview.data}
                calls={stripCall === undefined ? undefined : [stripCall]}
                blockDelaySeconds={liveHead?.blockDelaySeconds}
                isDown={liveHead?.status === 'failed'}
              />
            )}
          </div>
          <div className={classNames('ruled', styles.lists)}>
            <div className="col">
              <MinersPanel query={miners} known={shownMiners} isPinned={pin.at !== undefined} />
              <div className={styles.rule} />
              <MessagesPanel />
              <div className={styles.rule} />
              <ChangesPanel />
              <div className={styles.rule} />
              <AccountsPanel />
            </div>
            <div className="col">
              <NodePanel head={liveHead} overview={pin.at === undefined ? overview.data : undefined} />
              <div className={styles.rule} />
              <InFlightPanel miners={partOf(known?.known?.miners)} />
            </div>
          </div>
        </div>
      </ScrollArea>
    </SplitView>
  );
}
