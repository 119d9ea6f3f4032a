import { IconCircleCheck, IconListSearch } from '@tabler/icons-react';
import type { FindingRow } from '../../../shared/attention/finding-rows.ts';
import { filText } from '../../../shared/domain/amounts/amount-parts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import type { ShownAttention } from '../../hooks/use-attention.ts';
import { useFindingAction } from '../../hooks/use-finding-action.ts';
import { attentionWords, checksWords } from '../../lib/attention-words.ts';
import { SEVERITY_TONES } from '../../lib/severity-tones.ts';
import styles from './attention-panel.module.css';
import { DueText } from './DueText.tsx';

interface AttentionPanelProps {
  readonly attention: ShownAttention | undefined;
  /** Whether the endpoint responds. */
  readonly isKnown: boolean;
  readonly onAllChecks: () => void;
  readonly areChecksOpen: boolean;
}

const MAX_ROWS = 4;

/** What needs attention, most urgent first: the first rows and a count of the rest. */
export function AttentionPanel({ attention, isKnown, onAllChecks, areChecksOpen }: AttentionPanelProps) {
  const all = (
    <button type="button" className="link s12" onClick={onAllChecks} aria-expanded={areChecksOpen}>
      All checks
    </button>
  );
  if (attention === undefined || (attention.rows.length === 0 && !isKnown)) {
    return (
      <Panel title="Needs attention" sub="checking" actions={all}>
        <SkeletonRows rows={4} columns={3} />
      </Panel>
    );
  }
  const { results, rows } = attention;
  const isComplete = results.every(({ state }) => state !== 'unknown');
  const hiddenCount = Math.max(0, rows.length - MAX_ROWS);
  return (
    <Panel title="Needs attention" sub={attentionWords(attention)} actions={all}>
      {rows.length > 0 ? (
        <>
          <ul>
            {rows.slice(0, MAX_ROWS).map((row) => (
              <Row key={row.lead.id} row={row} />
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
          {checksWords(results)}.
        </PanelState>
      ) : (
        <PanelState icon={IconListSearch} title="No issues found so far">
          {checksWords(results)}. Open All checks for details.
        </PanelState>
      )}
    </Panel>
  );
}

function Row({ row }: { readonly row: FindingRow }) {
  const act = useFindingAction();
  const { lead } = row;
  const detail = detailWords(row);
  return (
    <li className={styles.item}>
      <StatusText tone={SEVERITY_TONES[lead.severity]} isStrong>
        {lead.urgency}
      </StatusText>
      <span className="col">
        <span className="ell m" title={lead.title}>
          {lead.title}
        </span>
        <span className="s12 t3" title={lead.reckoning === undefined ? detail : `${detail}. ${lead.reckoning}`}>
          {detail}
        </span>
      </span>
      <span className={styles.note}>
        <DueText finding={lead} />
      </span>
      <span className={styles.action}>
        <Button size="small" onClick={() => act(lead.action)}>
          {lead.action.label}
        </Button>
      </span>
    </li>
  );
}

/** Detail of the most urgent finding, or the number of further findings with their total cost. */
function detailWords({ lead, others }: FindingRow): string {
  if (others.length === 0) return lead.detail;
  const costs = [lead, ...others].map(({ costADay }) => costADay);
  const sum = costs.reduce<bigint>((total, cost) => total + BigInt(cost ?? 0), 0n);
  const isWhole = costs.every((cost) => cost !== undefined);
  const more = `${formatInteger(others.length)} more`;
  return sum === 0n ? `${lead.detail}; ${more}` : `${more}; in total ${isWhole ? '' : 'at least '}${filText(sum)} a day until recovered`;
}
