import { IconFileText, IconListDetails, IconPlus, IconSend } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { defined } from '../../../../shared/collections/defined.ts';
import { MAX_STREAM_ITEMS, MAX_STREAM_MINUTES } from '../../../../shared/inspector/hand-stream.ts';
import { type CallDetail, type CallTarget, LIVE_SOURCE } from '../../../../shared/ipc/schemas/inspector.ts';
import { methodFacts } from '../../../../shared/rpc/methods.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { MASK } from '../../../../shared/text/mask.ts';
import { sanitise } from '../../../../shared/text/sanitise.ts';
import { type AppClient, useClient } from '../../../client/client-context.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../../components/layout/SplitView.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import { toEnvelope } from '../../../hooks/use-query.ts';
import { EXPLAIN_ROUTE } from '../../../stores/pasted-text.ts';
import { CallPane } from '../call/CallPane.tsx';
import { readBodyText } from '../call/use-body-source.ts';
import { CallForm } from './CallForm.tsx';
import styles from './console.module.css';
import { type ConsoleDraft, type DraftCall, draftCall, draftOfRequest, emptyDraft, exampleParams, targetOf } from './console-draft.ts';
import { draftLint } from './draft-lint.ts';
import { MethodDocs } from './MethodDocs.tsx';
import { requestRepairOf } from './repaired-request.ts';
import { SentCalls } from './SentCalls.tsx';
import { useConsoleEndpoint } from './use-console-endpoint.ts';

/** What was being written, kept while the page lives: looking something up must not lose it. */
let keptDraft: ConsoleDraft | undefined;

const MAX_CALLS = 100;

const TARGETS: readonly { readonly value: CallTarget; readonly label: string }[] = [
  { value: 'node', label: 'Node' },
  { value: 'v2', label: 'Node, v2' },
  { value: 'miner', label: 'Storage miner' },
];

type SendInput = Pick<ConsoleDraft, 'calls' | 'to' | 'connectionId'>;
const sendDraft = (client: AppClient, { calls, to, connectionId }: SendInput) => {
  const where = { to, ...defined({ connectionId }) };
  const raw = calls.map(({ method, params }) => ({ method: method.trim(), params }));
  const [only] = raw;
  return raw.length === 1 && only !== undefined
    ? client.inspector.sendCall({ ...only, ...where })
    : client.inspector.sendBatch({ calls: raw, ...where });
};

const listPending = (client: AppClient) =>
  client.inspector.listCalls({
    source: LIVE_SOURCE,
    filter: 'cause=user status:pending',
    part: 'all',
    order: { by: 'id', direction: 'descending' },
    offset: 0,
    limit: 1,
  });

/** A call that takes longer than this is shown while it is under way. */
const SHOW_PENDING_AFTER_MS = 600;

