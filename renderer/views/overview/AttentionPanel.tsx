import { IconCircleCheck, IconListSearch } from '@tabler/icons-react';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { useItemAction } from '../../hooks/use-item-action.ts';
import { filText } from '../../lib/attention/amount-words.ts';
import { type Attention, attentionWords, checksWords } from '../../lib/attention/attention.ts';
import type { AttentionRow } from '../../lib/attention/check.ts';
import styles from './attention-panel.module.css';
import { DueText } from './DueText.tsx';

interface AttentionPanelProps {
  readonly attention: Attention;
  /** Whether the data of the first checks has arrived. */
  readonly isKnown: boolean;
  readonly onAllChecks: () => void;
  readonly areChecksOpen: boolean;
}

const MAX_ROWS = 4;

/** What needs attention, most urgent first: the first rows and a count of the rest. */
export function AttentionPanel({ attention, isKnown, onAllChecks, areChecksOpen }: AttentionPanelProps) {
  const { checks, rows } = attention;
  const isComplete = checks.every(({ state }) => state !== 'unknown');
  const hiddenCount = Math.max(0, rows.length - MAX_ROWS);
  const all = (
    <button type="button" className="link s12" onClick={onAllChecks} aria-expanded={areChecksOpen}>
      All checks
    </button>
  );
  if (rows.length === 0 && !isKnown) {
    return (
      <Panel title="Needs attention" sub="checking" actions={all}>
        <SkeletonRows rows={4} columns={3} />
      </Panel>
    );
  }
  return (
    <Panel title="Needs attention" sub={attentionWords(attention)} actions={all}>
      {rows.length > 0 ? (
        <>
          <ul>
            {rows.slice(0, MAX_ROWS).map((row) => (
              <Row key={row.lead.key} row={row} />
            ))}
          </ul>
          {hiddenCount === 0 ? undefined : (
            <button type="button" className={`link s12 ${styles.more}`} onClick={onAllChecks}>
              {formatInteger(hiddenCount)} more
            </button>
          )}
        </>
      ) : isComplete ? (
        <PanelState icon={IconCircleCheck} tone="success" title="Nothing needs attention">
          {checksWords(attention)}.
        </PanelState>
      ) : (
        <PanelState icon={IconListSearch} title="No issues found so far">
          {checksWords(attention)}. Open All checks for details.
        </PanelState>
      )}
    </Panel>
  );
}

function Row({ row }: { readonly row: AttentionRow }) {
  const act = useItemAction();
  const { lead: item } = row;
  const detail = detailWords(row);
  return (
    <li className={styles.item}>
      <StatusText tone={item.tone} isStrong>
        {item.urgency}
      </StatusText>
      <span className="col">
        <span className="ell m" title={item.title}>
          {item.title}
        </span>
        <span className="s12 t3" title={item.reckoning === undefined ? detail : `${detail}. ${item.reckoning}`}>
          {detail}
        </span>
      </span>
      <span className={styles.note}>
        <DueText item={item} />
      </span>
      <span className={styles.action}>
        <Button size="small" onClick={() => act(item.action)}>
          {item.action.label}
        </Button>
      </span>
    </li>
  );
}

/** Detail of the most urgent item, or the number of further items with their total cost. */
function detailWords({ lead, others }: AttentionRow): string {
  if (others.length === 0) return lead.detail;
  const costs = [lead, ...others].map(({ costADay }) => costADay);
  const sum = costs.reduce<bigint>((total, cost) => total + (cost ?? 0n), 0n);
  const isWhole = costs.every((cost) => cost !== undefined);
  const more = `${formatInteger(others.length)} more`;
  return sum === 0n ? `${lead.detail}; ${more}` : `${more}; in total ${isWhole ? '' : 'at least '}${filText(sum)} a day until recovered`;
}
