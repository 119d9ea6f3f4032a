import { IconAlertCircle } from '@tabler/icons-react';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { summariseDeadlines } from './deadline-map.ts';

/** The faults of a miner in two words: whole deadlines where there are such, else sectors. */
export function FaultBadge({ deadlines: panel }: { readonly deadlines: Miner['deadlines'] | undefined }) {
  const value = partOf(panel);
  if (value === undefined) return undefined;
  const { troubled, faultySectors } = summariseDeadlines(value.deadlines, value.currentIndex);
  if (troubled.length === 0) return <Badge tone="success">No faults</Badge>;
  const whole = troubled.filter(({ faulty, live }) => faulty >= live).length;
  return (
    <Badge tone={whole > 0 ? 'danger' : 'warning'} icon={IconAlertCircle}>
      {whole > 0 ? formatCount(whole, 'deadline') : formatCount(faultySectors, 'sector')} faulty
    </Badge>
  );
}
