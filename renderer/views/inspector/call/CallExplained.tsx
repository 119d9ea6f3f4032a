import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { writeBodyPath } from '../../../../shared/inspector/body-path.ts';
import { CALL_FILTER_LANGUAGE } from '../../../../shared/inspector/call-filter.ts';
import { type CallDetail, type CallSummary, LIVE_SOURCE } from '../../../../shared/ipc/schemas/inspector.ts';
import { KINDS, parameterFacts } from '../../../../shared/rpc/parameter-kinds.ts';
import { FIELD_KINDS } from '../../../../shared/rpc/repair-values.ts';
import { formatInteger, formatLatency } from '../../../../shared/text/format.ts';
import { type AppClient, useClient } from '../../../client/client-context.ts';
import { Badge } from '../../../components/feedback/Badge.tsx';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { CopyButton } from '../../../components/inputs/CopyButton.tsx';
import { JsonTree, type TreeMark } from '../../../components/values/JsonTree.tsx';
import { KeyValue } from '../../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import { useQuery } from '../../../hooks/use-query.ts';
import { withField } from '../../../lib/filter-pieces.ts';
import { treeOfText } from '../../../lib/json-nodes.ts';
import { changedPaths, paramName, paramsOfRepair, type RequestRepair, requestRepairOf } from '../console/repaired-request.ts';
import { CallStatus } from '../list/inspector-columns.tsx';
import { BodyExcerpt } from './CallBody.tsx';
import { CallChecks } from './CallChecks.tsx';
import { CallNote } from './CallNote.tsx';
import { CallTiming } from './CallTiming.tsx';
import styles from './call-pane.module.css';
import { sizeText } from './size-text.ts';
import { readBodyText } from './use-body-source.ts';

interface CallExplainedProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly onOpen: (id: number) => void;
  readonly onCompare: (otherId?: number) => void;
  /** The call's note was written. */
  readonly onSaved: () => void;
}

type Explanation = NonNullable<CallDetail['explanation']>;

/** More than this is looked at in its own face. */
const EXCERPT_BYTES = 20_000;
/** Notes on a repair up to this length are shown on its line. */
const SHORT_NOTE = 36;

const LAYERS: Readonly<Record<Explanation['layer'], string>> = {
  dns: 'host name not found',
  tls: 'no secure connection',
  http: 'the web server answered, not the node',
  json: 'unexpected JSON',
  rpc: 'the node refused the request',
  method: 'not served here',
  chain: 'chain state, not the request format',
  network: 'the connection failed',
  timeout: 'no answer in time',
  stopped: 'stopped before the answer',
};

/** What happened in plain words; of a failure also where, why, and what would have gone through. */
export function CallExplained({ source, call, onOpen, onCompare, onSaved }: CallExplainedProps) {
  const { explanation, request, response } = call;
  const repair = requestRepairOf(call);
  const hasExcerpts = explanation !== undefined && request.sizeBytes > 0 && request.sizeBytes <= EXCERPT_BYTES;
  return (
    <>
      <div className={styles.section}>
        {explanation === undefined ? (
          <p className={styles.words}>
            {call.remark === undefined ? plainWords(call.summary, source) : <b>{sentence(call.remark.title)}</b>}{' '}
            {call.remark === undefined ? undefined : <span className="t2">{call.remark.text}</span>}
          </p>
        ) : (
          <Failure call={call} explanation={explanation} />
        )}
      </div>
      {source !== LIVE_SOURCE && explanation === undefined && call.summary.kind === 'call' && request.sizeBytes > 0 ? (
        <CallChecks source={source} call={call} />
      ) : undefined}
      {hasExcerpts ? (
        <div className={styles.section}>
          <h3>Request, as sent</h3>
          <BodyExcerpt source={source} call={call} side="request" facts={request} marks={guiltyMarks(call)} />
        </div>
      ) : undefined}
      {explanation !== undefined && response !== undefined && response.sizeBytes > 0 ? (
        <div className={styles.section}>
          <h3>Response</h3>
          <BodyExcerpt source={source} call={call} side="response" facts={response} />
        </div>
      ) : undefined}
      {repair === undefined ? undefined : <RepairedRequest source={source} call={call} repair={repair} />}
      {explanation?.repair?.kind === 'message' ? <MessageChanges repair={explanation.repair} /> : undefined}
      <CallTiming call={call} />
      <Facts source={source} call={call} onOpen={onOpen} onCompare={onCompare} />
      <CallNote
        id={call.summary.id}
        note={call.note ?? ''}
        onSaved={onSaved}
        readOnlyReason={source === LIVE_SOURCE ? undefined : 'Saved recordings are read-only.'}
      />
    </>
  );
}

