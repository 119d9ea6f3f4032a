import type { KeyCodec } from '../../shared/domain/ipld/layout.ts';

/** HAMT keys as raw bytes. */
export const bytesKey: KeyCodec<Uint8Array> = { toBytes: (key) => key, fromBytes: (bytes) => bytes };
