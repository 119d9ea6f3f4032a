/** Facts and helpers shared by the rules of own miners. */
import type { OwnMiner } from '../ipc/schemas/own-miners.ts';
import { sanitiseToText } from '../text/sanitise.ts';
import type { FactsOf, Outcome, RuleFinding } from './outcome.ts';

export interface MinerFacts extends FactsOf<'proof'> {
  readonly miners: readonly OwnMiner[];
  readonly epochReward: bigint | undefined;
  /** The miners' part of it. */
  readonly minerPart: bigint | undefined;
}

/** A rule of own miners: unknown until they were read on the active connection. */
export function ofMiners(evaluate: (facts: MinerFacts) => Outcome): (facts: FactsOf<'proof'>) => Outcome {
  return (facts) => {
    const { known, connectionId } = facts.ownMiners;
    if (known === undefined || connectionId !== facts.connections.activeId) return { unknown: 'My miners not read yet.' };
    const { miners, epochReward, minerPart } = known;
    if ('error' in miners) return { unknown: `Could not read my miners: ${sanitiseToText(miners.error.message, 200)}` };
    if (miners.value.length === 0) return { notApplicable: 'No miners in My miners.' };
    return evaluate({ ...facts, miners: miners.value, epochReward: amountOf(epochReward), minerPart: amountOf(minerPart) });
  };
}

function amountOf(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}

export function nameOf(miner: OwnMiner): string {
  return sanitiseToText(miner.address, 40);
}

/** Name the miners that a rule has no data for; undefined if there are none. */
export function gapOf(miners: readonly OwnMiner[], isRead: (miner: OwnMiner) => boolean): string | undefined {
  const unread = miners.filter((miner) => !isRead(miner));
  return unread.length === 0 ? undefined : `Not checked: ${unread.map(nameOf).join(', ')}.`;
}

export function openMiner(miner: OwnMiner, query = ''): RuleFinding['action'] {
  return { label: 'Open', route: `/miners/${encodeURIComponent(miner.address)}${query}` };
}
