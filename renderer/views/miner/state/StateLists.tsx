import { useMemo, useState } from 'react';
import type { MinerStateRead, PartitionRow, StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { callsOf, type MissingPart, PanelContent, partOf } from '../../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../../components/feedback/Skeleton.tsx';
import { SegmentedControl } from '../../../components/inputs/SegmentedControl.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { KeysTable } from '../KeysTable.tsx';
import { keysWords } from '../keys-words.ts';
import type { MinerRoute } from '../miner-route.ts';
import { SectorCounts } from '../SectorCounts.tsx';
import { SectorsLeftOut } from '../SectorsLeftOut.tsx';
import { SectorTable } from '../SectorTable.tsx';
import { ExpiriesButton, SectorChanges } from '../SectorTools.tsx';
import type { GoToMiner } from '../use-miner-route.ts';
import { evidenceColumns } from './evidence-columns.tsx';
import { PartitionsTable } from './PartitionsTable.tsx';
import { SectorSums } from './SectorSums.tsx';
import styles from './state.module.css';
import { VestingTable } from './VestingTable.tsx';

type List = 'sectors' | 'partitions' | 'vesting' | 'keys';

const TITLES: Readonly<Record<List, string>> = { sectors: 'Sectors', partitions: 'Partitions', vesting: 'Vesting table', keys: 'Keys' };

interface StateListsProps extends Pick<StateReadProgress, 'readId' | 'connectionName'> {
  /** Of the table of sectors. */
  readonly revision: number;
  readonly leftOut: number;
  readonly isRunning: boolean;
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
  readonly read: MinerStateRead | undefined;
  readonly missing: MissingPart;
}

/** What a miner has many of, a list at a time. A partition leads to its sectors. */
export function StateLists({ read, missing, readId, connectionName, revision, leftOut, isRunning, shown, go }: StateListsProps) {
  const [list, setList] = useState<List>('sectors');
  const proof = read?.proof;
  const evidence = useMemo(() => evidenceColumns(proof, connectionName), [proof, connectionName]);
  const hasRows = revision > 0 && proof !== undefined;

  const openDeadline = partOf(read?.deadlines)?.currentIndex;

  function showSectorsOf({ deadline, partition }: PartitionRow): void {
    go({ filter: `deadline:${deadline} partition:${partition}` });
    setList('sectors');
  }

  return (
    <div className={styles.lists}>
      <Panel
        title={TITLES[list]}
        sub={<ListCount list={list} read={read} />}
        // A page of sectors names its own calls.
        calls={callsOf<unknown>({ sectors: undefined, partitions: read?.partitions, vesting: read?.vesting, keys: read?.info }[list])}
        actions={
          <>
            {list === 'sectors' && hasRows ? (
              <>
                <SectorChanges miner={proof.actor} shown={shown} go={go} />
                <ExpiriesButton shown={shown} go={go} />
              </>
            ) : undefined}
            <SegmentedControl
              label="List"
              value={list}
              onChange={setList}
              options={[
                { value: 'sectors', label: 'Sectors' },
                { value: 'partitions', label: 'Partitions' },
                { value: 'vesting', label: 'Vesting' },
                { value: 'keys', label: 'Keys' },
              ]}
            />
          </>
        }
        isFilling
      >
        {list === 'sectors' ? (
          <PanelContent panel={read?.partitions} {...missing}>
            {() => (
              <>
                {leftOut > 0 ? <SectorsLeftOut count={leftOut} /> : undefined}
                {hasRows ? (
                  <SectorTable
                    where={{ address: proof.actor, readId }}
                    revision={revision}
                    state={isRunning ? 'reading' : 'ended'}
                    shown={shown}
                    go={go}
                    moreColumns={evidence}
                  />
                ) : (
                  <SkeletonRows rows={8} columns={6} />
                )}
              </>
            )}
          </PanelContent>
        ) : list === 'partitions' ? (
          <PanelContent panel={read?.partitions} {...missing}>
            {(partitions) => <PartitionsTable {...partitions} openDeadline={openDeadline} onOpen={showSectorsOf} />}
          </PanelContent>
        ) : list === 'vesting' ? (
          <PanelContent panel={read?.vesting} {...missing}>
            {({ rows }) => <VestingTable rows={rows} />}
          </PanelContent>
        ) : (
          <PanelContent panel={read?.info} {...missing}>
            {({ roles }) => <KeysTable roles={roles} isFilling />}
          </PanelContent>
        )}
      </Panel>
    </div>
  );
}

function ListCount({ list, read }: { readonly list: List; readonly read: MinerStateRead | undefined }) {
  if (list === 'sectors') {
    return (
      <>
        <SectorCounts sectors={read?.sectors} />
        <SectorSums sums={read?.sectorSums} />
      </>
    );
  }
  if (list === 'keys') return keysWords(read?.info);
  const rows = partOf(read?.partitions)?.rows;
  if (list === 'vesting' || rows === undefined) return undefined;
  const faulty = rows.filter((row) => row.faulty > 0).length;
  return faulty === 0 ? 'none with faults' : `${formatInteger(faulty)} with faults`;
}
