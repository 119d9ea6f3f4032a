import { IconDatabase } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import { Button } from '../../components/Button.tsx';
import { isMarketMissing } from './third-party.ts';
import { useDataset } from './use-dataset.ts';

/** The dataset of the whole market, where the endpoint does not return it. */
export function DealsElsewhere({ error }: { readonly error: PanelError }) {
  const hasDataset = useDataset().data?.dataset !== undefined;
  const [, navigate] = useLocation();
  if (!isMarketMissing(error)) return undefined;
  return hasDataset ? (
    <Button size="small" kind="quiet" icon={IconDatabase} onClick={() => navigate('/deals?source=dataset')}>
      Show the dataset
    </Button>
  ) : (
    <Button
      size="small"
      kind="quiet"
      icon={IconDatabase}
      hint="Loads the file of all deals into a local database."
      onClick={() => navigate('/deals/dataset')}
    >
      Load all deals as a dataset
    </Button>
  );
}
