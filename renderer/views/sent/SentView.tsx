import { IconFilterOff, IconPencil, IconSend } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import { Button } from '../../components/Button.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { Toolbar } from '../../components/Toolbar.tsx';
import { useSelection } from '../../hooks/use-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { type JournalFilter, matchesJournalFilter } from './message-life.ts';
import { SentPane } from './SentPane.tsx';
import { sentColumns } from './sent-columns.tsx';

/** Everything that was sent from this machine, as the journal has it, newest first. */
export function SentView() {
  const [, navigate] = useLocation();
  const entries = useTopic('messages.journalChanged');
  const [filter, setFilter] = useState<JournalFilter>('all');
  const [selectedId, select] = useSelection('/sent');
  const close = useCallback(() => select(undefined), [select]);
  const sorted = useMemo(() => [...(entries ?? [])].sort((left, right) => right.createdAtMs - left.createdAtMs), [entries]);
  const shown = useMemo(() => sorted.filter((entry) => matchesJournalFilter(entry, filter)), [sorted, filter]);
  const selected = sorted.find((entry) => entry.id === selectedId);
  const openCount = sorted.filter((entry) => !isSettledStage(entry.stage)).length;
  const troubleCount = sorted.filter((entry) => matchesJournalFilter(entry, 'trouble')).length;
  return (
    <SplitView pane={selected === undefined ? undefined : <SentPane entry={selected} onClose={close} />}>
      <PageHead
        title="Sent"
        sub="the journal of this machine, over all networks"
        actions={
          <Button icon={IconPencil} onClick={() => navigate('/compose')}>
            Compose
          </Button>
        }
      />
      {entries === undefined ? (
        <SkeletonRows rows={6} columns={6} />
      ) : sorted.length === 0 ? (
        <PanelState
          icon={IconSend}
          title="Nothing was sent yet"
          actions={
            <Button icon={IconPencil} onClick={() => navigate('/compose')}>
              Compose a message
            </Button>
          }
        >
          Every message that you approve is written down here first, and followed until it is final.
        </PanelState>
      ) : (
        <>
          <Toolbar>
            <SegmentedControl
              label="Which messages"
              value={filter}
              onChange={setFilter}
              options={[
                { value: 'all', label: 'All' },
                { value: 'open', label: `On their way ${openCount}` },
                { value: 'settled', label: 'Settled' },
                { value: 'trouble', label: `Trouble ${troubleCount}` },
              ]}
            />
          </Toolbar>
          <DataTable
            label="Sent messages"
            unit={['message', 'messages']}
            columns={sentColumns}
            rows={shown}
            rowKey={(entry) => entry.id}
            selectedKey={selectedId}
            onSelect={(entry) => select(entry.id)}
            copyText={(entry) => entry.signedCid ?? entry.unsignedCid}
            total={sorted.length}
            isFilling
            footer={<span>newest first</span>}
            empty={
              <PanelState
                icon={IconFilterOff}
                title="No message matches"
                actions={
                  <Button size="small" onClick={() => setFilter('all')}>
                    Show all
                  </Button>
                }
              >
                {sorted.length} are in the journal.
              </PanelState>
            }
          />
        </>
      )}
    </SplitView>
  );
}
