import {
  IconArrowBackUp,
  IconLock,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerRecordFilled,
  IconPlus,
  IconSearchOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CALL_FILTER_LANGUAGE } from '../../../shared/inspector/call-filter.ts';
import { type CallSelection, type InspectorState, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { sanitise } from '../../../shared/text/sanitise.ts';
import { type AppClient, useClient } from '../../client/client-context.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { UnknownPane } from '../../components/feedback/UnknownPane.tsx';
import { FilterExpression } from '../../components/filters/FilterExpression.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { withField } from '../../lib/filter-pieces.ts';
import { showToast } from '../../lib/toast.tsx';
import { SelectedCall } from './call/SelectedCall.tsx';
import { sizeText } from './call/size-text.ts';
import { type CallPart, callIdIn, type InspectorFace } from './inspector-route.ts';
import { CallList } from './list/CallList.tsx';
import { CallTimeline } from './list/CallTimeline.tsx';
import { CallVolume } from './list/CallVolume.tsx';
import listStyles from './list/call-list.module.css';
import { EmptyCalls } from './list/EmptyCalls.tsx';
import { MethodGroups } from './list/MethodGroups.tsx';
import { useCallWindow } from './list/use-call-window.ts';
import { useHeldList } from './list/use-held-list.ts';
import { OpenSession } from './sessions/OpenSession.tsx';
import { SaveCalls } from './sessions/SaveCalls.tsx';
import { SessionBanner } from './sessions/SessionBanner.tsx';
import styles from './sessions/session-controls.module.css';
import { fileDrop, useOpenRecording } from './sessions/use-open-recording.ts';
import { useInspectorRoute } from './use-inspector-route.ts';

const NEWER_PAUSE_MS = 1000;

const clearCalls = (client: AppClient) => client.inspector.clearCalls({});
const undoClear = (client: AppClient) => client.inspector.undoClear({});
const setRecording = (client: AppClient, isOn: boolean) => client.inspector.setRecording({ isOn });
const closeSession = (client: AppClient, id: string) => client.inspector.closeSession({ id });

const FACES: readonly { readonly value: InspectorFace; readonly label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'methods', label: 'Methods' },
];

/** Every call to a node, live or in a recording that was saved. */
export function InspectorView() {
  const state = useTopic('inspector.changed');
  if (state === undefined) {
    return (
      <SplitView>
        <PageHead title="Inspector" />
        <SkeletonRows rows={16} columns={6} />
      </SplitView>
    );
  }
  return <Inspector state={state} />;
}

