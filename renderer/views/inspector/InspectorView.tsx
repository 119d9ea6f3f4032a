import { IconActivity, IconFilterOff, IconPlayerRecordFilled, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { Toolbar } from '../../components/Toolbar.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useSelection } from '../../hooks/use-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { CallPane } from './CallPane.tsx';
import { FILTER_FIELDS, matchesCallFilter, parseCallFilter } from './call-filter.ts';
import { inspectorColumns } from './inspector-columns.tsx';
import { NewCallPane } from './NewCallPane.tsx';

const clearCalls = (client: AppClient) => client.inspector.clearCalls({});

type Part = 'all' | 'errors' | 'frames';

/** Every call to a node, newest first. */
export function InspectorView() {
  const calls = useTopic('inspector.callRecorded');
  const [filterText, setFilterText] = useState('');
  const [part, setPart] = useState<Part>('all');
  // The search leads here with a method's name: `/inspector/call/ChainHead`.
  const { method: named } = useParams();
  const [draft, setDraft] = useState<{ readonly method: string; readonly params: string } | undefined>(
    named === undefined ? undefined : { method: named, params: '[]' },
  );
  const [selectedId, select] = useSelection('/inspector');
  const clear = useCommand(clearCalls);
  const filter = useMemo(() => parseCallFilter(filterText), [filterText]);
  const newestFirst = useMemo(() => [...(calls ?? [])].sort((left, right) => right.id - left.id), [calls]);
  const shown = useMemo(
    () =>
      newestFirst.filter(
        (call) =>
          (part === 'all' || (part === 'errors' ? call.status === 'error' : call.kind === 'frame')) && matchesCallFilter(call, filter),
      ),
    [newestFirst, part, filter],
  );
  const errorCount = useMemo(() => newestFirst.filter((call) => call.status === 'error').length, [newestFirst]);
  const methods = useMemo(() => [...new Set(newestFirst.map((call) => call.method))].sort(), [newestFirst]);
  const close = useCallback(() => select(undefined), [select]);
  const closeDraft = useCallback(() => {
    setDraft(undefined);
    if (named !== undefined) select(undefined);
  }, [named, select]);
  const id = selectedId === undefined ? Number.NaN : Number(selectedId);

  const pane =
    draft !== undefined ? (
      <NewCallPane
        initial={draft}
        methods={methods}
        onClose={closeDraft}
        onSent={(sentId) => {
          setDraft(undefined);
          select(String(sentId));
        }}
      />
    ) : Number.isSafeInteger(id) ? (
      <CallPane
        key={id}
        id={id}
        summary={newestFirst.find((call) => call.id === id)}
        onClose={close}
        onEdit={(method, params) => setDraft({ method, params })}
      />
    ) : undefined;

  function clearFilter(): void {
    setFilterText('');
    setPart('all');
  }

  return (
    <SplitView pane={pane}>
      <PageHead
        title="Inspector"
        status={
          <Badge tone="danger" icon={IconPlayerRecordFilled}>
            Recording
          </Badge>
        }
        sub="tokens and signatures are masked"
        actions={
          <Button icon={IconPlus} onClick={() => setDraft({ method: '', params: '[]' })}>
            New call
          </Button>
        }
      />
      <Toolbar>
        <FilterField
          label="Filter the calls"
          value={filterText}
          onChange={setFilterText}
          placeholder="method:State*  code:-32601  endpoint:  took>10ms  or any text"
          problem={filter.problems[0]}
          count={`${formatInteger(shown.length)} of ${formatInteger(newestFirst.length)}`}
          listId="inspector-filter-words"
          suggestions={FILTER_FIELDS.map((field) => ({ value: field.example, label: field.meaning }))}
        />
        <SegmentedControl
          label="Which calls"
          value={part}
          onChange={setPart}
          options={[
            { value: 'all', label: 'All' },
            { value: 'errors', label: `Errors ${formatInteger(errorCount)}` },
            { value: 'frames', label: 'Frames' },
          ]}
        />
        <Button kind="quiet" icon={IconTrash} isIconOnly isBusy={clear.isRunning} onClick={() => void clear.run(undefined)}>
          Clear the recording
        </Button>
      </Toolbar>
      {calls === undefined ? (
        <SkeletonRows rows={12} columns={5} />
      ) : (
        <DataTable
          label="Calls"
          unit={['call', 'calls']}
          columns={inspectorColumns}
          rows={shown}
          rowKey={(call) => String(call.id)}
          selectedKey={selectedId}
          onSelect={(call) => {
            setDraft(undefined);
            select(String(call.id));
          }}
          copyText={(call) => call.method}
          total={newestFirst.length}
          isFilling
          footer={<span>newest first, the last {formatInteger(2000)} are kept</span>}
          empty={
            newestFirst.length === 0 ? (
              <PanelState icon={IconActivity} title="No call yet">
                Every call that this app makes to a node appears here, with its request and its answer.
              </PanelState>
            ) : (
              <PanelState
                icon={IconFilterOff}
                title="No call matches"
                actions={
                  <Button size="small" onClick={clearFilter}>
                    Clear filters
                  </Button>
                }
              >
                {formatInteger(newestFirst.length)} are recorded. Fields: {FILTER_FIELDS.map((field) => field.name).join(', ')}; “not”
                before a term turns it round.
              </PanelState>
            )
          }
        />
      )}
    </SplitView>
  );
}
