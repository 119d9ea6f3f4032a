import { useEffect, useState } from 'react';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import { useQuery } from '../../hooks/use-query.ts';

/** After the last keystroke. */
const REST_MS = 300;
/** Shorter text is no address of any form. */
const LEAST_LENGTH = 3;

/** Every form of an address and what is there, once typing rests; undefined while it is not known. Text that is no address is nobody's. */
export function useResolvedAddress(text: string): ResolvedAddress | undefined {
  const typed = text.trim();
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = rested.length >= LEAST_LENGTH && rested.length <= 120;
  const { data } = useQuery(`resolve ${rested}`, (client) => client.addresses.resolveAddress({ text: rested }), { isEnabled: isAsked });
  return isAsked && rested === typed ? data : undefined;
}
