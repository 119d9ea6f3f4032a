import type { Cid } from '../../../shared/domain/cid.ts';
import { link } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';

/** By miner id, where what its storage-miner process keeps begins. */
export const SEALING_ROOTS: AmtLayout<Cid> = { form: 'v3', bitWidth: 5, value: link };
