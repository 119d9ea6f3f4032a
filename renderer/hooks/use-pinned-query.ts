import { useRef } from 'react';
import type { AppClient } from '../client/client-context.ts';
import type { Pin } from './use-pin.ts';
import { keyOfConnection, type QueryState, useQuery } from './use-query.ts';
import { useTopic } from './use-topic.ts';

/** What a pinned view asks with: nothing while it follows the head. */
export interface PinInput {
  readonly at?: number;
}

/**
 * A question of a screen that can be pinned. While it follows the head it is asked again with each; pinned it is asked once. When the
 * pin moves, the answer of before stays until the next is there: it says itself of which tipset it is. Of another connection none stays.
 *
 * @param name the question without the epoch
 */
export function usePinnedQuery<T>(
  name: string,
  pin: Pin,
  run: (client: AppClient, input: PinInput) => Promise<T>,
  { isEnabled = true }: { readonly isEnabled?: boolean } = {},
): QueryState<T> {
  const { at } = pin;
  const input: PinInput = at === undefined ? {} : { at };
  const query = useQuery(at === undefined ? name : `${name} at ${at}`, (client) => run(client, input), {
    isEnabled,
    ...(at === undefined ? { refreshOn: 'head' } : {}),
  });
  const key = `${useTopic('connections.changed', keyOfConnection) ?? ''} ${name}`;
  const before = useRef<{ readonly key: string; readonly query: QueryState<T> } | undefined>(undefined);
  if (query.data !== undefined) before.current = { key, query };
  const held = before.current?.key === key ? before.current.query : undefined;
  if (query.data !== undefined || query.error !== undefined || held === undefined) return query;
  return { ...query, data: held.data, dataAtMs: held.dataAtMs, isSkeletonDue: false };
}
