import { IconDatabase } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { isMarketMissing } from './third-party.ts';
import { useDataset } from './use-dataset.ts';

/** Offers the dataset where the endpoint cannot return the whole market. */
export function DealsElsewhere({ error }: { readonly error: PanelError }) {
  const hasDataset = useDataset().data?.dataset !== undefined;
  const [, navigate] = useLocation();
  if (!isMarketMissing(error)) return undefined;
  return hasDataset ? (
    <Button size="small" kind="quiet" icon={IconDatabase} onClick={() => navigate('/deals?source=dataset')}>
      Show dataset
    </Button>
  ) : (
    <Button
      size="small"
      kind="quiet"
      icon={IconDatabase}
      hint="Loads all market deals from a file into a database"
      onClick={() => navigate('/deals/dataset')}
    >
      Load a dataset
    </Button>
  );
}