/** Calls written by hand and sent exactly as written, with what is known of their methods beside them. */
export function ConsoleView() {
  const { method: named } = useParams();
  const search = useSearch();
  const [, navigate] = useLocation();
  const client = useClient();
  const [draft, setDraft] = useState<ConsoleDraft>(() => (named === undefined ? (keptDraft ?? emptyDraft()) : emptyDraft(named)));
  const [activeKey, setActiveKey] = useState(draft.calls[0]?.key);
  const [shown, setShown] = useState<{ readonly id: number; readonly path: string | undefined } | undefined>(undefined);
  const [preview, setPreview] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const send = useCommand(sendDraft);
  const pendingCalls = useCommand(listPending);
  const { connectionName, connections, activeId, hasMiner, hasV2, endpoint, headKey } = useConsoleEndpoint(draft.to, draft.connectionId);
  const active = draft.calls.find((call) => call.key === activeKey) ?? draft.calls[0];
  keptDraft = draft;

  // The address may name a recorded call to begin with, as it was sent or repaired.
  const isFirst = useRef(true);
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    const query = new URLSearchParams(search);
    const id = Number(query.get('call') ?? Number.NaN);
    if (!Number.isSafeInteger(id)) {
      if (!wasFirst && named !== undefined) setDraft(emptyDraft(named));
      return;
    }
    let isOvertaken = false;
    recordedDraft(client, query.get('source') ?? LIVE_SOURCE, id, query.get('repaired') === 'yes').then(
      (recorded) => {
        if (isOvertaken) return;
        setDraft((before) => ({ ...before, ...recorded }));
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!isOvertaken) setProblem(error instanceof RangeError ? error.message : toEnvelope(error).message);
      },
    );
    return () => {
      isOvertaken = true;
    };
  }, [client, search, named]);

  const isMasked = draft.calls.some((call) => call.params.includes(MASK));
  const findingsOf = useMemo(() => draftLint(endpoint), [endpoint]);
  const errorCount = draft.calls.flatMap(findingsOf).filter(({ severity }) => severity === 'error').length;
  const reason = draft.calls.some((call) => call.method.trim() === '') ? 'Enter a method first.' : undefined;

  const targets = TARGETS.filter(({ value }) => value === draft.to || { node: true, v2: hasV2, miner: hasMiner }[value]);
  const reachable = (to: CallTarget, otherwise: CallTarget) => (targets.some(({ value }) => value === to) ? to : otherwise);

  function change(next: DraftCall): void {
    setActiveKey(next.key);
    setDraft((before) => ({ ...before, calls: before.calls.map((call) => (call.key === next.key ? next : call)) }));
  }

  async function submit(): Promise<void> {
    if (reason !== undefined || send.isRunning) return;
    const timer = setTimeout(() => void showPending(), SHOW_PENDING_AFTER_MS);
    const sent = await send.run(draft);
    clearTimeout(timer);
    if (sent !== undefined) setShown({ id: sent.id, path: undefined });
  }

  /** The newest call of the user that waits for its answer. */
  async function showPending(): Promise<void> {
    const page = await pendingCalls.run(undefined);
    const [pending] = page?.rows ?? [];
    if (pending !== undefined) setShown({ id: pending.id, path: undefined });
  }

  async function editSent(id: number): Promise<void> {
    try {
      const recorded = await recordedDraft(client, LIVE_SOURCE, id, false);
      setDraft((before) => ({ ...before, ...recorded }));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof RangeError ? error.message : toEnvelope(error).message);
    }
  }

  return (
    <SplitView
      pane={
        shown === undefined ? (
          <MethodDocs
            method={preview ?? active?.method.trim() ?? ''}
            apiVersion={endpoint.apiVersion}
            params={active?.params ?? ''}
            onChoose={(method) => {
              if (active !== undefined) change({ ...active, method, params: exampleParams(method, endpoint.apiVersion) ?? '[]' });
            }}
          />
        ) : (
          <CallPane
            source={LIVE_SOURCE}
            id={shown.id}
            path={shown.path}
            onPath={(path) => setShown({ ...shown, path })}
            onOpen={(id) => setShown({ id, path: undefined })}
            onCompare={(other) => navigate(`/inspector/${shown.id}?compare=${other ?? 'choose'}`)}
            onClose={() => setShown(undefined)}
          />
        )
      }
    >
      <PageHead
        title="New call"
        sub={
          connectionName === undefined ? undefined : <UntrustedText text={`to ${connectionName}, exactly as written`} maximumLength={80} />
        }
        actions={
          <>
            <Button kind="quiet" icon={IconFileText} onClick={() => navigate(EXPLAIN_ROUTE)}>
              Explain pasted text
            </Button>
            <Button icon={IconListDetails} onClick={() => navigate(shown === undefined ? '/inspector' : `/inspector/${shown.id}`)}>
              {shown === undefined ? 'Recorded calls' : 'In the recording'}
            </Button>
          </>
        }
      />
      <ScrollArea label="New call">
        <div className={styles.console}>
          {problem === undefined ? undefined : (
            <Note tone="warning" isInset title="Could not edit the recorded call">
              <UntrustedText text={problem} />
            </Note>
          )}
          {isMasked ? (
            <Note tone="warning" isInset title="Part of this request is masked">
              Secrets are not recorded. Replace {MASK} with the real value before sending.
            </Note>
          ) : undefined}
          {draft.calls.map((call, index) => (
            <CallForm
              key={call.key}
              call={call}
              number={draft.calls.length === 1 ? undefined : index + 1}
              endpoint={endpoint}
              findings={findingsOf(call)}
              headKey={headKey}
              onChange={change}
              onFocus={() => setActiveKey(call.key)}
              onChoose={(next, facts) => {
                change(next);
                setDraft((before) => ({ ...before, to: reachable(targetOf(facts, before.to), before.to) }));
              }}
              onPreview={setPreview}
              onSend={() => void submit()}
              onRemove={
                draft.calls.length === 1
                  ? undefined
                  : () => setDraft((before) => ({ ...before, calls: before.calls.filter(({ key }) => key !== call.key) }))
              }
            />
          ))}
          <div className={styles.send}>
            <Button kind="primary" icon={IconSend} isBusy={send.isRunning} disabledReason={reason} onClick={() => void submit()}>
              {draft.calls.length === 1 ? 'Send' : `Send ${draft.calls.length} calls as a batch`}
            </Button>
            <Button
              icon={IconPlus}
              disabledReason={draft.calls.length >= MAX_CALLS ? `A batch can contain at most ${MAX_CALLS} calls.` : undefined}
              onClick={() => {
                const added = draftCall('', '[]');
                setDraft({ ...draft, calls: [...draft.calls, added] });
                setActiveKey(added.key);
              }}
            >
              Add call
            </Button>
            {connections.length > 1 ? (
              <select
                className={styles.endpoint}
                aria-label="Endpoint"
                value={draft.connectionId ?? activeId}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setDraft({ ...draft, to: 'node', connectionId: value === activeId ? undefined : value });
                }}
              >
                {connections.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {sanitise(name, 60)
                      .segments.map(({ text }) => text)
                      .join('')}
                  </option>
                ))}
              </select>
            ) : undefined}
            {targets.length > 1 ? (
              <SegmentedControl label="Target" value={draft.to} onChange={(to) => setDraft({ ...draft, to })} options={targets} />
            ) : undefined}
            <span className={styles.sendWords} role="status">
              {errorCount > 0
                ? `${formatCount(errorCount, 'problem')}: nodes will reject it. It is sent as is.`
                : draft.calls.some(({ method }) => methodFacts(method.trim())?.isStream === true)
                  ? `A stream ends after ${MAX_STREAM_MINUTES} minutes or ${formatInteger(MAX_STREAM_ITEMS)} items.`
                  : undefined}
            </span>
          </div>
          {send.error === undefined ? undefined : <PanelError error={send.error} />}
        </div>
        <SentCalls shownId={shown?.id} onShow={(id) => setShown({ id, path: undefined })} onEdit={(id) => void editSent(id)} />
      </ScrollArea>
    </SplitView>
  );
}

/** A recorded request, or what would have gone through in its place, for where it went; where that is not known, for what was chosen. */
async function recordedDraft(client: AppClient, source: string, id: number, isRepaired: boolean): Promise<Partial<ConsoleDraft>> {
  const call: CallDetail = await client.inspector.getCall({ source, id });
  const repair = isRepaired ? requestRepairOf(call) : undefined;
  if (repair === undefined && call.request.isTruncated) throw new RangeError('Its request was not recorded in full.');
  const body = repair?.request ?? (await readBodyText(client, { source, id, side: 'request' }, 0, call.request.recordedBytes));
  const calls = draftOfRequest(body);
  if (calls === undefined) throw new RangeError('Could not read its request.');
  return { calls, ...call.sendAgainTo };
}
