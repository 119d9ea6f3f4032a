import { useEffect, useState } from 'react';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import { useQuery } from '../../hooks/use-query.ts';

/** Delay after the last keystroke. */
const REST_MS = 300;
/** Minimum length of an address. */
const MIN_LENGTH = 3;

/** All forms of an address and its actor, after typing pauses; undefined while unknown or if the text is not an address. */
export function useResolvedAddress(text: string): ResolvedAddress | undefined {
  const typed = text.trim();
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = rested.length >= MIN_LENGTH && rested.length <= 120;
  const { data } = useQuery(`resolve ${rested}`, (client) => client.addresses.resolveAddress({ text: rested }), { isEnabled: isAsked });
  return isAsked && rested === typed ? data : undefined;
}
