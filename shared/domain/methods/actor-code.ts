/** Maps code CIDs to built-in actors. The code of an actor changes with every actors version. */
import { DomainError } from '../domain-error.ts';
import { bytesToUtf8Lossy } from '../encoding/bytes.ts';
import { type Cid, cidParts, parseCid } from '../encoding/cid.ts';
import { ACTOR_CODES, CODE_PREFIX, REPLACED_CODES } from './actor-code-table.ts';
import { ACTOR_TYPES, type ActorType } from './actor-type.ts';

/** An actor type in one actors version: 8 and up for WebAssembly, 0 to 7 for actors that were part of the node. */
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

/** Return the code CIDs of one actors version (default: the newest) of a network, by actor name. */
export function actorCodes(network: 'mainnet' | 'calibration', version = LATEST_VERSION): Readonly<Record<ActorType, Cid>> {
  const entries = ACTOR_TYPES.map((type) => {
    const [mainnet = '', calibration = mainnet] = (ACTOR_CODES[version]?.[type] ?? '').split(' ');
    return [type, parseCid(CODE_PREFIX + (network === 'mainnet' ? mainnet : calibration))];
  });
  return Object.fromEntries(entries) as Record<ActorType, Cid>;
}

/**
 * Return the actor of a code CID: from the table of mainnet and the calibration network or, for actors before network version 16,
 * from the name in the CID itself (`fil/7/storageminer`; actors v0 use `fil/1`). Undefined for other networks and for versions not in
 * the table: use StateActorCodeCIDs. The placeholder has the same code in all versions; it is reported as the newest.
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
    // Input from a node may not be a CID.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Return the actor type of a code CID; see `actorOfCode`. */
export function actorTypeFromCode(code: string): ActorType | undefined {
  return actorOfCode(code)?.type;
}
