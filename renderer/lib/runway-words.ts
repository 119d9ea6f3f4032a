import { highestBaseFee } from '../../shared/domain/base-fee-band.ts';
import type { MinerStanding, OwnMiner } from '../../shared/ipc/schemas/own-miners.ts';
import { formatCount } from '../../shared/text/format.ts';
import { filText } from './attention/amount-words.ts';

export interface RunwayWords {
  readonly text: string;
  /** From what it was computed, or why it is not known. */
  readonly why: string;
  readonly isLow: boolean;
  readonly isKnown: boolean;
}

/** With gas for fewer days somebody has to top up. */
export const LOW_GAS_DAYS = 7;
/** Who pays for the messages that a miner needs. */
const SENDS = /^(Worker|Control \d+|New worker)$/;

export interface ProofFacts {
  /** Deadlines with sectors: each takes a message a day at least. */
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
  /** What is known of the proofs that somebody has to send, where the miner is shown. */
  readonly proofs?: ProofFacts | undefined;
  /** As far as it was watched. */
  readonly runway: MinerStanding['keys'][number]['runway'];
}

/** How long an address can pay at what it lost a day lately. Undefined for roles that send nothing by themselves. */
export function runwayWords({ role, balance, isOwn, proofs, runway }: RunwayFacts): RunwayWords | undefined {
  if (!SENDS.test(role) && runway === undefined) return undefined;
  if (SENDS.test(role) && balance === '0') {
    return { text: 'empty', why: 'It has no funds: it cannot send proofs.', isLow: true, isKnown: true };
  }
  if (runway === undefined) {
    const why = isOwn
      ? 'Needs 6 hours of history with spending.'
      : 'Mark the miner as yours: what its addresses spend is then watched here.';
    return { text: isOwn ? 'needs 6 h' : 'unknown', why: `${why}${proofWords(proofs)}`, isLow: false, isKnown: false };
  }
  const { daysLeft, seenDays, spentADay } = runway;
  return {
    text: daysText(daysLeft),
    why: `At what it lost in the ${seenDays < 1.5 ? 'day' : `${seenDays} days`} it was watched: ${filText(BigInt(spentADay))} a day.`,
    isLow: daysLeft < LOW_GAS_DAYS,
    isKnown: true,
  };
}

/** Of all who send for a miner of one's own, the one that runs dry first. Undefined until its keys were read. */
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

/** What proofs alone take, at the highest base fee that can be reached while a fee cap is meant to last. */
function proofWords(proofs: ProofFacts | undefined): string {
  if (proofs === undefined || proofs.deadlines === 0) return '';
  const aDay = BigInt(proofs.deadlines) * PROOF_GAS * highestBaseFee(proofs.baseFee);
  return ` Proofs alone, one of some 25 million gas a day for each of ${formatCount(proofs.deadlines, 'deadline')} with sectors, take up to ${filText(aDay)} a day at what the base fee can reach within 20 tipsets.`;
}

function daysText(days: number): string {
  if (days < 1) return '<1 d';
  if (days < 730) return `${Math.floor(days)} d`;
  return days > 3650 ? '>10 y' : `${(days / 365).toFixed(1)} y`;
}
