import { useMemo } from 'react';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { SEALING_FILTER } from '../../../shared/sealing/sealing-filter.ts';
import { retryCommand } from '../../../shared/sealing/sector-commands.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { FilterExpression } from '../../components/filters/FilterExpression.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { NothingMatches } from '../../components/tables/NothingMatches.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { type BoardRow, sealingFilterTest } from './board-rows.ts';
import { SealingLanes } from './SealingLanes.tsx';
import { SealingSummary } from './SealingSummary.tsx';
import styles from './sealing.module.css';
import { columnsOf } from './sealing-columns.tsx';
import type { SealingRoute } from './sealing-route.ts';
import type { GoInSealing } from './use-sealing-route.ts';

interface BoardContentProps {
  readonly board: SealingBoard;
  readonly rows: readonly BoardRow[];
  readonly route: SealingRoute;
  readonly go: GoInSealing;
  readonly selectedKey: string | undefined;
  readonly moved: ReadonlySet<number>;
  readonly newlyActive: ReadonlySet<number>;
  readonly isStale: boolean;
}

/** The board with the table below, or only the table. */
export function BoardContent({ board, rows, route, go, selectedKey, moved, newlyActive, isStale }: BoardContentProps) {
  const { filter, view } = route;
  const shown = useMemo(() => (filter === '' ? rows : rows.filter(sealingFilterTest(filter, board.pinned))), [rows, filter, board.pinned]);
  const columns = useMemo(() => columnsOf(rows, board.source), [rows, board.source]);
  const select = (sectorNumber: number): void => go({ id: String(sectorNumber) });
  const isChain = board.source === 'chain';
  const retries = shown.flatMap(({ sector }) => retryCommand(sector) ?? []);
  const table = (
    <Panel
      title="Sectors"
      sub={isChain ? 'from the chain, starting at pre-commit' : 'stuck sectors first; the tick marks the 90-day median'}
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
          label="Filter sectors"
          value={filter}
          onChange={(next, isSettled) => go({ filter: next }, { replace: !isSettled })}
          placeholder="Sector, state, deal, worker, error or is:stuck"
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
              clearLabel="Clear filter"
              onClear={() => go({ filter: '' })}
            >
              The board has {formatCount(rows.length, 'sector')}.
            </NothingMatches>
          }
          footer={
            <>
              <span className="hide-narrow">pSet is YES once the sector is proven. Newer Lotus releases call it Active.</span>
              <CallLink calls={board.calls} />
            </>
          }
        />
      </CallsContext>
    </Panel>
  );
  const announced = (
    <div className="visually-hidden" role="status">
      {newlyActive.size === 0 ? '' : `Now active (pSet is YES): ${[...newlyActive].map((number) => `sector ${number}`).join(', ')}`}
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
        <Note tone="info" title="Some sectors with deals are not active">
          Until pSet is YES, a retrieval from the sector returns an empty (0 KB) file. The data is not lost.
        </Note>
      ) : undefined}
      <div className={styles.table}>{table}</div>
    </ScrollArea>
  );
}
