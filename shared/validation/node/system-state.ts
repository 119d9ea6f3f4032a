/** The state of the system actor as StateReadState gives it: where the manifest of the network's actors is. */
import { z } from 'zod';
import { zCidLink } from './primitives.ts';

/** Without a link before actors version 8, whose codes say what they are. */
export const zNodeSystemState = z.object({ State: z.object({ BuiltinActors: zCidLink.optional() }) });
