/** UpgradeSectorQuality, method 37 of the miner actor since network version 29 (FIP-0118). */
import { fullPower, NO_POWER, type PowerPair, qualityAdjustedPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { FULL_QUALITY_ADJUSTED_POWER, SIMPLE_QUALITY_ADJUSTED_POWER } from '../../../shared/domain/actors/miner-sector.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { type Bitfield, bitfieldMembers } from '../../../shared/domain/encoding/bitfield.ts';
import { difference } from '../../../shared/domain/state/bitfield-sets.ts';
import type { ActorRuntime } from '../state/actor-runtime.ts';
import { circulatingSupply } from '../state/circulating-supply.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { addPledge } from '../state/power.ts';
import { decodeParameterList, readCount, readInteger, readList, readSectors } from '../state/read-params.ts';
import { BURNT_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { availableBalance } from './balances.ts';
import { changePower } from './claims.ts';
import { replaceInDeadline } from './deadline.ts';
import type { Sector } from './deadline-view.ts';
import { pledgeOf } from './expiration-queue.ts';
import { checkNotExpired, extendedInRatio } from './extend-expiration.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf, provingOf, putMiner, withDeadline } from './miners.ts';
import { checkExpiration, pledgeOfSector, withDailyFee } from './new-sector.ts';
import { activeSectors, loadSectors } from './partition.ts';
import { unlockVested } from './vesting.ts';

const NO_BYTES = new Uint8Array();

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}

interface Declaration {
  readonly deadline: number;
  readonly partition: number;
  readonly sectors: Bitfield;
  readonly expiration: number | undefined;
}

/** UpgradeSectorQuality: [[[Deadline, Partition, Sectors, NewExpiration or null]]]. All or nothing. */
export function upgradeQuality(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [values] = decodeParameterList(runtime.params, 1);
  const declarations = readList(values).map(readDeclaration);
  if (declarations.length === 0) illegal('no extension declarations');
  for (const declaration of declarations) checkDeclaration(declaration, runtime.epoch);
  const { miner: vested, lockedDelta } = unlockVested(miner, draft.state.blocks, runtime.epoch);
  const start: Miner = { ...vested, feeDebt: attoFil(0n) };
  let next = start;
  const powers: PowerPair[] = [];
  for (const declaration of declarations) {
    const { miner: upgraded, power } = upgradeInPartition(draft, next, declaration, runtime.epoch);
    next = upgraded;
    powers.push(power);
  }
  // No change if every sector has full quality and none is extended.
  if (next === start) return NO_BYTES;
  payDebt(draft, vested, runtime);
  const pledgeDelta = next.initialPledge - start.initialPledge;
  const available = availableBalance(draft.state, runtime.recipientId, start);
  if (pledgeDelta > available) {
    const text = `insufficient funds for aggregate initial pledge requirement ${pledgeDelta}, available: ${available}`;
    throw new MethodFailure(EXIT.actorInsufficientFunds, text);
  }
  putMiner(draft, runtime.recipientId, next);
  addPledge(draft, lockedDelta + pledgeDelta);
  changePower(draft, runtime.recipientId, next, sumPower(powers));
  return NO_BYTES;
}

function readDeclaration(value: unknown): Declaration {
  const fields = readList(value);
  if (fields.length !== 4) throw new MethodFailure(EXIT.serialization, 'failed to decode parameters: expected 4 fields');
  const [deadline, partition, sectors, expiration] = fields;
  return {
    deadline: readCount(deadline),
    partition: readCount(partition),
    sectors: readSectors(sectors),
    expiration: expiration === null ? undefined : readInteger(expiration),
  };
}

/** Stateless checks. */
function checkDeclaration({ deadline, sectors, expiration }: Declaration, epoch: number): void {
  if (deadline >= EPOCHS.deadlinesPerPeriod) illegal(`deadline ${deadline} not in range 0..${EPOCHS.deadlinesPerPeriod}`);
  if (sectors.count === 0n) illegal('no sectors selected');
  if (expiration !== undefined) checkExpiration(expiration, epoch);
}

/** Burn the fee debt from the available balance; fails if the debt exceeds it. */
function payDebt(draft: StateDraft, miner: Miner, runtime: ActorRuntime): void {
  const { feeDebt } = miner;
  if (feeDebt > availableBalance(draft.state, runtime.recipientId, miner)) {
    throw new MethodFailure(EXIT.actorInsufficientFunds, `unlocked balance can not repay fee debt ${feeDebt}`);
  }
  draft.move(runtime.recipientId, BURNT_ID, feeDebt);
}

function upgradeInPartition(
  draft: StateDraft,
  miner: Miner,
  { deadline: index, partition: number, sectors, expiration }: Declaration,
  epoch: number,
): { readonly miner: Miner; readonly power: PowerPair } {
  const deadline = deadlineOf(miner, index);
  const partition = deadline?.partitions.get(number);
  if (deadline === undefined || partition === undefined) {
    throw new MethodFailure(EXIT.notFound, `no such partition ${number} of deadline ${index}`);
  }
  const unknown = bitfieldMembers(sectors).find((one) => miner.sectors.get(one) === undefined);
  if (unknown !== undefined) throw new MethodFailure(EXIT.notFound, `sector not found: ${unknown}`);
  const [inactive] = bitfieldMembers(difference(sectors, activeSectors(partition)));
  if (inactive !== undefined) illegal(`sector ${inactive} is not active in deadline ${index}, partition ${number}`);
  const { sectorSize } = miner.info.value;
  const supply = circulatingSupply(draft.state);
  const old = loadSectors(miner.sectors, sectors);
  const replaced = old.flatMap((before) => {
    const after = upgraded(before, { sectorSize, supply }, expiration, epoch);
    return after === before ? [] : [{ before, after }];
  });
  if (replaced.length === 0) return { miner, power: NO_POWER };
  const before = replaced.map((pair) => pair.before);
  const after = replaced.map((pair) => pair.after);
  const { deadline: changed, power } = replaceInDeadline(deadline, provingOf(draft.state, miner, index), number, before, after);
  return {
    miner: {
      ...withDeadline(miner, index, changed),
      sectors: after.reduce((all, sector) => all.set(sector.sectorNumber, sector), miner.sectors),
      initialPledge: attoFil(miner.initialPledge + pledgeOf(after) - pledgeOf(before)),
    },
    power,
  };
}

/**
 * Return a sector at full quality, extended if a new expiration is given. Its pledge never decreases, and only increases with its power:
 * a sector at full power already is only extended. Its daily fee increases with its power.
 */
function upgraded(
  sector: Sector,
  { sectorSize, supply }: { readonly sectorSize: bigint; readonly supply: bigint },
  newExpiration: number | undefined,
  epoch: number,
): Sector {
  const powerBefore = qualityAdjustedPower(sectorSize, sector);
  const isFull = powerBefore === fullPower(sectorSize);
  if (isFull && newExpiration === undefined) return sector;
  checkNotExpired(sector, epoch);
  const extended = newExpiration === undefined ? sector : extendedInRatio(sector, newExpiration, epoch);
  if (isFull) return withDailyFee(extended, sectorSize, supply, powerBefore);
  const full: Sector = {
    ...extended,
    flags: sector.flags | SIMPLE_QUALITY_ADJUSTED_POWER | FULL_QUALITY_ADJUSTED_POWER,
    expectedDayReward: undefined,
    expectedStoragePledge: undefined,
    replacedDayReward: undefined,
  };
  const next = withDailyFee(full, sectorSize, supply, powerBefore);
  const pledge = pledgeOfSector(sectorSize, next);
  return pledge > sector.initialPledge ? { ...next, initialPledge: attoFil(pledge) } : next;
}
