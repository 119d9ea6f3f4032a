import { actorTypeFromCode } from '../../shared/domain/actor-code.ts';

/** What is known of actors where no node was asked: the table of codes alone. */
export const KNOWN_ACTORS = { actorTypeOf: () => undefined, actorTypeOfCode: actorTypeFromCode };
