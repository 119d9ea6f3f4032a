import { useEffect, useState } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { SignedReading } from '../../../shared/ipc/schemas/signatures.ts';
import { useClient } from '../../client/client-context.ts';
import { toEnvelope } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** Debounce while typing. */
const PAUSE_MS = 250;

interface Reading {
  readonly reading: SignedReading | undefined;
  readonly error: ErrorEnvelope | undefined;
}

const NOTHING: Reading = { reading: undefined, error: undefined };

/** Verify a signed message when its text changes, or the connection, since pushing depends on it. */
export function useReading(text: string): Reading {
  const client = useClient();
  const connection = useTopic('connections.changed', (state) => (state === undefined ? '' : `${state.activeId} ${state.revision}`));
  const [known, setKnown] = useState<Reading & { readonly key: string }>({ key: '', ...NOTHING });
  const key = `${connection} ${text}`;
  useEffect(() => {
    if (text === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      client.messages.readSigned({ text }).then(
        (reading) => {
          if (!isOver) setKnown({ key, reading, error: undefined });
        },
        (failure: unknown) => {
          if (!isOver) setKnown({ key, reading: undefined, error: toEnvelope(failure) });
        },
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, key, text]);
  return known.key === key && text !== '' ? known : NOTHING;
}
