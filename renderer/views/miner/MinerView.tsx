import { IconEye } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Refusal } from '../../components/feedback/Refusal.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { DeadlinePane } from './DeadlinePane.tsx';
import { FaultBadge } from './FaultBadge.tsx';
import { MinerActions } from './MinerActions.tsx';
import styles from './miner.module.css';
import { minerRefusal } from './miner-refusal.ts';
import { NodeAnswers } from './NodeAnswers.tsx';
import { NoMiner } from './NoMiner.tsx';
import { QualityUpgradePane } from './QualityUpgradePane.tsx';
import { SectorChangePane } from './SectorChangePane.tsx';
import { SectorPane } from './SectorPane.tsx';
import { StateBlocks } from './state/StateBlocks.tsx';
import { useMinerRead } from './state/use-miner-read.ts';
import { useMinerRoute } from './use-miner-route.ts';
import { useMinerSectors } from './use-miner-sectors.ts';

const watch = (client: AppClient, input: { address: string; isWatched: boolean }) => client.miners.watchMiner(input);

/** A storage miner at a tipset, from the node's answers or from state blocks. */
export function MinerView() {
  const { id: address = '' } = useParams();
  const refusal = minerRefusal(address.trim());
  if (refusal === undefined) return <OneMiner key={address} address={address} />;
  return (
    <SplitView>
      <PageHead title="Miner" />
      <NoMiner address={address} refusal={refusal} />
    </SplitView>
  );
}

function OneMiner({ address }: { readonly address: string }) {
  const [shown, go] = useMinerRoute(address);
  const [, navigate] = useLocation();
  const isByNode = shown.source === 'node';
  const pin = usePin();
  const query = usePinnedQuery(`miner ${address}`, pin, (client, input) => client.miners.getMiner({ address, ...input }), {
    isEnabled: isByNode,
  });
  const miner = query.data;
  const reading = useMinerRead(address, !isByNode);
  const sectors = useMinerSectors(miner, pin.at);
  const watching = useCommand(watch);
  const [wasUnwatched, setWasUnwatched] = useState(false);
  const close = useCallback(() => go({ deadline: undefined, sector: undefined }), [go]);

  async function toggleWatch(isWatched: boolean): Promise<void> {
    if ((await watching.run({ address, isWatched })) === undefined) return;
    setWasUnwatched(!isWatched);
    query.refresh();
  }

  /** Data missing from the other source is read at once; an earlier read is only shown. */
  function readFromState(): void {
    if (!reading.hasBegun) reading.start();
    go({ source: 'state', deadline: undefined, sector: undefined });
  }

  const where = miner === undefined ? undefined : { address: miner.address, ...defined({ at: pin.at }) };
  const { read, shown: readShown } = reading;
  const revision = `${sectors.progress?.state} ${sectors.progress?.revision}`;
  const pane = !isByNode ? (
    shown.change === undefined || read?.proof === undefined || readShown === undefined ? undefined : (
      <SectorChangePane
        key={shown.change}
        where={{ address: read.proof.actor, readId: readShown.readId }}
        kind={shown.change}
        filter={shown.filter}
        miner={{ pinned: read.proof.pinned, info: read.info }}
        revision={`${readShown.table?.revision}`}
        onClose={() => go({ change: undefined })}
      />
    )
  ) : where === undefined || miner === undefined ? undefined : shown.sector !== undefined ? (
    <SectorPane key={`sector ${shown.sector}`} where={where} number={shown.sector} go={go} onClose={() => go({ sector: undefined })} />
  ) : shown.deadline !== undefined ? (
    <DeadlinePane
      key={`deadline ${shown.deadline}`}
      where={where}
      index={shown.deadline}
      miner={miner}
      sectors={sectors}
      go={go}
      onClose={close}
    />
  ) : shown.change !== undefined ? (
    <SectorChangePane
      key={shown.change}
      where={where}
      kind={shown.change}
      filter={shown.filter}
      miner={miner}
      revision={revision}
      onClose={() => go({ change: undefined })}
    />
  ) : shown.isUpgrading ? (
    <QualityUpgradePane where={where} filter={shown.filter} miner={miner} revision={revision} onClose={() => go({ isUpgrading: false })} />
  ) : undefined;

  return (
    <SplitView pane={pane}>
      <PageHead
        title={<AddressText address={miner?.address ?? address} />}
        status={
          <>
            <FaultBadge deadlines={isByNode ? miner?.deadlines : reading.read?.deadlines} />
            {miner?.isOwn === true ? (
              <Badge tone="accent" icon={IconEye}>
                Yours
              </Badge>
            ) : undefined}
            {isByNode ? <StaleBadge query={query} /> : undefined}
          </>
        }
        asOf={isByNode ? miner?.pinned : reading.shown?.pinned}
        // A state read keeps the tipset it started at.
        {...(isByNode ? { pin, onReadAgain: query.refresh } : {})}
        actions={
          <>
            {isByNode ? undefined : (
              <SegmentedControl
                label="Data source"
                value={shown.source}
                onChange={(source) => go({ source, deadline: undefined, sector: undefined })}
                options={[
                  { value: 'node', label: 'Node' },
                  { value: 'state', label: 'State blocks' },
                ]}
              />
            )}
            {miner === undefined || !isByNode ? undefined : (
              <MinerActions miner={miner} isPast={pin.at !== undefined}>
                {(closeMenu) => (
                  <>
                    <button
                      type="button"
                      className={styles.menuItem}
                      aria-disabled={miner.isOwn && wasUnwatched}
                      onClick={() => {
                        closeMenu();
                        void toggleWatch(!miner.isOwn);
                      }}
                    >
                      <span>{miner.isOwn ? 'Remove from My miners' : 'Add to My miners'}</span>
                      <span className={styles.menuDetail}>
                        {miner.isOwn
                          ? wasUnwatched
                            ? 'Always in My miners: this endpoint’s miner API belongs to it.'
                            : 'Stop monitoring it on the overview.'
                          : 'Monitor its power, faults and open deadlines.'}
                      </span>
                    </button>
                    <button
                      type="button"
                      className={styles.menuItem}
                      onClick={() => go({ source: 'state', deadline: undefined, sector: undefined })}
                    >
                      <span>State blocks</span>
                      <span className={styles.menuDetail}>
                        Read the miner block by block from the state root, each verified by its CID.
                      </span>
                    </button>
                    <button
                      type="button"
                      className={styles.menuItem}
                      onClick={() => navigate(`/actors/${encodeURIComponent(miner.address)}`)}
                    >
                      <span>Open as actor</span>
                      <span className={styles.menuDetail}>Addresses, state and messages.</span>
                    </button>
                    <button type="button" className={styles.menuItem} onClick={() => navigate('/miners')}>
                      <span>All miners</span>
                      <span className={styles.menuDetail}>My miners and the others.</span>
                    </button>
                  </>
                )}
              </MinerActions>
            )}
          </>
        }
      />
      {watching.error === undefined ? undefined : (
        <Refusal title="Could not update My miners" error={watching.error} onDismiss={watching.clearError} />
      )}
      {isByNode ? (
        <QueryContent query={query} skeleton={<SkeletonRows rows={14} columns={6} />}>
          {(data) => (
            <NodeAnswers
              miner={data}
              at={pin.at}
              shown={shown}
              go={go}
              sectors={sectors}
              onRetry={query.refresh}
              onReadFromState={readFromState}
            />
          )}
        </QueryContent>
      ) : (
        <StateBlocks address={address} reading={reading} shown={shown} go={go} />
      )}
    </SplitView>
  );
}
