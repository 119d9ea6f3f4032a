import { IconCalendarOff, IconChevronLeft, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import type { ScheduledUpgrade } from '../../../shared/domain/chain/network-version.ts';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { isRehearsalDue } from '../../../shared/upgrades/rehearsal-age.ts';
import { shownUpgrades } from '../../../shared/upgrades/shown-upgrades.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { type QueryState, useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { UpgradeList } from './UpgradeList.tsx';
import { upgradeId } from './upgrade-words.ts';
import styles from './upgrades.module.css';

/** Network upgrades: schedule, readiness and rehearsal. */
export function UpgradesView() {
  const { id } = useParams();
  const [, navigate] = useLocation();
  const head = useTopic('chain.headChanged');
  const state = useTopic('chain.versionChanged');
  const isAccelerated = useTopic('connections.changed', (connections) => connections?.capabilities.isChainAccelerated === true);
  const headHeight = head?.head?.height;
  const isKnown = headHeight !== undefined && state !== undefined && state.connectionId === head?.connectionId;
  const upgrades = isKnown ? shownUpgrades(state.knowledge, headHeight) : [];
  const selected = upgrades.find((upgrade) => upgradeId(upgrade) === decodeURIComponent(id ?? '')) ?? upgrades[0];
  const query = useQuery(
    `upgrade ${selected?.name} ${selected?.height}`,
    (client) => client.node.rehearseUpgrade({ name: selected?.name ?? '', height: selected?.height ?? 0 }),
    { isEnabled: selected !== undefined },
  );
  const readAt = query.data?.pinned.height;
  const isDue =
    selected !== undefined && headHeight !== undefined && readAt !== undefined && isRehearsalDue(readAt, selected.height, headHeight);
  useReread(isDue ? headHeight : undefined, query);
  const { genesisTimeMs, blockDelaySeconds } = head ?? {};
  const timeMsOf =
    isAccelerated || genesisTimeMs === undefined || blockDelaySeconds === undefined
      ? undefined
      : (height: number) => epochToTimeMs(height, { genesisTimeMs, blockDelaySeconds });
  return (
    <SplitView>
      <PageHead
        title="Upgrades"
        asOf={query.data?.pinned}
        actions={
          <>
            <Button size="small" icon={IconChevronLeft} onClick={() => navigate('/node')}>
              Node
            </Button>
            <Button
              size="small"
              icon={IconRefresh}
              isBusy={query.isLoading && query.data !== undefined}
              disabledReason={selected === undefined ? 'No upgrade is selected.' : undefined}
              onClick={query.refresh}
            >
              Check again
            </Button>
          </>
        }
      />
      <ScrollArea label="Upgrades">
        {!isKnown ? (
          <SkeletonRows rows={8} columns={3} />
        ) : selected === undefined ? (
          <PanelState icon={IconCalendarOff} title="No upgrades">
            {state.knowledge.hasNodeSchedule
              ? 'The node lists no upgrades. This network started with its current version.'
              : 'This endpoint does not serve StateGetNetworkParams, and Sextant has no schedule for this network.'}
          </PanelState>
        ) : (
          <div className={styles.page}>
            <UpgradeList upgrades={upgrades} selected={selected} headHeight={readAt ?? headHeight} timeMsOf={timeMsOf} />
            <div className={styles.detail}>
              <UpgradeHead
                upgrade={selected}
                timeMs={timeMsOf?.(selected.height + 1)}
                isPassed={(readAt ?? headHeight) > selected.height}
              />
              {isDue && query.error !== undefined ? <NotCurrent readAt={readAt} error={query.error} onCheck={query.refresh} /> : undefined}
              <QueryContent query={query} skeleton={<SkeletonRows rows={12} columns={3} />}>
                {(rehearsal) => <Rehearsal rehearsal={rehearsal} />}
              </QueryContent>
            </div>
          </div>
        )}
      </ScrollArea>
    </SplitView>
  );
}

/** Refreshes the query once for each head at which it is due. */
function useReread(dueAt: number | undefined, { isLoading, refresh }: Pick<QueryState<unknown>, 'isLoading' | 'refresh'>): void {
  const isReading = useRef(isLoading);
  isReading.current = isLoading;
  useEffect(() => {
    if (dueAt !== undefined && !isReading.current) refresh();
  }, [dueAt, refresh]);
}

interface NotCurrentProps {
  readonly readAt: number | undefined;
  readonly error: ErrorEnvelope;
  readonly onCheck: () => void;
}

function NotCurrent({ readAt = 0, error, onCheck }: NotCurrentProps) {
  const again = (
    <Button size="small" icon={IconRefresh} onClick={onCheck}>
      Check again
    </Button>
  );
  return (
    <Note tone="warning" title={`Last read at epoch ${formatInteger(readAt)}`} actions={again}>
      <UntrustedText text={error.message} maximumLength={400} />
    </Note>
  );
}

interface UpgradeHeadProps {
  readonly upgrade: ScheduledUpgrade;
  readonly timeMs: number | undefined;
  readonly isPassed: boolean;
}

function UpgradeHead({ upgrade: { name, height, version }, timeMs, isPassed }: UpgradeHeadProps) {
  return (
    <header className={styles.head}>
      <h2>
        <UntrustedText text={name} maximumLength={60} />
      </h2>
      <span className="t3">
        {version === undefined ? 'version unknown to this release' : `network version ${version}`} {isPassed ? 'since' : 'from'} epoch{' '}
        <EpochText height={height + 1} timeMs={timeMs} />
      </span>
    </header>
  );
}
