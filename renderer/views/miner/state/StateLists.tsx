import { useState } from 'react';
import type { MinerStateRead, PartitionRow, StateReadProgress, StateSectorFilter } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import { callsOf, type MissingPart, PanelContent, partOf } from '../../../components/QueryContent.tsx';
import { SegmentedControl } from '../../../components/SegmentedControl.tsx';
import { KeysTable } from '../KeysTable.tsx';
import { keysWords } from '../keys-words.ts';
import { SectorCounts } from '../SectorCounts.tsx';
import { PartitionsTable } from './PartitionsTable.tsx';
import { SectorList } from './SectorList.tsx';
import { SectorSums } from './SectorSums.tsx';
import styles from './state.module.css';
import { VestingTable } from './VestingTable.tsx';

type List = 'sectors' | 'partitions' | 'vesting' | 'keys';

const TITLES: Readonly<Record<List, string>> = { sectors: 'Sectors', partitions: 'Partitions', vesting: 'Vesting table', keys: 'Keys' };

interface StateListsProps extends Pick<StateReadProgress, 'readId' | 'callBudget' | 'connectionName'> {
  readonly read: MinerStateRead | undefined;
  readonly missing: MissingPart;
  readonly onContinue: () => void;
}

/** What a miner has many of, a list at a time. A partition leads to its sectors. */
export function StateLists({ read, missing, onContinue, ...ofRead }: StateListsProps) {
  const [list, setList] = useState<List>('sectors');
  const [filter, setFilter] = useState<StateSectorFilter>({});

  const openDeadline = partOf(read?.deadlines)?.currentIndex;

  function showSectorsOf({ deadline, partition }: PartitionRow): void {
    setFilter({ status: 'all', deadline, partition });
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
          <SegmentedControl
            label="What is listed"
            value={list}
            onChange={setList}
            options={[
              { value: 'sectors', label: 'Sectors' },
              { value: 'partitions', label: 'Partitions' },
              { value: 'vesting', label: 'Vesting' },
              { value: 'keys', label: 'Keys' },
            ]}
          />
        }
        isFilling
      >
        {list === 'sectors' ? (
          // A page of sectors can be asked for as soon as it is known which ones there are.
          <PanelContent panel={read?.partitions} {...missing}>
            {() => <SectorList {...ofRead} proof={read?.proof} filter={filter} onFilter={setFilter} onContinue={onContinue} />}
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
