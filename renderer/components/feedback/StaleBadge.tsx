import { IconClock, IconRefresh } from '@tabler/icons-react';
import type { QueryState } from '../../hooks/use-query.ts';
import { Button } from '../inputs/Button.tsx';
import { TimeText } from '../values/TimeText.tsx';
import { Badge } from './Badge.tsx';

/** Says that what is shown is old, how old, and why; nothing while the data is fresh. */
export function StaleBadge({ query }: { readonly query: Pick<QueryState<unknown>, 'data' | 'dataAtMs' | 'error' | 'refresh'> }) {
  if (query.data === undefined || query.error === undefined || query.dataAtMs === undefined) return undefined;
  return (
    <span className="row g6" role="status">
      <Badge tone="warning" icon={IconClock} title={query.error.message}>
        Read <TimeText timeMs={query.dataAtMs} />, last refresh failed
      </Badge>
      <Button size="small" icon={IconRefresh} onClick={query.refresh} hint={query.error.message}>
        Refresh
      </Button>
    </span>
  );
}
