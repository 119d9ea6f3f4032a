import { RULES } from '../../shared/attention/rules.ts';
import { filText } from '../../shared/domain/amounts/amount-parts.ts';
import { highestBaseFee } from '../../shared/domain/messages/base-fee-band.ts';
import type { MinerStanding, OwnMiner } from '../../shared/ipc/schemas/own-miners.ts';
import { formatCount } from '../../shared/text/format.ts';

export interface RunwayWords {
  readonly text: string;
  /** How it was computed, or why it is unknown. */
  readonly why: string;
  readonly isLow: boolean;
  readonly isKnown: boolean;
}

/** Roles that pay for a miner's messages. */
const SENDS = /^(Worker|Control \d+|New worker)$/;

export interface ProofFacts {
  /** Deadlines with sectors; each needs at least one message a day. */
  readonly deadlines: number;
  /** attoFIL for a unit of gas. */
  readonly baseFee: bigint;
}

/** The median of 121 executed SubmitWindowedPoSt of mainnet, epochs 2,907,480 to 3,573,066, is 24 million. */
const PROOF_GAS = 25_000_000n;

interface RunwayFacts {
  readonly role: string;
  readonly balance: string | undefined;
  readonly isOwn: boolean;
  /** Proofs the miner has to send, on the miner's own screen. */
  readonly proofs?: ProofFacts | undefined;
  /** From the recorded history. */
  readonly runway: MinerStanding['keys'][number]['runway'];
}

/** How long the funds of an address last at its recent daily spending. Undefined for roles that send no messages by themselves. */
export function runwayWords({ role, balance, isOwn, proofs, runway }: RunwayFacts): RunwayWords | undefined {
  if (!SENDS.test(role) && runway === undefined) return undefined;
  if (SENDS.test(role) && balance === '0') {
    return { text: 'empty', why: 'No funds: it cannot send proofs.', isLow: true, isKnown: true };
  }
  if (runway === undefined) {
    const why = isOwn ? 'Needs 6 hours of history with spending.' : 'Add the miner to My miners to record the spending of its addresses.';
    return { text: isOwn ? 'needs 6 h' : 'unknown', why: `${why}${proofWords(proofs)}`, isLow: false, isKnown: false };
  }
  const { daysLeft, seenDays, spentADay } = runway;
  return {
    text: daysText(daysLeft),
    why: `At ${filText(BigInt(spentADay))} a day, its spending over ${seenDays < 1.5 ? 'a day' : `${seenDays} days`} of history.`,
    isLow: daysLeft < RULES.gas.thresholds.soonDays,
    isKnown: true,
  };
}

/** The sending address of an own miner that runs out of gas first. Undefined until the miner's keys are read. */
export function lowestRunway(own: OwnMiner | undefined): RunwayWords | undefined {
  const all = (own?.standing?.keys ?? []).flatMap(({ role, address, balance, runway }) => {
    const words = SENDS.test(role) ? runwayWords({ role, balance, isOwn: true, runway }) : undefined;
    return words === undefined
      ? []
      : [{ ...words, why: `${role}, ${address}: ${words.why}`, days: words.text === 'empty' ? -1 : runway?.daysLeft }];
  });
  const [first] = all.filter(({ isKnown }) => isKnown).sort((left, right) => (left.days ?? 0) - (right.days ?? 0));
  return first ?? all[0];
}

/** Cost of proofs alone, at the highest base fee that is possible within the lifetime of a fee cap. */
function proofWords(proofs: ProofFacts | undefined): string {
  if (proofs === undefined || proofs.deadlines === 0) return '';
  const aDay = BigInt(proofs.deadlines) * PROOF_GAS * highestBaseFee(proofs.baseFee);
  return ` Proofs alone cost up to ${filText(aDay)} a day: about 25 million gas a day for each of ${formatCount(proofs.deadlines, 'deadline')} with sectors, at the highest base fee possible within 20 tipsets.`;
}

function daysText(days: number): string {
  if (days < 1) return '<1 d';
  if (days < 730) return `${Math.floor(days)} d`;
  return days > 3650 ? '>10 y' : `${(days / 365).toFixed(1)} y`;
}
