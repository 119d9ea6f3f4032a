/** ExtendSectorExpiration2, method 32 of the miner actor, with the checks and texts of builtin-actors v16 and v18 (actors/miner/src/lib.rs). */

import type { PowerPair } from '../../../shared/domain/actors/miner-power.ts';
import { qualityAdjustedPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { bitfieldOf } from '../../../shared/domain/encoding/bitfield.ts';
import { ADDRESSED_SECTORS_MAX, DECLARATIONS_MAX } from '../../../shared/domain/sectors/sector-declarations.ts';
import { difference, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { ActorRuntime } from '../state/actor-runtime.ts';
import { circulatingSupply } from '../state/circulating-supply.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decodeParameterList, readCount, readInteger, readList, readSectors } from '../state/read-params.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { registryOf } from '../verified/registry.ts';
import { changePower } from './claims.ts';
import { replaceInDeadline } from './deadline.ts';
import type { Sector } from './deadline-view.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf, provingOf, putMiner, withDeadline } from './miners.ts';
import { checkExpiration, withDailyFee } from './new-sector.ts';
import { activeSectors, loadSectors } from './partition.ts';

const NO_BYTES = new Uint8Array();
/** Period before a sector's expiration in which claims can be dropped (builtin-actors, END_OF_LIFE_CLAIM_DROP_PERIOD). */
const CLAIM_DROP_PERIOD = 30 * EPOCHS.perDay;

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}

interface SectorClaims {
  readonly sector: number;
  readonly maintained: readonly number[];
  readonly dropped: readonly number[];
}

interface Declaration {
  readonly deadline: number;
  readonly partition: number;
  readonly sectors: Bitfield;
  readonly claims: readonly SectorClaims[];
  readonly expiration: number;
}

/** Bytes of a sector's claims: all, and those maintained. */
interface ClaimedSpace {
  readonly all: bigint;
  readonly maintained: bigint;
}

/** ExtendSectorExpiration2: [[[Deadline, Partition, Sectors, [[SectorNumber, MaintainClaims, DropClaims]], NewExpiration]]]. */
export function extendExpiration(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [values] = decodeParameterList(runtime.params, 1);
  const declarations = readList(values).map(readDeclaration);
  if (declarations.length > DECLARATIONS_MAX) illegal(`too many declarations ${declarations.length}, max ${DECLARATIONS_MAX}`);
  const sectorCount = declarations.reduce((sum, { sectors }) => sum + sectors.count, 0n);
  if (sectorCount > ADDRESSED_SECTORS_MAX) illegal(`too many sectors for declaration ${sectorCount}, max ${ADDRESSED_SECTORS_MAX}`);
  // Claims are ignored since network version 29.
  const keepsRatio = draft.state.actorsVersion > 18;
  let next = miner;
  const powers: PowerPair[] = [];
  for (const declaration of declarations) {
    const space = keepsRatio ? undefined : claimedSpaceOf(draft, runtime, declaration);
    const extended = extendInPartition(draft, next, declaration, (sector) =>
      extendedSector(sector, declaration.expiration, runtime.epoch, space),
    );
    next = extended.miner;
    powers.push(extended.power);
  }
  putMiner(draft, runtime.recipientId, next);
  changePower(draft, runtime.recipientId, next, sumPower(powers));
  return NO_BYTES;
}

function readDeclaration(value: unknown): Declaration {
  const fields = readList(value);
  if (fields.length !== 5) throw new MethodFailure(EXIT.serialization, 'failed to decode parameters: expected 5 fields');
  const [deadlineValue, partitionValue, sectorsValue, claimValues, expirationValue] = fields;
  const deadline = readCount(deadlineValue);
  if (deadline >= EPOCHS.deadlinesPerPeriod) illegal(`deadline ${deadline} not in range 0..${EPOCHS.deadlinesPerPeriod}`);
  const claims = readList(claimValues).map((entry) => {
    const [sector, maintained, dropped] = readList(entry);
    return { sector: readCount(sector), maintained: readList(maintained).map(readCount), dropped: readList(dropped).map(readCount) };
  });
  return {
    deadline,
    partition: readCount(partitionValue),
    sectors: union([readSectors(sectorsValue), bitfieldOf(claims.map(({ sector }) => sector))]),
    claims,
    expiration: readInteger(expirationValue),
  };
}

/** Claims of a declaration, by sector. */
function claimedSpaceOf(draft: StateDraft, runtime: ActorRuntime, { claims, expiration }: Declaration): ReadonlyMap<number, ClaimedSpace> {
  const known = registryOf(draft).claims.get(runtime.recipientId);
  return new Map(
    claims.map(({ sector, maintained, dropped }) => {
      const sizes = [...maintained, ...dropped].map((id, index) => {
        const claim = known.get(id);
        if (claim === undefined) illegal(`failed to get claims for sector ${sector}`);
        const which = `failed to validate declaration sector=${sector}, claim=${id}`;
        if (claim.sector !== sector) illegal(`${which} expected claim sector number to be ${sector} but found ${claim.sector}`);
        const last = claim.termStart + claim.termMax;
        if (index < maintained.length && expiration > last) {
          throw new MethodFailure(
            EXIT.forbidden,
            `${which} claim only allows extension to ${last} but declared new expiration is ${expiration}`,
          );
        }
        return claim.size;
      });
      const sum = (some: readonly bigint[]): bigint => some.reduce((total, size) => total + size, 0n);
      return [sector, { all: sum(sizes), maintained: sum(sizes.slice(0, maintained.length)) }];
    }),
  );
}

function extendInPartition(
  draft: StateDraft,
  miner: Miner,
  { deadline: index, partition: number, sectors }: Declaration,
  extend: (sector: Sector) => Sector,
): { readonly miner: Miner; readonly power: PowerPair } {
  const deadline = deadlineOf(miner, index);
  const partition = deadline?.partitions.get(number);
  if (deadline === undefined || partition === undefined)
    throw new MethodFailure(EXIT.notFound, `no such partition ${number} of deadline ${index}`);
  const before = loadSectors(miner.sectors, sectors);
  const { sectorSize } = miner.info.value;
  const supply = circulatingSupply(draft.state);
  const after = before.map((sector) => withDailyFee(extend(sector), sectorSize, supply, qualityAdjustedPower(sectorSize, sector)));
  if (difference(sectors, activeSectors(partition)).count > 0n) {
    throw new MethodFailure(
      EXIT.illegalState,
      `failed to replace sector expirations: refusing to replace inactive sectors in deadline ${index}, partition ${number}`,
    );
  }
  const { deadline: changed, power } = replaceInDeadline(deadline, provingOf(draft.state, miner, index), number, before, after);
  return {
    miner: {
      ...withDeadline(miner, index, changed),
      sectors: after.reduce((all, sector) => all.set(sector.sectorNumber, sector), miner.sectors),
    },
    power,
  };
}

/** An expired sector stays active until its deadline ends, but cannot be extended. */
export function checkNotExpired({ sectorNumber, expiration }: Sector, epoch: number): void {
  if (expiration < epoch) {
    throw new MethodFailure(EXIT.forbidden, `cannot extend expiration for expired sector ${sectorNumber} at ${expiration}`);
  }
}

/** Return a sector with a later expiration and the same verified bytes over the remaining time; its deal weight is unchanged. */
export function extendedInRatio(sector: Sector, expiration: number, epoch: number): Sector {
  const { sectorNumber: number, expiration: oldExpiration, powerBaseEpoch, verifiedDealWeight } = sector;
  if (expiration < oldExpiration) illegal(`cannot reduce sector ${number} expiration to ${expiration} from ${oldExpiration}`);
  checkExpiration(expiration, epoch);
  const space = verifiedDealWeight / BigInt(oldExpiration - powerBaseEpoch);
  return { ...sector, expiration, powerBaseEpoch: epoch, verifiedDealWeight: space * BigInt(expiration - epoch) };
}

function extendedSector(sector: Sector, expiration: number, epoch: number, claimed: ReadonlyMap<number, ClaimedSpace> | undefined): Sector {
  const { sectorNumber: number, expiration: oldExpiration, powerBaseEpoch, dealWeight, verifiedDealWeight } = sector;
  checkNotExpired(sector, epoch);
  const inRatio = extendedInRatio(sector, expiration, epoch);
  if (claimed === undefined) return inRatio;
  const oldDuration = BigInt(oldExpiration - powerBaseEpoch);
  const duration = BigInt(expiration - epoch);
  const next = { ...sector, expiration, powerBaseEpoch: epoch };
  const leftWeight = (dealWeight * BigInt(oldExpiration - epoch)) / oldDuration;
  if (verifiedDealWeight === 0n) return { ...next, dealWeight: leftWeight };
  const space = claimed.get(number);
  if (space === undefined) {
    illegal(`claim missing from declaration for sector ${number} with non-zero verified deal weight ${verifiedDealWeight}`);
  }
  const oldSpace = verifiedDealWeight / oldDuration;
  if (space.all !== oldSpace) {
    illegal(`declared verified deal space in claims (${space.all}) does not match verified deal space (${oldSpace}) for sector ${number}`);
  }
  const left = oldExpiration - epoch;
  if (space.maintained !== space.all && left > CLAIM_DROP_PERIOD) {
    throw new MethodFailure(
      EXIT.forbidden,
      `attempt to drop claims with ${left} epochs > end of life claim drop period ${CLAIM_DROP_PERIOD} remaining`,
    );
  }
  return { ...next, dealWeight: leftWeight, verifiedDealWeight: space.maintained * duration };
}
