/**
 * Sector declarations in messages to a miner actor, and their limits.
 * Source: builtin-actors, runtime/src/runtime/policy.rs (`declarations_max`, `addressed_sectors_max`).
 */
import { bitfieldOf, encodeRunLengths } from '../encoding/bitfield.ts';

/** Maximum declarations (one per partition) in a message. */
export const DECLARATIONS_MAX = 3000;
/** Maximum sectors of all declarations in a message. */
export const ADDRESSED_SECTORS_MAX = 25_000;

/** A sector with its deadline and partition. */
export interface PlacedSector {
  readonly number: number;
  readonly deadline: number;
  readonly partition: number;
}

/** Declaration of one partition, in Lotus' JSON form. */
interface SectorDeclaration {
  readonly Deadline: number;
  readonly Partition: number;
  /** Run lengths, starting with unset. */
  readonly Sectors: readonly number[];
}

/** The declarations of one message. */
export interface DeclaredSectors {
  readonly sectors: readonly number[];
  readonly declarations: readonly SectorDeclaration[];
}

/**
 * Group sectors into declarations by partition, in as few messages as the actor allows.
 *
 * @param maxSectors per message, if lower than the actor's limit
 */
export function declarationsOf(sectors: readonly PlacedSector[], maxSectors = ADDRESSED_SECTORS_MAX): DeclaredSectors[] {
  const groups = [...Map.groupBy(sectors, ({ deadline, partition }) => `${deadline} ${partition}`).values()].sort(byPlace);
  const messages: { sectors: number[]; declarations: SectorDeclaration[] }[] = [];
  for (const group of groups) {
    let rest = group.map(({ number }) => number).sort((a, b) => a - b);
    const [{ deadline, partition } = { deadline: 0, partition: 0 }] = group;
    while (rest.length > 0) {
      let message = messages.at(-1);
      if (message === undefined || message.sectors.length >= maxSectors || message.declarations.length >= DECLARATIONS_MAX) {
        message = { sectors: [], declarations: [] };
        messages.push(message);
      }
      const taken = rest.slice(0, maxSectors - message.sectors.length);
      rest = rest.slice(taken.length);
      message.sectors.push(...taken);
      message.declarations.push({ Deadline: deadline, Partition: partition, Sectors: encodeRunLengths(bitfieldOf(taken)).map(Number) });
    }
  }
  return messages;
}

function byPlace([a]: readonly PlacedSector[], [b]: readonly PlacedSector[]): number {
  return (a?.deadline ?? 0) - (b?.deadline ?? 0) || (a?.partition ?? 0) - (b?.partition ?? 0);
}
