import { useMemo } from 'react';
import { letterOfNetwork } from '../../../../shared/domain/chain/networks.ts';
import type { Connection } from '../../../../shared/ipc/schemas/connections.ts';
import type { CallTarget } from '../../../../shared/ipc/schemas/inspector.ts';
import type { LintCall } from '../../../../shared/rpc/lint.ts';
import { FULL_QUALITY_VERSION } from '../../../../shared/rpc/lint-rules-limits.ts';
import { useNetworkVersion } from '../../../hooks/use-network-version.ts';
import { useTopic } from '../../../hooks/use-topic.ts';

const NO_CONNECTIONS: readonly Connection[] = [];

export interface ConsoleEndpoint {
  readonly connectionName: string | undefined;
  /** Those that a call can go to. */
  readonly connections: readonly Connection[];
  readonly activeId: string | undefined;
  readonly hasMiner: boolean;
  readonly hasV2: boolean;
  /** What the lint has to know of where the calls go. */
  readonly endpoint: Omit<LintCall, 'method' | 'paramsText' | 'params'>;
  readonly headKey: readonly string[] | undefined;
}

/** What is known of the endpoint that calls are sent to. */
export function useConsoleEndpoint(to: CallTarget, connectionId: string | undefined): ConsoleEndpoint {
  const connections = useTopic('connections.changed', (state) => state?.connections) ?? NO_CONNECTIONS;
  const activeId = useTopic('connections.changed', (state) => state?.activeId);
  const connection = connections.find(({ id }) => id === (connectionId ?? activeId));
  // Of another endpoint than the active one, head and network are not followed.
  const isActive = connectionId === undefined || connectionId === activeId;
  const hasActiveMiner = useTopic('connections.changed', (state) => state?.capabilities.hasMinerApi ?? false);
  const hasActiveV2 = useTopic('connections.changed', (state) => state?.capabilities.hasV2 ?? false);
  const hasMiner = isActive ? hasActiveMiner : connection?.minerUrl !== undefined;
  const hasV2 = isActive ? hasActiveV2 : connection?.v2Url !== undefined;
  const networkName = useTopic('chain.headChanged', (state) => state?.networkName);
  const height = useTopic('chain.headChanged', (state) => state?.head?.height);
  const version = useNetworkVersion();
  const headKey = useTopic('chain.headChanged', (state) => state?.head?.key);
  const passports = useTopic('connections.passportsChanged');
  const passport = passports?.find(({ connectionId }) => connectionId === connection?.id);
  const endpoint = useMemo(() => {
    const refused = passport?.methods.filter(({ status }) => status === 'missing').map(({ name }) => name) ?? [];
    const access = passport?.rows.find(({ id }) => id === 'permissions');
    return {
      ...(connection === undefined
        ? {}
        : { namespace: connection.namespace, apiVersion: to === 'v2' ? ('v2' as const) : connection.apiVersion }),
      api: to === 'miner' ? ('miner' as const) : ('full' as const),
      transport: connection?.wsUrl === undefined || to === 'v2' ? ('http' as const) : ('ws' as const),
      ...(!isActive || networkName === undefined ? {} : { network: { letter: letterOfNetwork(networkName), name: networkName } }),
      ...(!isActive || height === undefined ? {} : { headEpoch: height }),
      // Above the last upgrade known here the version is a minimum: enough where that is past what the lint asks for.
      ...(isActive && version !== undefined && (version.isExact || version.version >= FULL_QUALITY_VERSION)
        ? { networkVersion: version.version }
        : {}),
      ...(access?.status === 'limited' ? { isReadOnly: true } : {}),
      ...(refused.length === 0 || to === 'v2' ? {} : { refusedMethods: new Set(refused) }),
    };
  }, [connection, networkName, height, version, passport, to, isActive]);
  return { connectionName: connection?.name, connections, activeId, hasMiner, hasV2, endpoint, headKey: isActive ? headKey : undefined };
}
