import { actorTypeFromCode } from '../../shared/domain/methods/actor-code.ts';

/** Actor types from the table of codes, without a node. */
export const KNOWN_ACTORS = { actorTypeOf: () => undefined, actorTypeOfCode: actorTypeFromCode };
