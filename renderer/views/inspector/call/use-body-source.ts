import { useMemo } from 'react';
import { defined } from '../../../../shared/collections/defined.ts';
import type { BodySide } from '../../../../shared/ipc/schemas/inspector.ts';
import { type AppClient, useClient } from '../../../client/client-context.ts';
import type { TreeSource } from '../../../lib/json-nodes.ts';

/** One of a call's two bodies. */
export interface BodyPlace {
  readonly source: string;
  readonly id: number;
  readonly side: BodySide;
}

/** What is copied at once; more than this is for a file. */
export const COPY_LIMIT_BYTES = 4_000_000;
const PIECE_BYTES = 256 * 1024;

/** Text of a part of a body. Rejects with a `RangeError` in words where it is more than is copied at once. */
export async function readBodyText(client: AppClient, place: BodyPlace, start: number, end: number): Promise<string> {
  if (end - start > COPY_LIMIT_BYTES) throw new RangeError('Larger than 4 MB. Save the recording instead');
  const pieces: string[] = [];
  let offset: number | undefined = start;
  while (offset !== undefined && offset < end) {
    const piece: Awaited<ReturnType<AppClient['inspector']['readBody']>> = await client.inspector.readBody({
      ...place,
      offset,
      lengthBytes: Math.min(PIECE_BYTES, end - offset),
    });
    pieces.push(piece.text);
    offset = piece.next;
  }
  return pieces.join('');
}

/** A recorded body as a tree asks for it. */
export function useBodySource({ source, id, side }: BodyPlace): TreeSource {
  const client = useClient();
  return useMemo(() => {
    const place = { source, id, side };
    return {
      open: ({ at, path, from, limit }) =>
        client.inspector.openBody({
          ...place,
          limit,
          ...defined({ at, path, from }),
        }),
      read: (node) => readBodyText(client, place, node.start, node.end),
    };
  }, [client, source, id, side]);
}
