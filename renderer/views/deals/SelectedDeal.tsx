import { IconFileCertificate } from '@tabler/icons-react';
import { defined } from '../../../shared/collections/defined.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { DetailPane } from '../../components/layout/DetailPane.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { DealPane } from './DealPane.tsx';

interface SelectedDealProps {
  /** Undefined if the route has no valid ID. */
  readonly id: string | undefined;
  readonly at: number | undefined;
  readonly onClose: () => void;
}

/** The pane of the selected deal, or its loading or error state. */
export function SelectedDeal({ id, at, onClose }: SelectedDealProps) {
  const query = useQuery(
    `deal ${id}${at === undefined ? '' : ` at ${at}`}`,
    (client) => client.deals.getDeal({ key: id ?? '', ...defined({ at }) }),
    { isEnabled: id !== undefined, ...(at === undefined ? { refreshOn: 'head' as const } : {}) },
  );
  if (query.data !== undefined) {
    return (
      <DealPane deal={query.data} at={at} stale={query.error === undefined ? undefined : <StaleBadge query={query} />} onClose={onClose} />
    );
  }
  return (
    <DetailPane title={id === undefined ? 'Deal' : titleOf(id)} onClose={onClose}>
      {id === undefined ? (
        <PanelState icon={IconFileCertificate} title="Invalid deal ID">
          A deal ID is a number.
        </PanelState>
      ) : (
        <QueryContent query={query}>{() => undefined}</QueryContent>
      )}
    </DetailPane>
  );
}

function titleOf(key: string): string {
  const [kind, , id] = key.split('-');
  if (kind === 'claim') return `Claim ${id}`;
  return kind === 'allocation' ? `Allocation ${id}` : `Deal ${key}`;
}
