/**
 * Schedule of the contracts that govern reward streams on the public networks. From filecoin-project/solstice deployments.json
 * (0006edced740) and FIP-0118; the weights themselves are in the state, and governance can replace them.
 */
import { networkByGenesis } from './networks.ts';

/** Schedule of the Service Rewards Actor, in epochs. */
export interface StreamCalendar {
  /** First epoch with streams. */
  readonly activationEpoch: number;
  readonly quarterEpochs: number;
  /** Periods after a quarter in which volumes are posted, then verified. */
  readonly postEpochs: number;
  readonly verifyEpochs: number;
  /** Epochs over which the miners' weight falls from 95 % to 50 %, unless governance replaces it. */
  readonly rampEpochs: number;
}

const CALENDARS: Readonly<Record<string, StreamCalendar>> = {
  mainnet: { activationEpoch: 6_470_280, quarterEpochs: 262_974, postEpochs: 8640, verifyEpochs: 20_160, rampEpochs: 2_366_766 },
  calibrationnet: { activationEpoch: 4_109_134, quarterEpochs: 2880, postEpochs: 240, verifyEpochs: 480, rampEpochs: 25_920 },
};

/** Return the schedule of a public network by its genesis; undefined for other chains. */
export function streamCalendar(genesisCid: string): StreamCalendar | undefined {
  const name = networkByGenesis(genesisCid);
  return name === undefined || !Object.hasOwn(CALENDARS, name) ? undefined : CALENDARS[name];
}

/** Return the quarter of an epoch, from 1, and the start of the next one. The epoch must not be before the activation. */
export function streamQuarter({ activationEpoch, quarterEpochs }: StreamCalendar, epoch: number): { number: number; endEpoch: number } {
  const number = Math.floor((epoch - activationEpoch) / quarterEpochs) + 1;
  return { number, endEpoch: activationEpoch + number * quarterEpochs };
}

/** When the weight of stream 2 may be raised for a quarter. */
export interface StreamGate {
  readonly quarter: number;
  /** First epoch at which anyone may run the gate check: after volumes were posted and verified (FIP-0118, 2.2). */
  readonly checkEpoch: number;
  /** First epoch at which a raise can take effect: after the check queues it and the timelock passes. */
  readonly effectiveEpoch: number;
}

/** Return the gate of the current quarter, preceded by that of the previous one while its raise may still be pending. */
export function streamGates(calendar: StreamCalendar, epoch: number, timelockEpochs: number): readonly StreamGate[] {
  const { activationEpoch, quarterEpochs, postEpochs, verifyEpochs } = calendar;
  const { number } = streamQuarter(calendar, epoch);
  const gates = [number - 1, number].map((quarter): StreamGate => {
    // Both periods include their last epoch.
    const checkEpoch = activationEpoch + quarter * quarterEpochs + postEpochs + verifyEpochs + 1;
    return { quarter, checkEpoch, effectiveEpoch: checkEpoch + timelockEpochs };
  });
  return gates.filter(({ quarter, effectiveEpoch }) => quarter > 0 && epoch < effectiveEpoch);
}
