import { useMemo } from 'react';
import { CallLink } from '../../components/CallLink.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelError } from '../../components/PanelError.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { errorOfHead, markedWhileDown } from '../../lib/error-of-head.ts';
import { AttentionPanel } from './AttentionPanel.tsx';
import { BaseFeePanel } from './BaseFeePanel.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { MessagesPanel } from './MessagesPanel.tsx';
import { MinersPanel } from './MinersPanel.tsx';
import { NodePanel } from './NodePanel.tsx';
import styles from './overview.module.css';
import { StripLegend } from './StripLegend.tsx';
import { shownHead } from './shown-head.ts';
import { TipsetStrip } from './TipsetStrip.tsx';

/** The chain at a glance, and what needs somebody. */
export function OverviewView() {
  const liveHead = useTopic('chain.headChanged');
  const pin = usePin();
  const overview = usePinnedQuery('overview', pin, (client, input) => client.chain.getOverview(input));
  const miners = usePinnedQuery('own-miners', pin, (client, input) => client.miners.listMiners({ isOwnOnly: true, ...input }));
  const head = shownHead(liveHead, overview.data);
  const minerPanel = miners.data?.miners;
  const ownMiners = useMemo(
    () => (minerPanel === undefined || 'error' in minerPanel ? undefined : minerPanel.value.filter((miner) => miner.isOwn)),
    [minerPanel],
  );
  const ownAddresses = useMemo(() => new Set(ownMiners?.map((miner) => miner.address)), [ownMiners]);
  return (
    <SplitView>
      <PageHead
        title="Overview"
        asOf={overview.data?.pinned}
        status={<StaleBadge query={markedWhileDown(overview, liveHead)} />}
        pin={pin}
        onReadAgain={overview.refresh}
      />
      <ScrollArea label="Overview">
        {head?.problem !== undefined && head.head === undefined ? (
          <div className={styles.problem}>
            <PanelError error={errorOfHead(head.problem)} />
          </div>
        ) : overview.data === undefined && overview.error !== undefined ? (
          <div className={styles.problem}>
            <PanelError error={overview.error} onRetry={overview.refresh} />
          </div>
        ) : undefined}
        <KeyFigures head={head} overview={overview.data} />
        <Panel
          title="Recent tipsets"
          sub={<StripLegend />}
          actions={head?.calls.strip === undefined ? undefined : <CallLink calls={[head.calls.strip]} />}
          hasRule
        >
          {head === undefined ? <div className={styles.stripRoom} /> : <TipsetStrip head={head} ownMiners={ownAddresses} />}
        </Panel>
        <div className={classNames('ruled', styles.halves)}>
          <AttentionPanel head={liveHead} ownMiners={ownMiners} />
          <BaseFeePanel overview={overview.data} calls={head?.calls.strip === undefined ? undefined : [head.calls.strip]} />
        </div>
        <div className={classNames('ruled', styles.lists)}>
          <div className="col">
            <MinersPanel miners={miners} />
            <div className={styles.rule} />
            <MessagesPanel />
          </div>
          <NodePanel head={liveHead} overview={overview.data} />
        </div>
      </ScrollArea>
    </SplitView>
  );
}
