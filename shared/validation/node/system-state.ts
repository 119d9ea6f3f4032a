/** StateReadState of the system actor: the manifest CID of the built-in actors. */
import { z } from 'zod';
import { zCidLink } from './primitives.ts';

/** No link before actors version 8, whose code CIDs are names. */
export const zNodeSystemState = z.object({ State: z.object({ BuiltinActors: zCidLink.optional() }) });
