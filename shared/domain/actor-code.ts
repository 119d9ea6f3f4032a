/** Which built-in actor a code CID stands for. The code of an actor changes with every actors version. */
import { ACTOR_CODES, CODE_PREFIX, REPLACED_CODES } from './actor-code-table.ts';
import { ACTOR_TYPES, type ActorType } from './actor-type.ts';
import { bytesToUtf8Lossy } from './bytes.ts';
import { type Cid, cidParts, parseCid } from './cid.ts';
import { DomainError } from './domain-error.ts';

/** An actor type in one version of the actors: 8 and up for WebAssembly, 0 to 7 for those that were part of the node. */
export interface ActorCode {
  readonly type: ActorType;
  readonly version: number;
}

const LATEST_VERSION = 19;
const IDENTITY_HASH = 0;
const BY_CODE: ReadonlyMap<string, ActorCode> = new Map([
  ...Object.entries(ACTOR_CODES).flatMap(([version, codes]) =>
    ACTOR_TYPES.flatMap((type) =>
      (codes[type]?.split(' ') ?? []).map((code) => [CODE_PREFIX + code, { type, version: Number(version) }] as const),
    ),
  ),
  ...REPLACED_CODES.map(([type, version, code]) => [CODE_PREFIX + code, { type, version }] as const),
]);

/** The code CIDs of one version of a network's actors, the newest unless told otherwise, by the actors' names. */
export function actorCodes(network: 'mainnet' | 'calibration', version = LATEST_VERSION): Readonly<Record<ActorType, Cid>> {
  const entries = ACTOR_TYPES.map((type) => {
    const [mainnet = '', calibration = mainnet] = (ACTOR_CODES[version]?.[type] ?? '').split(' ');
    return [type, parseCid(CODE_PREFIX + (network === 'mainnet' ? mainnet : calibration))];
  });
  return Object.fromEntries(entries) as Record<ActorType, Cid>;
}

/**
 * The actor of a code CID: by the table of mainnet and the calibration network, or, for actors before network version 16, from the
 * name that the CID itself holds (`fil/7/storageminer`; actors v0 call themselves `fil/1`). Undefined for codes of other networks
 * and of versions not in the table: ask StateActorCodeCIDs. The placeholder has one code in all its versions, and counts as the newest.
 */
export function actorOfCode(code: string): ActorCode | undefined {
  const known = BY_CODE.get(code);
  if (known !== undefined) return known;
  try {
    const { hash, digest } = cidParts(parseCid(code));
    if (hash !== IDENTITY_HASH) return undefined;
    const [, version, name] = /^fil\/([1-7])\/([a-z]+)$/.exec(bytesToUtf8Lossy(digest)) ?? [];
    const type = ACTOR_TYPES.find((candidate) => candidate === name);
    return type === undefined ? undefined : { type, version: version === '1' ? 0 : Number(version) };
  } catch (error) {
    // A node may send anything here: what is no CID is no known actor.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** The actor type of a code CID, as `actorOfCode`. */
export function actorTypeFromCode(code: string): ActorType | undefined {
  return actorOfCode(code)?.type;
}
