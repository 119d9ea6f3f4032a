import { useMemo } from 'react';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../shared/domain/methods/actor-type.ts';
import type { MessageRow } from '../../../shared/ipc/schemas/chain.ts';
import { useNetworkVersion } from '../../hooks/use-network-version.ts';
import { useQuery } from '../../hooks/use-query.ts';

/** The maximum of the query. */
const MAX_ADDRESSES = 2000;
const NO_ROWS: readonly never[] = [];

/** Add method names to messages, if the actor types of their recipients can be read. */
export function useNamedMessages<T extends MessageRow>(rows: readonly T[] | undefined, height: number): readonly T[] {
  const networkVersion = useNetworkVersion(height)?.version;
  const unnamed = useMemo(
    () => [...new Set((rows ?? []).filter((row) => row.methodName === undefined).map(({ to }) => to))].sort().slice(0, MAX_ADDRESSES),
    [rows],
  );
  const query = useQuery(`receivers ${unnamed.join(' ')}`, (client) => client.chain.getReceiverTypes({ addresses: unnamed }), {
    isEnabled: unnamed.length > 0,
  });
  const types = query.data?.types;
  return useMemo(() => {
    if (rows === undefined || types === undefined) return rows ?? NO_ROWS;
    return rows.map((row) => {
      const type = types[row.to];
      const name = row.methodName ?? (isActorType(type) ? methodName(type, BigInt(row.method), networkVersion) : undefined);
      return name === undefined || name === row.methodName ? row : { ...row, methodName: name };
    });
  }, [rows, types, networkVersion]);
}

function isActorType(type: string | undefined): type is ActorType {
  return ACTOR_TYPES.some((each) => each === type);
}