function Inspector({ state }: { readonly state: InspectorState }) {
  const client = useClient();
  const [address, go] = useInspectorRoute();
  const [, navigate] = useLocation();
  const nowMs = useNow();
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const clear = useCommand(clearCalls);
  const undo = useCommand(undoClear);
  const record = useCommand(setRecording);
  const close = useCommand(closeSession);
  const opener = useOpenRecording({
    onOpened: (opened) => go({ source: opened, selected: undefined, filter: '', part: 'all', span: undefined }),
    onRefused: setRefusal,
  });
  const { source, filter, part, face, span, selected } = address;
  const isLive = source === LIVE_SOURCE;
  const session = state.sessions.find((entry) => entry.id === source);
  const revision = isLive ? state.revision : 0;

  const [isAtTop, setIsAtTop] = useState(true);
  const held = useHeldList(isLive ? selected : undefined, isAtTop || !isLive || face !== 'list', () => newestShown());
  const whole: CallSelection = {
    source,
    filter,
    part,
    ...(span === undefined ? {} : { fromMs: span.fromMs, toMs: span.toMs }),
  };
  const untilId = isLive ? held.untilId : undefined;
  const selection: CallSelection = untilId === undefined ? whole : { ...whole, untilId };
  const list = useCallWindow(selection, revision, held.rewindCount);
  const { page } = list;
  if (list.isAtTop !== isAtTop) setIsAtTop(list.isAtTop);

  /** The first row of a list that follows; of any other order what the recording says. */
  function newestShown(): number {
    const first = list.isDefaultOrder && page?.offset === 0 ? page.rows[0]?.id : undefined;
    const own = callIdIn(selected);
    return Math.max(first ?? state.newestId, own !== undefined && own <= state.newestId + 1000 ? own : 0);
  }

  const newer = useFreshAnswer(
    untilId === undefined || untilId >= state.newestId ? undefined : JSON.stringify([whole, untilId]),
    async (client) => {
      const answer = await client.inspector.listCalls({ ...whole, order: { by: 'id', direction: 'descending' }, offset: 0, limit: 1 });
      return { untilId, matching: answer.matching };
    },
    { revision, pauseMs: NEWER_PAUSE_MS },
  );
  const newerCount =
    untilId === undefined || newer.data?.untilId !== untilId || page === undefined ? 0 : Math.max(0, newer.data.matching - page.matching);

  const total = page?.total ?? (isLive ? state.total : (session?.callCount ?? 0));
  const isNarrowed = filter !== '' || part !== 'all' || span !== undefined;
  const id = callIdIn(selected);
  const rowIndex = page === undefined || id === undefined ? -1 : page.rows.findIndex((call) => call.id === id);
  const select = (next: number | undefined): void => go({ selected: next === undefined ? undefined : String(next) });
  const showAll = (): void => go({ filter: '', part: 'all', span: undefined });

  async function clearRecording(): Promise<void> {
    const before = state.total - state.pinnedCount;
    const done = await clear.run(undefined);
    if (done === undefined) return;
    const pinned = state.pinnedCount === 0 ? '' : `${formatCount(state.pinnedCount, 'pinned call')} kept. `;
    const message = `${pinned}Undo clear brings them back for 30 seconds. Calls that figures come from are kept but not listed.`;
    showToast({ tone: 'info', title: `${formatCount(before, 'call')} cleared`, message });
    held.follow();
  }

  async function closeRecording(sessionId: string): Promise<void> {
    const done = await close.run(sessionId);
    if (done !== undefined) go({ source: LIVE_SOURCE, selected: undefined, span: undefined });
  }

  const pane =
    selected === undefined ? undefined : id === undefined ? (
      <UnknownPane unit="call" onClose={() => select(undefined)}>
        Calls are identified by number; “<UntrustedText text={selected} maximumLength={40} />” is not a number.
      </UnknownPane>
    ) : (
      <SelectedCall
        address={address}
        go={go}
        previousId={rowIndex === -1 ? undefined : page?.rows[rowIndex - 1]?.id}
        nextId={rowIndex === -1 ? undefined : page?.rows[rowIndex + 1]?.id}
      />
    );
  const empty = (
    <EmptyCalls
      total={total}
      isLive={isLive}
      isRecording={state.isRecording}
      problems={page?.problems ?? []}
      onClear={showAll}
      onRecord={() => void record.run(true)}
    />
  );
  const failure = clear.error ?? undo.error ?? record.error ?? close.error;

  return (
    <div className={styles.dropArea} {...fileDrop(opener.open)}>
      <SplitView pane={pane}>
        <PageHead
          title="Inspector"
          status={
            <>
              <RecordingBadge isLive={isLive} isRecording={state.isRecording} />
              {state.sessions.length === 0 ? undefined : (
                <select
                  className={styles.source}
                  aria-label="Recording"
                  value={source}
                  onChange={(event) => go({ source: event.currentTarget.value, selected: undefined, span: undefined })}
                >
                  <option value={LIVE_SOURCE}>Live</option>
                  {state.sessions.map((entry) => (
                    <option key={entry.id} value={entry.id}>
                      {plainName(entry.name)}
                    </option>
                  ))}
                </select>
              )}
            </>
          }
          sub={isLive ? liveWords(state, nowMs) : undefined}
          actions={
            <>
              <Button icon={IconPlus} onClick={() => navigate('/inspector/new')}>
                New call
              </Button>
              <SaveCalls selection={selection} matching={page?.matching} />
              <OpenSession opener={opener} />
            </>
          }
        />
        {refusal === undefined ? undefined : (
          <div role="alert">
            <Note
              tone="danger"
              title="Could not open the file"
              actions={
                <Button size="small" onClick={() => setRefusal(undefined)}>
                  Dismiss
                </Button>
              }
            >
              <UntrustedText text={refusal} />
            </Note>
          </div>
        )}
        {failure === undefined ? undefined : (
          <div role="alert">
            <Note tone="danger" title="Something went wrong">
              <UntrustedText text={failure.message} />
            </Note>
          </div>
        )}
        {session === undefined ? undefined : (
          <SessionBanner session={session} isClosing={close.isRunning} onClose={() => void closeRecording(session.id)} />
        )}
        {!isLive && session === undefined ? (
          <PanelState
            icon={IconSearchOff}
            title="This recording is not open"
            actions={
              <Button size="small" onClick={() => go({ source: LIVE_SOURCE, selected: undefined })}>
                Show live recording
              </Button>
            }
          >
            It was closed, or Sextant was restarted. Open its file again.
          </PanelState>
        ) : (
          <>
            <Toolbar>
              <FilterExpression
                key={source}
                language={CALL_FILTER_LANGUAGE}
                list="calls"
                label="Filter calls"
                placeholder="method:State*  status:error  dur:>500ms  or any text"
                unit={['call', 'calls']}
                lookUp={(field, prefix) => client.inspector.listFilterValues({ source, field, prefix })}
                value={filter}
                onChange={(next, isSettled) => go({ filter: next }, { replace: !isSettled })}
                count={
                  page === undefined
                    ? ''
                    : isNarrowed
                      ? `${formatInteger(page.matching)} of ${formatInteger(page.total)}`
                      : formatInteger(page.matching)
                }
              />
              <div className={listStyles.controls}>
                <SegmentedControl<CallPart>
                  label="Calls"
                  value={part}
                  onChange={(next) => go({ part: next })}
                  options={[
                    { value: 'all', label: 'All' },
                    { value: 'errors', label: `Errors ${formatInteger(isLive ? state.errorCount : (session?.errorCount ?? 0))}` },
                    { value: 'frames', label: 'Frames' },
                    { value: 'pinned', label: 'Pinned' },
                  ]}
                />
                <SegmentedControl label="View" value={face} onChange={(next) => go({ face: next })} options={FACES} />
                {isLive ? (
                  <span className="row end">
                    {state.clearedCount === 0 ? undefined : (
                      <Button kind="quiet" icon={IconArrowBackUp} isBusy={undo.isRunning} onClick={() => void undo.run(undefined)}>
                        Undo clear
                      </Button>
                    )}
                    <Button
                      kind="quiet"
                      icon={state.isRecording ? IconPlayerPauseFilled : IconPlayerPlayFilled}
                      isIconOnly
                      isBusy={record.isRunning}
                      onClick={() => void record.run(!state.isRecording)}
                    >
                      {state.isRecording ? 'Pause recording' : 'Resume recording'}
                    </Button>
                    <Button
                      kind="quiet"
                      icon={IconTrash}
                      isIconOnly
                      isBusy={clear.isRunning}
                      disabledReason={state.total <= state.pinnedCount ? 'Nothing to clear.' : undefined}
                      onClick={() => void clearRecording()}
                    >
                      {clearWords(state)}
                    </Button>
                  </span>
                ) : undefined}
              </div>
            </Toolbar>
            <CallVolume
              selection={{ source, filter, part }}
              revision={revision}
              span={span}
              onSpan={(next) => go({ span: next }, { replace: span !== undefined && next !== undefined })}
            />
            {face === 'list' ? (
              <CallList
                list={list}
                nowMs={nowMs}
                selected={selected}
                comparedId={typeof address.compare === 'number' ? address.compare : undefined}
                onSelect={select}
                empty={empty}
                isNarrowed={isNarrowed}
                newerCount={newerCount}
                onFollow={held.follow}
                status={isLive ? <RecordingStatus state={state} /> : undefined}
              />
            ) : undefined}
            {face === 'timeline' ? (
              <CallTimeline
                selection={selection}
                revision={revision}
                nowMs={nowMs}
                selectedId={id}
                onSelect={select}
                span={span}
                onSpan={(next) => go({ span: next }, { replace: true })}
                empty={empty}
              />
            ) : undefined}
            {face === 'methods' ? (
              <MethodGroups
                selection={selection}
                revision={revision}
                onChoose={(method) => go({ filter: withField(filter, 'method', method, CALL_FILTER_LANGUAGE), face: 'list' })}
                empty={empty}
              />
            ) : undefined}
          </>
        )}
      </SplitView>
    </div>
  );
}

