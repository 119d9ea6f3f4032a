import type { KeyCodec } from '../../shared/domain/ipld/layout.ts';

/** Keys as their bytes, whatever they mean. */
export const bytesKey: KeyCodec<Uint8Array> = { toBytes: (key) => key, fromBytes: (bytes) => bytes };
