import { IconClipboardText, IconX } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { parseSectorsList, type SectorsListText } from '../../../shared/sealing/sectors-list-text.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { OpenTextFile } from '../../components/inputs/OpenTextFile.tsx';
import { PasteField } from '../../components/inputs/PasteField.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { PastedCounts } from './PastedCounts.tsx';
import { PastedPane } from './PastedPane.tsx';
import { pastedColumns, pastedRow } from './pasted-columns.tsx';
import { SealingLanes } from './SealingLanes.tsx';
import styles from './sealing.module.css';
import { stuckFirst } from './sealing-lanes.ts';

const MAX_TEXT = 20_000_000;
const NOTHING_MOVED: ReadonlySet<number> = new Set();
const SHOWN_LINES = 5;

/** Output of `lotus-miner sectors list` of any release, as a board and a table. Makes no calls. */
export function PastedSectors({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const list = useMemo(() => parseSectorsList(text.slice(0, MAX_TEXT)), [text]);
  const columns = useMemo(() => pastedColumns(list.sectors), [list]);
  const rows = useMemo(() => stuckFirst(list.sectors.map(pastedRow)), [list]);
  // One card per sector number: the first row of a repeated number.
  const cards = useMemo(() => [...new Map(rows.toReversed().map((row) => [row.sector.number, row])).values()].reverse(), [rows]);

  function show(next: string): void {
    setText(next);
    setSelected(undefined);
  }

  function selectNumber(sectorNumber: number): void {
    const row = rows.find(({ listed }) => listed.id === sectorNumber);
    setSelected(row === undefined ? undefined : String(row.listed.line));
  }

  const hasRows = rows.length > 0;
  const chosen = rows.find(({ listed }) => String(listed.line) === selected);
  const closePane = useCallback(() => setSelected(undefined), []);
  return (
    <SplitView pane={chosen === undefined ? undefined : <PastedPane row={chosen} onClose={closePane} />}>
      <PageHead
        title="Pasted sector list"
        status={hasRows ? <Badge tone="info">from pasted text</Badge> : undefined}
        sub={eraWords(list.era)}
        actions={
          <>
            <OpenTextFile label="Sector list file" accept=".txt,.log,text/plain" mostBytes={MAX_TEXT} onText={show} />
            <Button size="small" kind="quiet" icon={IconX} onClick={onClose}>
              Back to board
            </Button>
          </>
        }
      />
      <ScrollArea label="Pasted sector list">
        <PasteField label="Output of lotus-miner sectors list, any release" value={text} rows={hasRows ? 2 : 10} onChange={show} />
        <Unread list={list} />
        {hasRows ? (
          <>
            <PastedCounts rows={rows} />
            <SealingLanes sectors={cards} selectedNumber={chosen?.listed.id} moved={NOTHING_MOVED} onSelect={selectNumber} />
            <div className={styles.table}>
              <DataTable
                label="Pasted sectors"
                unit={['sector', 'sectors']}
                columns={columns}
                rows={rows}
                rowKey={({ listed }) => String(listed.line)}
                selectedKey={selected}
                onSelect={({ listed }) => setSelected(String(listed.line))}
                copyText={({ listed }) => String(listed.id)}
                exportName="sectors-list"
                isFilling
                footer={<span className="hide-narrow">{psetWords(list.era)}</span>}
              />
            </div>
          </>
        ) : (
          <PanelState icon={IconClipboardText} title={text.trim() === '' ? 'Nothing pasted yet' : 'No sectors in this text'}>
            {text.trim() === ''
              ? 'Paste the output above or open a file. Each row becomes a sector on the board.'
              : 'Expected rows like “17: Proving sSet: YES …”, or a table with the columns ID and State.'}
          </PanelState>
        )}
      </ScrollArea>
    </SplitView>
  );
}

function Unread({ list: { unread, unknownColumns, isCut, sectors } }: { readonly list: SectorsListText }) {
  const repeatedCount = sectors.length - new Set(sectors.map(({ id }) => id)).size;
  return (
    <>
      {unread.length === 0 ? undefined : (
        <Note tone="warning" title={`${formatCount(unread.length, 'line')} could not be read`}>
          {unread.slice(0, SHOWN_LINES).map(({ line, text, reason }) => (
            <p key={line}>
              Line {formatInteger(line)}: {reason} <UntrustedText text={text} maximumLength={120} />
            </p>
          ))}
        </Note>
      )}
      {repeatedCount === 0 ? undefined : (
        <Note tone="info" title={`${formatCount(repeatedCount, 'repeated sector number')}`}>
          Lists of two miners can share numbers. The table shows every row, the board one card for each number. If you pasted a list twice,
          clear the field first.
        </Note>
      )}
      {unknownColumns.length === 0 ? undefined : (
        <Note tone="info" title="Unknown columns ignored">
          Not supported: <UntrustedText text={unknownColumns.join(', ')} maximumLength={200} />.
        </Note>
      )}
      {isCut ? (
        <Note tone="warning" title="Not all rows are shown">
          The list has more than {formatCount(sectors.length, 'row')}.
        </Note>
      ) : undefined}
    </>
  );
}

function eraWords(era: SectorsListText['era']): string {
  const words = {
    pset: 'output of 2019 or 2020, with pSet',
    active: 'output of mid-2020, with active',
    table: 'table format, since October 2020',
    mixed: 'output of several releases',
  };
  return era === undefined ? 'parsed on this machine' : words[era];
}

function psetWords(era: SectorsListText['era']): string {
  return era === 'table'
    ? 'Active is YES once the sector is proven. Older releases called it pSet.'
    : 'pSet (now Active) is YES once the sector is proven. Until then a retrieval returns an empty (0 KB) file.';
}
