import type { DealLookUpRequest } from '../../../shared/ipc/schemas/deals.ts';
import { isCheckerApi } from './third-party.ts';
import { useActiveConnection } from './use-active-connection.ts';
import { useDataset } from './use-dataset.ts';

export type LookUpSource = DealLookUpRequest['source'];

/** Available sources of look-ups; undefined while loading. */
export function useLookUpSources(): readonly LookUpSource[] | undefined {
  const dataset = useDataset();
  const url = useActiveConnection()?.cidCheckerUrl;
  const checker: readonly LookUpSource[] = isCheckerApi(url) ? ['checker'] : [];
  if (dataset.data?.dataset !== undefined) return ['dataset', ...checker];
  return dataset.data === undefined && dataset.error === undefined && checker.length === 0 ? undefined : checker;
}
