import { IconCircleCheck } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import { Button } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { findAttention } from './attention.ts';
import styles from './attention-panel.module.css';

interface AttentionPanelProps {
  readonly head: HeadState | undefined;
  /** Undefined while they are not known. */
  readonly ownMiners: readonly MinerRow[] | undefined;
}

export function AttentionPanel({ head, ownMiners }: AttentionPanelProps) {
  const journal = useTopic('messages.journalChanged');
  const capabilities = useTopic('connections.changed', (state) => state?.capabilities);
  const nowMs = useNow();
  const [, navigate] = useLocation();
  const items = findAttention({ head, capabilities, journal: journal ?? [], ownMiners: ownMiners ?? [], nowMs });
  const isAnswering = head?.status === 'live' || head?.status === 'polling';
  if (items.length === 0 && (!isAnswering || journal === undefined)) {
    return (
      <Panel title="Needs attention" sub="not known yet">
        <SkeletonRows rows={4} columns={3} />
      </Panel>
    );
  }
  return (
    <Panel title="Needs attention" sub={items.length === 0 ? 'nothing' : String(items.length)}>
      {items.length === 0 ? (
        <PanelState icon={IconCircleCheck} tone="success" title="Nothing needs you">
          The endpoint answers, and no own message is stuck or failed.
          {ownMiners === undefined
            ? ' Your miners are not known yet.'
            : ownMiners.length === 0
              ? ''
              : ' No sector of your miners is faulty.'}
        </PanelState>
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.key} className={styles.item}>
              <StatusText tone={item.tone} isStrong>
                {item.urgency}
              </StatusText>
              <span className="col">
                <span className="ell m" title={item.title}>
                  {item.title}
                </span>
                <span className="ell s12 t3" title={item.detail}>
                  {item.detail}
                </span>
              </span>
              <span className={styles.note}>{item.note}</span>
              <span className={styles.action}>
                <Button size="small" onClick={() => navigate(item.action.path)}>
                  {item.action.label}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
