import { useEffect } from 'react';
import type { DatasetState } from '../../../shared/ipc/schemas/dataset.ts';
import { type QueryState, useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** The dataset of the active network, refreshed at every head and after a load or an update. */
export function useDataset(): QueryState<DatasetState> {
  const query = useQuery('dataset', (client) => client.dataset.getDataset({}), { refreshOn: 'head' });
  const isLoaded = useTopic('dataset.loadChanged', (load) => load?.state === 'done');
  const updatedEpoch = useTopic('dataset.updateChanged', (update) => (update?.state === 'done' ? update.epoch : undefined));
  const { refresh } = query;
  useEffect(() => {
    if (isLoaded === true || updatedEpoch !== undefined) refresh();
  }, [isLoaded, updatedEpoch, refresh]);
  return query;
}
