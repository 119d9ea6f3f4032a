import { IconCircleCheck } from '@tabler/icons-react';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import type { Attention } from '../../hooks/use-attention.ts';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useItemAction } from '../../hooks/use-item-action.ts';
import type { AttentionItem } from '../../lib/attention/check.ts';
import { formatDateTime } from '../../lib/shown-time.ts';
import styles from './attention-panel.module.css';
import { formatDue } from './due-words.ts';

interface AttentionPanelProps {
  readonly attention: Attention;
  /** Whether what the first checks look at is there. */
  readonly isKnown: boolean;
  readonly onAllChecks: () => void;
  readonly areChecksOpen: boolean;
}

/** What needs somebody now, most urgent first, and how many checks that were made. */
export function AttentionPanel({ attention: { checks, items }, isKnown, onAllChecks, areChecksOpen }: AttentionPanelProps) {
  const applied = checks.filter(({ state }) => state !== 'none').length;
  const unknownCount = checks.filter(({ state }) => state === 'unknown').length;
  const found = checks.filter(({ state }) => state === 'attention').length;
  const all = (
    <button type="button" className="link s12" onClick={onAllChecks} aria-expanded={areChecksOpen}>
      All checks
    </button>
  );
  if (items.length === 0 && !isKnown) {
    return (
      <Panel title="Needs attention" sub="not known yet" actions={all}>
        <SkeletonRows rows={4} columns={3} />
      </Panel>
    );
  }
  return (
    <Panel title="Needs attention" sub={`${formatInteger(found)} of ${formatCount(applied, 'check')}`} actions={all}>
      {items.length === 0 ? (
        <PanelState icon={IconCircleCheck} tone="success" title="Nothing needs you">
          {formatCount(applied - unknownCount, 'check')} made, all well.{' '}
          {unknownCount === 0 ? undefined : `${formatCount(unknownCount, 'more', 'more')} could not be made here: see all checks.`}
        </PanelState>
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ item }: { readonly item: AttentionItem }) {
  const act = useItemAction();
  return (
    <li className={styles.item}>
      <StatusText tone={item.tone} isStrong>
        {item.urgency}
      </StatusText>
      <span className="col">
        <span className="ell m" title={item.title}>
          {item.title}
        </span>
        <span className="ell s12 t3" title={item.reckoning === undefined ? item.detail : `${item.detail}. ${item.reckoning}`}>
          {item.detail}
        </span>
      </span>
      <span className={styles.note}>
        <Note item={item} />
      </span>
      <span className={styles.action}>
        <Button size="small" onClick={() => act(item.action)}>
          {item.action.label}
        </Button>
      </span>
    </li>
  );
}

function Note({ item: { note, until } }: { readonly item: AttentionItem }) {
  const chainNowMs = useChainNow();
  if (until === undefined) return <>{note}</>;
  return until.as === 'left' ? (
    <>
      <TimeText timeMs={until.timeMs} as="countdown" isChainTime /> left
    </>
  ) : (
    <>
      By <time title={formatDateTime(until.timeMs)}>{formatDue(until.timeMs, chainNowMs)}</time>
    </>
  );
}
