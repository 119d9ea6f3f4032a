/** Rules of the sealing pipeline, by the storage-miner API. */
import { countStates, sealingCount } from '../domain/sectors/sector-state.ts';
import type { OwnMiner } from '../ipc/schemas/own-miners.ts';
import { formatCount, formatDuration } from '../text/format.ts';
import { type MinerFacts, nameOf, ofMiners } from './miner-facts.ts';
import type { Evaluators, Outcome, RuleFinding } from './outcome.ts';
import { RULES } from './rules.ts';

const TO_SEALING = { label: 'Open', route: '/sealing' };

export const SEALING_RULES: Evaluators<'sealing-failed' | 'sealing-still'> = {
  'sealing-failed': ofPipelines(sealingFailed),
  'sealing-still': ofPipelines(sealingStill),
};

interface Pipeline {
  readonly miner: OwnMiner;
  /** Sectors by state. */
  readonly sealing: Readonly<Record<string, number>>;
}

/** A rule of the miners whose pipeline is known; all others have no storage-miner API here. */
function ofPipelines(evaluate: (pipelines: readonly Pipeline[], facts: MinerFacts) => Outcome) {
  return ofMiners((facts) => {
    const pipelines = facts.miners.flatMap((miner): Pipeline[] => {
      const sealing = miner.standing?.sealing;
      return sealing === undefined ? [] : [{ miner, sealing }];
    });
    return pipelines.length === 0 ? { notApplicable: 'No storage-miner API is connected.' } : evaluate(pipelines, facts);
  });
}

function sealingFailed(pipelines: readonly Pipeline[], { head }: MinerFacts): Outcome {
  return {
    findings: pipelines.flatMap(({ miner, sealing }): RuleFinding[] => {
      const failed = countStates(sealing, (group) => group === 'failed');
      if (failed === 0) return [];
      return [
        {
          about: [head.genesisCid, miner.address],
          urgency: 'Failed',
          title: `${formatCount(failed, 'sector')} of ${nameOf(miner)} failed while sealing`,
          detail: 'The deposit of a sector is lost when its pre-commitment expires',
          action: TO_SEALING,
        },
      ];
    }),
    words: 'No sectors in a failed state.',
  };
}

function sealingStill(pipelines: readonly Pipeline[], { head, nowMs }: MinerFacts): Outcome {
  const total = pipelines.reduce((sum, { sealing }) => sum + sealingCount(sealing), 0);
  return {
    findings: pipelines.flatMap(({ miner, sealing }): RuleFinding[] => {
      const count = sealingCount(sealing);
      const sinceMs = miner.standing?.sealingSinceMs;
      if (count === 0 || sinceMs === undefined || nowMs - sinceMs < RULES['sealing-still'].thresholds.stillMs) return [];
      return [
        {
          about: [head.genesisCid, miner.address],
          title: `No sector of ${nameOf(miner)} has changed state for ${formatDuration(nowMs - sinceMs)}`,
          detail: `${formatCount(count, 'sector')} in progress. The sealing board shows what each one waits for`,
          action: TO_SEALING,
        },
      ];
    }),
    words: total === 0 ? 'No sectors being sealed.' : `${formatCount(total, 'sector')} in progress.`,
  };
}
