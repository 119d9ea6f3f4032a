import { IconBook, IconFilterOff, IconPencil, IconX } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { UnknownPane } from '../../components/feedback/UnknownPane.tsx';
import { FilterField } from '../../components/filters/FilterField.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { useFilteredSelection } from '../../hooks/use-filtered-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { JournalFileNote } from './JournalFileNote.tsx';
import { JournalPane } from './JournalPane.tsx';
import styles from './journal.module.css';
import { journalColumns } from './journal-columns.tsx';
import { batchSizes, EVERYTHING, isInTrouble, type JournalChoice, matchesFilter, newestFirst } from './journal-filter.ts';
import { useHoldUps } from './use-hold-ups.ts';

/** Every message that was signed or pushed here, on all networks, newest first. */
export function JournalView() {
  const [, navigate] = useLocation();
  const entries = useTopic('messages.journalChanged');
  const labelOf = useLabels();
  const { selected: selectedId, select, filter: text, setFilter: setText } = useFilteredSelection('/journal');
  const [chosen, setChosen] = useState<JournalChoice>(EVERYTHING);
  const filter = useMemo(() => ({ ...chosen, text }), [chosen, text]);
  const change = (part: Partial<JournalChoice>): void => setChosen((before) => ({ ...before, ...part }));
  const showAll = (besides: Partial<JournalChoice> = {}): void => {
    setChosen({ ...EVERYTHING, ...besides });
    setText('');
  };
  const close = useCallback(() => select(undefined), [select]);
  const sorted = useMemo(() => newestFirst(entries ?? []), [entries]);
  const holdUps = useHoldUps();
  const shown = useMemo(
    () => sorted.filter((entry) => matchesFilter(entry, filter, labelOf, holdUps.get(entry.id))),
    [sorted, filter, labelOf, holdUps],
  );
  const sizes = useMemo(() => batchSizes(sorted), [sorted]);
  const senders = useMemo(() => [...new Set(sorted.map(({ from }) => from))], [sorted]);
  const networks = useMemo(() => new Map(sorted.map(({ genesisCid, networkName }) => [genesisCid, networkName])), [sorted]);
  const columns = useMemo(() => journalColumns({ batchSizes: sizes, holdUps, hasNetworks: networks.size > 1 }), [sizes, holdUps, networks]);
  const selected = sorted.find((entry) => entry.id === selectedId);
  const openCount = sorted.filter((entry) => !isSettledStage(entry.stage)).length;
  const troubleCount = sorted.filter((entry) => isInTrouble(entry, holdUps.get(entry.id))).length;
  return (
    <SplitView
      pane={
        selectedId === undefined || entries === undefined ? undefined : selected === undefined ? (
          <UnknownPane unit="message" onClose={close}>
            The journal lists messages signed or pushed on this machine, each with its own ID.
          </UnknownPane>
        ) : (
          <JournalPane
            key={selected.id}
            entry={selected}
            batchSize={selected.batchId === undefined ? undefined : sizes.get(selected.batchId)}
            onShowBatch={(batchId) => showAll({ batchId })}
            onClose={close}
          />
        )
      }
    >
      <PageHead
        title="Journal"
        sub="signed or pushed on this machine, all networks"
        actions={
          <Button icon={IconPencil} onClick={() => navigate('/compose')}>
            Compose
          </Button>
        }
      />
      <JournalFileNote />
      {entries === undefined ? (
        <SkeletonRows rows={6} columns={6} />
      ) : sorted.length === 0 ? (
        <PanelState
          icon={IconBook}
          title="No messages yet"
          actions={
            <Button icon={IconPencil} onClick={() => navigate('/compose')}>
              Compose a message
            </Button>
          }
        >
          Messages you approve are recorded here and tracked until final.
        </PanelState>
      ) : (
        <>
          <Toolbar>
            <SegmentedControl
              label="Status"
              value={filter.part}
              onChange={(part) => change({ part })}
              options={[
                { value: 'all', label: 'All' },
                { value: 'open', label: `Open ${formatInteger(openCount)}` },
                { value: 'trouble', label: `Problems ${formatInteger(troubleCount)}` },
              ]}
            />
            {senders.length < 2 ? undefined : (
              <Choice
                label="Sender"
                all="All senders"
                value={filter.from}
                onChange={(from) => change({ from })}
                options={senders.map((from) => ({ value: from, label: labelOf(from) ?? shortAddress(from) }))}
              />
            )}
            {networks.size < 2 ? undefined : (
              <Choice
                label="Network"
                all="All networks"
                value={filter.genesisCid}
                onChange={(genesisCid) => change({ genesisCid })}
                options={[...networks].map(([genesisCid, name]) => ({ value: genesisCid, label: sanitiseToText(name, 40) }))}
              />
            )}
            {filter.batchId === undefined ? undefined : (
              <Button size="small" icon={IconX} onClick={() => change({ batchId: undefined })} hint="Show all batches">
                One batch
              </Button>
            )}
            <FilterField label="Filter the journal" value={text} onChange={setText} placeholder="Address, label, method, nonce or CID" />
          </Toolbar>
          <DataTable
            label="Journal"
            unit={['message', 'messages']}
            columns={columns}
            rows={shown}
            rowKey={(entry) => entry.id}
            selectedKey={selectedId}
            onSelect={(entry: JournalEntry) => select(entry.id)}
            copyText={(entry) => entry.signedCid ?? entry.unsignedCid}
            total={sorted.length}
            isFilling
            exportName="journal"
            footer={<span>newest first</span>}
            empty={
              <PanelState
                icon={IconFilterOff}
                title="No matching messages"
                actions={
                  <Button size="small" onClick={() => showAll()}>
                    Show all
                  </Button>
                }
              >
                {formatInteger(sorted.length)} are in the journal.
              </PanelState>
            }
          />
        </>
      )}
    </SplitView>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Choice({ label, all, value, onChange, options }: ChoiceProps) {
  return (
    <select className={styles.select} aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function shortAddress(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}

/** Labels of keys before those of the address book. */
function useLabels(): (address: string) => string | undefined {
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const book = useTopic('addresses.changed');
  return useMemo(() => {
    const labels = new Map(
      [...(book ?? []), ...(accounts ?? [])].filter(({ label }) => label !== '').map((kept) => [kept.address, kept.label]),
    );
    return (address) => {
      const label = labels.get(address);
      return label === undefined ? undefined : sanitiseToText(label, 60);
    };
  }, [accounts, book]);
}
