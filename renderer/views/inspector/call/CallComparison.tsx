import { IconArrowsExchange, IconEqual, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallDifference, CallSummary, CallComparison as Comparison } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatCount, formatInteger, formatLatency } from '../../../../shared/text/format.ts';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../../components/feedback/QueryContent.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { DetailPane } from '../../../components/layout/DetailPane.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useQuery } from '../../../hooks/use-query.ts';
import { formatClock } from '../../../lib/shown-time.ts';
import { CallStatus } from '../list/inspector-columns.tsx';
import { methodWords } from '../method-name.ts';
import styles from './call-comparison.module.css';
import { sizeText } from './size-text.ts';

interface CallComparisonProps {
  readonly source: string;
  readonly ids: readonly [number, number];
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

/** Two calls side by side, the older one left: what is different in what was asked and in what was answered, by value. */
export function CallComparison({ source, ids, onOpen, onClose }: CallComparisonProps) {
  const [isSwapped, setIsSwapped] = useState(false);
  const [older, newer] = [Math.min(...ids), Math.max(...ids)];
  const [leftId, rightId] = isSwapped ? [newer, older] : [older, newer];
  const query = useQuery(`compare ${source} ${leftId} ${rightId}`, (client) =>
    client.inspector.compareCalls({ left: { source, id: leftId }, right: { source, id: rightId } }),
  );
  return (
    <DetailPane
      title="Comparison"
      sub={`call ${formatInteger(leftId)} with call ${formatInteger(rightId)}`}
      actions={
        <Button kind="quiet" size="small" isIconOnly icon={IconArrowsExchange} onClick={() => setIsSwapped(!isSwapped)}>
          Swap sides
        </Button>
      }
      onClose={onClose}
    >
      <QueryContent query={query}>{(comparison) => <Content comparison={comparison} onOpen={onOpen} />}</QueryContent>
    </DetailPane>
  );
}

function Content({ comparison, onOpen }: { readonly comparison: Comparison; readonly onOpen: (id: number) => void }) {
  const { left, right, request, response, equalCount, isTruncated, note } = comparison;
  const count = request.length + response.length;
  return (
    <>
      <div className={styles.sides}>
        <Side label="Left" call={left} onOpen={onOpen} />
        <Side label="Right" call={right} onOpen={onOpen} />
      </div>
      <p className={styles.sum}>
        {formatCount(count, 'difference')}, {formatCount(equalCount, 'equal value')}
        {isTruncated ? 'and more, not compared' : ''}
        {note === undefined ? '' : `. ${note}`}
      </p>
      {count === 0 && !isTruncated ? (
        <PanelState icon={IconEqual} title="No differences">
          All values are equal. The order of fields is not compared.
        </PanelState>
      ) : undefined}
      <Differences title="Request" differences={request} />
      <Differences title="Response" differences={response} />
    </>
  );
}

interface SideProps {
  readonly label: string;
  readonly call: CallSummary;
  readonly onOpen: (id: number) => void;
}

function Side({ label, call, onOpen }: SideProps) {
  return (
    <div className={styles.side}>
      <h3>{label}</h3>
      <button type="button" className="link" onClick={() => onOpen(call.id)}>
        <span className="mono">
          <UntrustedText text={methodWords(call)} maximumLength={80} />
        </span>
      </button>
      <span className="t3">
        call {formatInteger(call.id)}, {formatClock(call.atMs)}
      </span>
      <span className="t3">
        <UntrustedText text={call.connectionName} maximumLength={40} />
      </span>
      <CallStatus call={call} />
      <span className="t2">
        {call.tookMs === undefined ? 'not answered' : formatLatency(call.tookMs)}
        {call.responseBytes === undefined ? '' : `, ${sizeText(call.responseBytes)}`}
      </span>
    </div>
  );
}

const KINDS: Readonly<Record<CallDifference['kind'], { readonly word: string; readonly icon: typeof IconPlus; readonly tone: string }>> = {
  added: { word: 'only right', icon: IconPlus, tone: 'success' },
  removed: { word: 'only left', icon: IconMinus, tone: 'danger' },
  changed: { word: 'changed', icon: IconPencil, tone: 'warning' },
};

function Differences({ title, differences }: { readonly title: string; readonly differences: readonly CallDifference[] }) {
  if (differences.length === 0) return undefined;
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Path</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => {
          const { word, icon: Icon, tone } = KINDS[difference.kind];
          return (
            <tr key={`${difference.kind} ${difference.path}`}>
              <th scope="row">
                <span className={styles.path}>
                  <UntrustedText text={difference.path === '' ? 'whole body' : difference.path} maximumLength={300} />
                </span>
                <span className={styles.kind} data-tone={tone}>
                  <Icon size={12} stroke={2} aria-hidden="true" />
                  {word}
                </span>
              </th>
              <Value text={difference.left} />
              <Value text={difference.right} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Value({ text }: { readonly text: string | undefined }) {
  return <td>{text === undefined ? <span className="t3">nothing</span> : <UntrustedText text={text} maximumLength={200} />}</td>;
}
