import { useMemo } from 'react';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { SEALING_FILTER } from '../../../shared/sealing/sealing-filter.ts';
import { retryCommand } from '../../../shared/sealing/sector-commands.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { CallLink } from '../../components/CallLink.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { FilterExpression } from '../../components/FilterExpression.tsx';
import { Note } from '../../components/Note.tsx';
import { NothingMatches } from '../../components/NothingMatches.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { Toolbar } from '../../components/Toolbar.tsx';
import { type BoardRow, sealingFilterTest } from './board-rows.ts';
import { SealingLanes } from './SealingLanes.tsx';
import { SealingSummary } from './SealingSummary.tsx';
import styles from './sealing.module.css';
import type { SealingAddress } from './sealing-address.ts';
import { columnsOf } from './sealing-columns.tsx';
import { LATE_FACTOR } from './sealing-lanes.ts';
import type { GoInSealing } from './use-sealing-address.ts';

interface BoardContentProps {
  readonly board: SealingBoard;
  readonly rows: readonly BoardRow[];
  readonly address: SealingAddress;
  readonly go: GoInSealing;
  readonly selectedKey: string | undefined;
  readonly moved: ReadonlySet<number>;
  readonly newlyActive: ReadonlySet<number>;
  readonly isStale: boolean;
}

/** The board with its table below, or the table alone. */
export function BoardContent({ board, rows, address, go, selectedKey, moved, newlyActive, isStale }: BoardContentProps) {
  const { filter, view } = address;
  const shown = useMemo(() => (filter === '' ? rows : rows.filter(sealingFilterTest(filter, board.pinned))), [rows, filter, board.pinned]);
  const columns = useMemo(() => columnsOf(rows, board.source), [rows, board.source]);
  const select = (sectorNumber: number): void => go({ id: String(sectorNumber) });
  const isChain = board.source === 'chain';
  const retries = shown.flatMap(({ sector }) => retryCommand(sector) ?? []);
  const table = (
    <Panel
      title={view === 'board' ? 'Stuck first' : 'Sectors'}
      sub={
        isChain
          ? 'from the chain: it sees sectors from their pre-commit on'
          : `stuck: failed, held up by its message, or over ${LATE_FACTOR} times the tick, this miner's own median over 90 days`
      }
      actions={
        retries.length === 0 || isChain ? undefined : (
          <CopyButton text={retries.join('\n')} label={`Copy ${formatCount(retries.length, 'retry command')} for lotus-miner`} hasLabel />
        )
      }
      isFilling
    >
      <Toolbar>
        <FilterExpression
          key={board.miner ?? ''}
          language={SEALING_FILTER}
          list="sealing"
          label="Filter the sectors"
          value={filter}
          onChange={(next, isSettled) => go({ filter: next }, { replace: !isSettled })}
          placeholder="sector, state, deal, worker, error or is:stuck"
          count={`${formatInteger(shown.length)} of ${formatInteger(rows.length)}`}
        />
      </Toolbar>
      <CallsContext value={board.calls}>
        <DataTable
          label="Sectors"
          unit={['sector', 'sectors']}
          columns={columns}
          rows={shown}
          rowKey={({ sector }) => String(sector.number)}
          selectedKey={selectedKey}
          onSelect={({ sector }) => select(sector.number)}
          copyText={({ sector }) => String(sector.number)}
          total={board.sectors.length + board.leftOut}
          exportName={`sealing-${board.miner ?? 'sectors'}`}
          isStale={isStale}
          isFilling
          empty={
            <NothingMatches
              language={SEALING_FILTER}
              filter={filter}
              title="No sector matches"
              clearLabel="Clear the filter"
              onClear={() => go({ filter: '' })}
            >
              {formatCount(rows.length, 'sector')} are on the board.
            </NothingMatches>
          }
          footer={
            <>
              <span className="hide-narrow">pSet: YES once the sector is proven. Newer tools call this column Active.</span>
              <CallLink calls={board.calls} />
            </>
          }
        />
      </CallsContext>
    </Panel>
  );
  const announced = (
    <div className="visually-hidden" role="status">
      {newlyActive.size === 0 ? '' : `Became active, pSet is YES: ${[...newlyActive].map((number) => `sector ${number}`).join(', ')}`}
    </div>
  );
  const gaps = board.gaps.map((gap) => <Note key={gap} tone="info" title={gap} />);
  if (view === 'table') {
    return (
      <>
        {announced}
        {gaps}
        <div className={styles.table}>{table}</div>
      </>
    );
  }
  return (
    <ScrollArea label="Sealing">
      {announced}
      <SealingSummary board={board} sectors={rows} />
      <SealingLanes
        source={board.source}
        isWhole={board.leftOut === 0}
        sectors={shown}
        selectedNumber={selectedKey === undefined ? undefined : Number(selectedKey)}
        moved={moved}
        onSelect={select}
      />
      {gaps}
      {shown.some(({ sector }) => !sector.isActive && (sector.deals.length > 0 || (sector.pieces?.length ?? 0) > 0)) ? (
        <Note tone="info" title="Some of these sectors hold deals and are not sealed yet">
          A retrieval from a sector whose pSet is NO returns an empty (0 KB) file. It is not lost: it can be retrieved once pSet is YES.
        </Note>
      ) : undefined}
      <div className={styles.table}>{table}</div>
    </ScrollArea>
  );
}
