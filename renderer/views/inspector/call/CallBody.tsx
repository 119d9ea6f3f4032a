import { useMemo, useState } from 'react';
import { defined } from '../../../../shared/collections/defined.ts';
import type { BodyFacts, BodySide, CallDetail } from '../../../../shared/ipc/schemas/inspector.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { SegmentedControl } from '../../../components/inputs/SegmentedControl.tsx';
import { JsonTree, type TreeMark } from '../../../components/values/JsonTree.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { toEnvelope } from '../../../hooks/use-query.ts';
import { BodyFind, type BodyMatch } from './BodyFind.tsx';
import styles from './call-pane.module.css';
import { RawBody } from './RawBody.tsx';
import { sizeText } from './size-text.ts';
import { useBodySource } from './use-body-source.ts';

interface CallBodyProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly side: BodySide;
  readonly facts: BodyFacts | undefined;
  /** The value that the address names, where it stands in this body. */
  readonly path: string | undefined;
}

/** One body of a call: as a tree where it is JSON, and as the text that went over the wire. */
export function CallBody({ source, call, side, facts, path }: CallBodyProps) {
  const [form, setForm] = useState<'tree' | 'raw'>(facts?.isJson === false ? 'raw' : 'tree');
  const [trouble, setTrouble] = useState<{ readonly title: string; readonly words: string } | undefined>(undefined);
  const [match, setMatch] = useState<BodyMatch | undefined>(undefined);
  const { id } = call.summary;
  const place = useMemo(() => ({ source, id, side }), [source, id, side]);
  const tree = useBodySource(place);
  if (facts === undefined || facts.sizeBytes === 0) return <NoBody call={call} side={side} />;
  const isWithoutRecording = facts.recordedBytes === 0;
  return (
    <div className={styles.section}>
      <div className={styles.bodyHead}>
        <span className="t3">
          {sizeText(facts.sizeBytes)}
          {facts.isTruncated && !isWithoutRecording ? `, of which ${sizeText(facts.recordedBytes)} are recorded` : ''}
          {facts.isJson ? '' : ', not JSON'}
        </span>
        {isWithoutRecording ? undefined : (
          <SegmentedControl
            label="Body view"
            value={form}
            onChange={setForm}
            options={[
              { value: 'tree', label: 'Tree' },
              { value: 'raw', label: 'Raw' },
            ]}
          />
        )}
      </div>
      {isWithoutRecording ? undefined : <BodyFind place={place} onFound={setMatch} />}
      {facts.isTruncated ? (
        <Note tone="info" isInset title={isWithoutRecording ? 'The body was not recorded' : 'Only the beginning was recorded'}>
          {sizeText(facts.sizeBytes)} were transferred; the recording stores less because of its size limit.
        </Note>
      ) : undefined}
      {trouble !== undefined && form === 'tree' ? (
        <Note tone="warning" isInset title={trouble.title}>
          {path === undefined ? undefined : (
            <p className="mono">
              <UntrustedText text={path} maximumLength={300} />
            </p>
          )}
          <UntrustedText text={trouble.words} />
        </Note>
      ) : undefined}
      {isWithoutRecording ? undefined : form === 'raw' ? (
        <RawBody key={match?.offset} place={place} facts={facts} from={match?.offset} />
      ) : (
        <JsonTree
          label={side === 'request' ? 'Request' : 'Response'}
          source={tree}
          path={match?.path ?? path}
          troubles={{
            failed: (error) => setTrouble({ title: 'Could not show the body as a tree', words: toEnvelope(error).message }),
            missing: (words) => setTrouble({ title: 'Value not found', words }),
          }}
        />
      )}
    </div>
  );
}

function NoBody({ call, side }: { readonly call: CallDetail; readonly side: BodySide }) {
  const { status, kind } = call.summary;
  return (
    <div className={styles.section}>
      <p className={styles.quiet}>
        {side === 'request'
          ? kind === 'frame'
            ? 'No request: the node pushed this on a subscription.'
            : 'Nothing was sent.'
          : status === 'pending'
            ? 'Waiting for the node.'
            : 'No answer received.'}
      </p>
    </div>
  );
}

interface BodyExcerptProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly side: BodySide;
  readonly facts: BodyFacts;
  readonly marks?: ReadonlyMap<string, TreeMark>;
}

/** A body inside of an explanation: the tree alone, or its first characters where it is not JSON. */
export function BodyExcerpt({ source, call, side, facts, marks }: BodyExcerptProps) {
  const { id } = call.summary;
  const place = useMemo(() => ({ source, id, side }), [source, id, side]);
  const tree = useBodySource(place);
  const [hasFailed, setHasFailed] = useState(false);
  return facts.isJson && !hasFailed ? (
    <JsonTree
      label={side === 'request' ? 'Request, as sent' : 'Response'}
      source={tree}
      troubles={{ failed: () => setHasFailed(true), missing: () => undefined }}
      {...defined({ marks })}
    />
  ) : (
    <RawBody place={place} facts={facts} isExcerpt />
  );
}
