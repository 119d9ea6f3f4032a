import { useMemo } from 'react';
import { letterOfNetwork } from '../../../shared/domain/networks.ts';
import type { LintCall } from '../../../shared/rpc/lint.ts';
import { useTopic } from '../../hooks/use-topic.ts';

export interface ConsoleEndpoint {
  readonly connectionName: string | undefined;
  readonly hasMiner: boolean;
  /** What the lint has to know of where the calls go. */
  readonly endpoint: Omit<LintCall, 'method' | 'paramsText' | 'params'>;
  readonly headKey: readonly string[] | undefined;
}

/** What is known of the endpoint that calls are sent to. */
export function useConsoleEndpoint(to: 'node' | 'miner'): ConsoleEndpoint {
  const connection = useTopic('connections.changed', (state) => state?.connections.find(({ id }) => id === state.activeId));
  const hasMiner = useTopic('connections.changed', (state) => state?.capabilities.hasMinerApi ?? false);
  const networkName = useTopic('chain.headChanged', (state) => state?.networkName);
  const height = useTopic('chain.headChanged', (state) => state?.head?.height);
  const headKey = useTopic('chain.headChanged', (state) => state?.head?.key);
  const passports = useTopic('connections.passportsChanged');
  const passport = passports?.find(({ connectionId }) => connectionId === connection?.id);
  const endpoint = useMemo(() => {
    const refused = passport?.methods.filter(({ status }) => status === 'missing').map(({ name }) => name) ?? [];
    const access = passport?.rows.find(({ id }) => id === 'permissions');
    return {
      ...(connection === undefined ? {} : { namespace: connection.namespace, apiVersion: connection.apiVersion }),
      api: to === 'miner' ? ('miner' as const) : ('full' as const),
      transport: connection?.wsUrl === undefined ? ('http' as const) : ('ws' as const),
      ...(networkName === undefined ? {} : { network: { letter: letterOfNetwork(networkName), name: networkName } }),
      ...(height === undefined ? {} : { headEpoch: height }),
      ...(access?.status === 'limited' ? { isReadOnly: true } : {}),
      ...(refused.length === 0 ? {} : { refusedMethods: new Set(refused) }),
    };
  }, [connection, networkName, height, passport, to]);
  return { connectionName: connection?.name, hasMiner, endpoint, headKey };
}