function Failure({ call, explanation }: { readonly call: CallDetail; readonly explanation: Explanation }) {
  const { errorCode, httpStatus, errorMessage } = call.summary;
  const code = [
    errorCode === undefined ? undefined : String(errorCode).replace('-', '−'),
    // A reply of status 200 that failed all the same failed elsewhere.
    httpStatus === undefined || (errorCode === undefined && httpStatus < 300) ? undefined : `HTTP ${httpStatus}`,
  ].filter((part) => part !== undefined);
  return (
    <>
      <div className={styles.verdict}>
        <Badge tone="danger">{code.length === 0 ? explanation.layer : code.join(', ')}</Badge>
        <span className="s12 t3">
          {explanation.layer === 'stopped' && call.summary.cause === 'user' ? 'stopped by you' : LAYERS[explanation.layer]}
        </span>
      </div>
      <p className={styles.words}>
        <b>{sentence(explanation.title)}</b> <span className="t2">{explanation.cause}</span>
      </p>
      {explanation.reason === undefined ? undefined : (
        <p className={`${styles.quiet} mono`}>
          <UntrustedText text={explanation.reason} maximumLength={400} />
        </p>
      )}
      <p className={styles.fix}>{explanation.fix}</p>
      {errorMessage === undefined || call.response !== undefined ? undefined : (
        <p className={`${styles.quiet} mono`}>
          <UntrustedText text={errorMessage} maximumLength={2000} isMultiline />
        </p>
      )}
    </>
  );
}

function sentence(title: string): string {
  return /[.?]$/.test(title) ? title : `${title}.`;
}

/** Codes by which a node says that it could not read a parameter: it has another shape than it wants. */
const SHAPE_CODES: ReadonlySet<number | undefined> = new Set([-32700, -32602]);

function guiltyMarks(call: CallDetail): ReadonlyMap<string, TreeMark> {
  const index = call.explanation?.guiltyParam;
  if (index === undefined) return new Map();
  const path = call.explanation?.guiltyPath ?? [];
  const field = path.findLast((step) => typeof step === 'string');
  const name = field ?? paramName(call, index);
  const kind = field !== undefined ? FIELD_KINDS.get(field) : name === undefined ? undefined : parameterFacts(name)?.kind;
  const wanted = kind === undefined ? name : KINDS[kind].words.split(':')[0];
  const words = name === undefined ? 'this one' : SHAPE_CODES.has(call.summary.errorCode) ? `${wanted} expected` : `this ${name}`;
  return new Map([[writeBodyPath(['params', index, ...path]), { tone: 'danger', words }]]);
}

interface RepairedRequestProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly repair: RequestRepair;
}

/** The request that would have gone through, with what is different in it. */
function RepairedRequest({ source, call, repair }: RepairedRequestProps) {
  const client = useClient();
  const { id } = call.summary;
  const sent = useQuery(`request text ${source} ${id}`, () =>
    readBodyText(client, { source, id, side: 'request' }, 0, Math.min(call.request.recordedBytes, EXCERPT_BYTES * 10)),
  );
  // Without what was sent nothing can be said to be different.
  const changed = useMemo(() => (sent.data === undefined ? [] : changedPaths(sent.data, repair)), [sent.data, repair]);
  // What stays as it was is left out: the envelope, and the method where it is the same.
  const hasOtherMethod = changed.includes('method');
  const tree = useMemo(
    () => treeOfText(`{${hasOtherMethod ? `"method":${JSON.stringify(repair.method)},` : ''}"params":${paramsOfRepair(repair)}}`),
    [hasOtherMethod, repair],
  );
  const marks = useMemo(() => {
    const words = changed.length === 1 && repair.note.length <= SHORT_NOTE ? repair.note.replace(/\.$/, '') : 'changed';
    return new Map<string, TreeMark>(changed.map((path) => [path, { tone: 'success', words }]));
  }, [changed, repair.note]);
  if (sent.data === undefined && sent.error === undefined) return undefined;
  const isNoteInTree = [...marks.values()].some(({ words }) => words !== 'changed');
  return (
    <div className={styles.section}>
      <h3>
        Repaired request
        <CopyButton text={repair.request} label="Copy repaired request" />
      </h3>
      {tree === undefined ? (
        <div className={styles.raw}>
          <UntrustedText text={repair.request} maximumLength={2000} />
        </div>
      ) : (
        <JsonTree label="Repaired request" source={tree} marks={marks} />
      )}
      {isNoteInTree && repair.blanks.length === 0 ? undefined : (
        <p className={styles.quiet}>
          {isNoteInTree ? undefined : <UntrustedText text={repair.note} />}
          {repair.blanks.length === 0 ? undefined : ` Fill in: ${repair.blanks.join(', ')}.`}
        </p>
      )}
    </div>
  );
}

const AMOUNTS: ReadonlySet<string> = new Set(['GasFeeCap', 'GasPremium']);