function RecordingBadge({ isLive, isRecording }: { readonly isLive: boolean; readonly isRecording: boolean }) {
  if (!isLive) {
    return (
      <Badge tone="info" icon={IconLock}>
        Read-only
      </Badge>
    );
  }
  return isRecording ? (
    <Badge tone="danger" icon={IconPlayerRecordFilled}>
      Recording
    </Badge>
  ) : (
    <Badge tone="warning" icon={IconPlayerPauseFilled}>
      Paused
    </Badge>
  );
}

/** State and size of the recording. */
function RecordingStatus({ state }: { readonly state: InspectorState }) {
  const unlisted = state.unlistedCount === 0 ? '' : `, including ${formatCount(state.unlistedCount, 'call')} behind figures`;
  const dropped = state.droppedCount === 0 ? '' : `, ${formatInteger(state.droppedCount)} older dropped`;
  return (
    <>
      <span className={listStyles.live} data-paused={!state.isRecording || undefined}>
        <i aria-hidden="true" />
        <span className="ell">{state.isRecording ? 'Recording; tokens and signatures masked' : 'Paused'}</span>
      </span>
      <span className="ell hide-narrow">
        {sizeText(state.usedBytes)} of {sizeText(state.capBytes)}
        {unlisted}
        {dropped}
      </span>
    </>
  );
}

function liveWords(state: InspectorState, nowMs: number): string {
  const endpoints = formatCount(state.endpointCount, 'endpoint');
  return state.oldestAtMs === undefined ? endpoints : `${formatDuration(Math.max(0, nowMs - state.oldestAtMs))}, ${endpoints}`;
}

function clearWords({ total, pinnedCount }: InspectorState): string {
  const kept = pinnedCount === 0 ? '' : `; ${formatCount(pinnedCount, 'pinned call')} kept`;
  return `Clear ${formatCount(total - pinnedCount, 'call')}${kept}`;
}

/** A name out of a file, for where only plain text can stand. */
function plainName(name: string): string {
  return sanitise(name, 60)
    .segments.map((segment) => segment.text)
    .join('');
}
