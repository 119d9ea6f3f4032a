import { useEffect } from 'react';
import type { DatasetState } from '../../../shared/ipc/schemas/dataset.ts';
import { type QueryState, useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** The dataset of the active network, asked for again with every head and as soon as a load is done. */
export function useDataset(): QueryState<DatasetState> {
  const query = useQuery('dataset', (client) => client.dataset.getDataset({}), { refreshOn: 'head' });
  const isLoaded = useTopic('dataset.loadChanged', (load) => load?.state === 'done');
  const { refresh } = query;
  useEffect(() => {
    if (isLoaded === true) refresh();
  }, [isLoaded, refresh]);
  return query;
}