function MessageChanges({ repair }: { readonly repair: Extract<NonNullable<Explanation['repair']>, { kind: 'message' }> }) {
  return (
    <div className={styles.section}>
      <h3>Changes needed before signing again</h3>
      <KeyValue
        labelWidthPx={96}
        rows={repair.changes.map(({ field, from, to }) => ({
          label: field,
          value: (
            <span className="row g6">
              {from === undefined ? undefined : (
                <>
                  <span className="mono t3">{from}</span>
                  <IconArrowRight size={12} stroke={1.7} aria-label="becomes" />
                </>
              )}
              <span className="mono">{to}</span>
              {AMOUNTS.has(field) ? <span className="t3">attoFIL</span> : undefined}
            </span>
          ),
          isWrapped: true,
        }))}
      />
      <p className={styles.quiet}>{repair.note}</p>
    </div>
  );
}

function Facts({ source, call, onOpen, onCompare }: Omit<CallExplainedProps, 'onSaved'>) {
  const { summary } = call;
  const before = useCommand(findCallBefore);
  const { parentId } = summary;

  async function comparePrevious(): Promise<void> {
    const found = await before.run({ source, id: summary.id, method: summary.method });
    if (found !== undefined) onCompare(found.id);
  }

  return (
    <div className={styles.section}>
      <h3>Facts</h3>
      <KeyValue
        labelWidthPx={96}
        rows={[
          { label: 'Status', value: <CallStatus call={summary} /> },
          summary.kind === 'frame' || summary.tookMs === undefined ? undefined : { label: 'Took', value: formatLatency(summary.tookMs) },
          {
            label: 'Sizes',
            value: `${sizeText(summary.requestBytes)} sent, ${summary.responseBytes === undefined ? 'nothing received' : `${sizeText(summary.responseBytes)} received`}`,
          },
          { label: 'Caller', value: summary.cause === 'user' ? 'you' : <UntrustedText text={summary.cause} maximumLength={120} /> },
          summary.tipsetKey === undefined
            ? undefined
            : {
                label: 'Tipset',
                value:
                  call.tipsetHeight === undefined ? (
                    <span>
                      {formatInteger(summary.tipsetKey.length)} {summary.tipsetKey.length === 1 ? 'block' : 'blocks'}{' '}
                      <CopyButton text={JSON.stringify(summary.tipsetKey)} label="Copy tipset key" />
                    </span>
                  ) : (
                    <Link href={`/tipsets/${call.tipsetHeight}`} className="link">
                      {formatInteger(call.tipsetHeight)}
                    </Link>
                  ),
              },
          summary.attempt === undefined ? undefined : { label: 'Attempt', value: formatInteger(summary.attempt) },
          parentId === undefined
            ? undefined
            : {
                label: PARENT_WORDS[summary.kind],
                value: (
                  <button type="button" className="link" onClick={() => onOpen(parentId)}>
                    call {formatInteger(parentId)}
                  </button>
                ),
              },
          call.url === ''
            ? undefined
            : {
                label: 'URL',
                value: (
                  <span className="mono">
                    <UntrustedText text={call.url} maximumLength={500} />
                  </span>
                ),
                isWrapped: true,
              },
        ]}
      />
      {summary.kind === 'call' && summary.status !== 'pending' ? (
        <div className={styles.buttons}>
          <Button size="small" kind="quiet" isBusy={before.isRunning} onClick={() => void comparePrevious()}>
            Compare with previous
          </Button>
        </div>
      ) : undefined}
      {before.error === undefined ? undefined : <PanelError error={before.error} />}
    </div>
  );
}

/** The last call of the same method before this one; without an id where there is none. */
async function findCallBefore(client: AppClient, { source, id, method }: { source: string; id: number; method: string }) {
  const page = await client.inspector.listCalls({
    source,
    filter: withField('', 'method', method, CALL_FILTER_LANGUAGE),
    part: 'all',
    untilId: id - 1,
    order: { by: 'id', direction: 'descending' },
    offset: 0,
    limit: 20,
  });
  return { id: page.rows.find((row) => row.method === method)?.id };
}

const PARENT_WORDS: Readonly<Record<CallSummary['kind'], string>> = {
  call: 'Belongs to',
  frame: 'Subscription',
  batch: 'First try',
  event: 'Belongs to',
};

function plainWords(summary: CallSummary, source: string): string {
  if (summary.status === 'pending') {
    return source === LIVE_SOURCE ? 'Waiting for the node.' : 'The recording has no answer to this request.';
  }
  if (summary.status === 'error') return 'The call failed.';
  switch (summary.kind) {
    case 'frame':
      return 'An item of a subscription.';
    case 'event':
      return summary.paramsPreview === '' ? 'A connection event.' : summary.paramsPreview;
    case 'batch':
      return 'A batch of calls in one request. See Calls for the answers.';
    case 'call':
      return summary.transport === 'cache'
        ? 'Answered from the cache, since this data cannot change. Nothing was sent.'
        : 'The node answered as expected.';
    default:
      return summary.kind satisfies never;
  }
}
