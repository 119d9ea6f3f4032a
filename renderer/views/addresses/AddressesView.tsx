import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../../shared/text/format.ts';
import { AddressEditor } from '../../components/chain/AddressEditor.tsx';
import { AddressPane } from '../../components/chain/AddressPane.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { FilterField } from '../../components/filters/FilterField.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { useFilteredSelection } from '../../hooks/use-filtered-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { addressesColumns } from './addresses-columns.tsx';
import { CsvActions, type ImportOutcome } from './CsvActions.tsx';
import { filterEntries, sortEntries, withoutOwnKeys } from './filter-entries.ts';

/** Selection of the form for a new address. */
const NEW = 'new';
/** Rejected lines listed after an import. */
const SHOWN_PROBLEMS = 5;

/** The address book: saved, watched and sent-to addresses, without own keys. */
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
            <DetailSection title="Details">
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
        sub="stored on this machine"
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
                <li>and {formatCount(outcome.problems.length - SHOWN_PROBLEMS, 'more line')}</li>
              ) : undefined}
            </ul>
          )}
        </Note>
      )}
      {entries === undefined ? (
        <SkeletonRows rows={6} columns={5} />
      ) : entries.length === 0 ? (
        <PanelState icon={IconAddressBook} title="No addresses yet" actions={addButton}>
          Labels are shown wherever their addresses are. Recipients of your messages are added automatically.
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
              <PanelState icon={IconAddressBook} title="No address matches">
                The filter searches labels, addresses and notes.
              </PanelState>
            }
          />
        </>
      )}
    </SplitView>
  );
}
