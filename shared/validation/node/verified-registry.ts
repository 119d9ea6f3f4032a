/** Claims and allocations from a node. Untrusted; actor IDs are plain numbers. */
import { z } from 'zod';
import { zCidLink, zSafeInteger } from './primitives.ts';

const zActorId = zSafeInteger.pipe(z.number().min(0));
const zData = { Provider: zActorId, Client: zActorId, Data: zCidLink, Size: zSafeInteger, TermMin: zSafeInteger, TermMax: zSafeInteger };

export const zNodeClaim = z.object({ ...zData, TermStart: zSafeInteger, Sector: zSafeInteger });
export type NodeClaim = z.infer<typeof zNodeClaim>;

export const zNodeAllocation = z.object({ ...zData, Expiration: zSafeInteger });
export type NodeAllocation = z.infer<typeof zNodeAllocation>;

/** By ID. Only the outer type: rows are checked one by one, so that an invalid row does not hide the others. */
export const zNodeRowsById = z.record(z.string(), z.unknown()).nullable();
