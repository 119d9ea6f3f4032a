import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../../shared/text/format.ts';
import { AddressEditor } from '../../components/AddressEditor.tsx';
import { AddressPane } from '../../components/AddressPane.tsx';
import { Button } from '../../components/Button.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { Toolbar } from '../../components/Toolbar.tsx';
import { useFilteredSelection } from '../../hooks/use-filtered-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { addressesColumns } from './addresses-columns.tsx';
import { CsvActions, type ImportOutcome } from './CsvActions.tsx';
import { filterEntries, sortEntries, withoutOwnKeys } from './filter-entries.ts';

/** The selection that stands for an address which is still to be typed. */
const NEW = 'new';
/** Of an import's lines that were not taken. */
const SHOWN_PROBLEMS = 5;

/** Whom this machine knows besides its own keys: saved, watched, or sent to before. */
export function AddressesView() {
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const kept = useTopic('addresses.changed');
  const entries = useMemo(() => (kept === undefined ? undefined : withoutOwnKeys(kept, accounts ?? [])), [kept, accounts]);
  const [outcome, setOutcome] = useState<ImportOutcome | undefined>(undefined);
  const { selected, select, filter: text, setFilter: setText } = useFilteredSelection('/addresses');
  const close = useCallback(() => select(undefined), [select]);
  const addButton = (
    <Button icon={IconPlus} onClick={() => select(NEW)}>
      Add an address
    </Button>
  );
  const shown = entries === undefined ? [] : sortEntries(filterEntries(entries, text));
  return (
    <SplitView
      pane={
        selected === undefined ? undefined : selected === NEW ? (
          <DetailPane title="New address" sub="any form: f0, f1, f2, f3, f4 or 0x" onClose={close}>
            <DetailSection title="What it is to you">
              <AddressEditor onSaved={select} />
            </DetailSection>
          </DetailPane>
        ) : (
          <AddressPane key={selected} address={selected} onClose={close} />
        )
      }
    >
      <PageHead
        title="Address book"
        sub="kept on this machine"
        actions={
          <>
            {entries === undefined ? undefined : <CsvActions entries={entries} onOutcome={setOutcome} />}
            {addButton}
          </>
        }
      />
      {outcome === undefined ? undefined : (
        <Note
          tone={outcome.problems.length === 0 ? 'success' : 'warning'}
          title={outcome.title}
          actions={
            <Button size="small" kind="quiet" onClick={() => setOutcome(undefined)}>
              Dismiss
            </Button>
          }
        >
          {outcome.problems.length === 0 ? undefined : (
            <ul>
              {outcome.problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
              {outcome.problems.length > SHOWN_PROBLEMS ? (
                <li>and {formatCount(outcome.problems.length - SHOWN_PROBLEMS, 'more line')} that could not be taken</li>
              ) : undefined}
            </ul>
          )}
        </Note>
      )}
      {entries === undefined ? (
        <SkeletonRows rows={6} columns={5} />
      ) : entries.length === 0 ? (
        <PanelState icon={IconAddressBook} title="Nobody is in the address book yet" actions={addButton}>
          Labels stand before their addresses wherever these are shown. Recipients of your messages come here by themselves.
        </PanelState>
      ) : (
        <>
          <Toolbar>
            <FilterField label="Filter the address book" value={text} onChange={setText} placeholder="Label, address or note" />
          </Toolbar>
          <DataTable
            label="Address book"
            unit={['address', 'addresses']}
            columns={addressesColumns}
            rows={shown}
            rowKey={({ address }) => address}
            selectedKey={selected}
            onSelect={({ address }) => select(address)}
            copyText={({ address }) => address}
            total={entries.length}
            isFilling
            exportName="addresses"
            empty={
              <PanelState icon={IconAddressBook} title="No address fits the filter">
                {text.trim()} is in no label, address or note.
              </PanelState>
            }
          />
        </>
      )}
    </SplitView>
  );
}
