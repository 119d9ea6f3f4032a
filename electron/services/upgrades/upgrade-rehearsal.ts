/**
 * Rehearses a network upgrade: reads the user's plans and holdings at one pinned tipset and applies the rules before and after it. Owns
 * no topic; the screen queries it.
 *
 * Trusts the node's data on holdings and schedule. Data that cannot be read is reported as a gap, never left out silently.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { versionAt } from '../../../shared/domain/chain/network-version.ts';
import { networkByName } from '../../../shared/domain/chain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { UpgradeQuestion, UpgradeRehearsal } from '../../../shared/ipc/schemas/upgrades.ts';
import { hasHoldingRules, rehearseUpgrade } from '../../../shared/upgrades/rehearse-upgrade.ts';
import { minerWeightAtSolstice } from '../../../shared/upgrades/solstice-streams.ts';
import type { MinerFacts, PendingAllocation, StreamFacts, UpgradeFacts, UpgradeStep } from '../../../shared/upgrades/upgrade-facts.ts';
import { type NoAnswer, type NodeSchedule, upgradeReadiness } from '../../../shared/upgrades/upgrade-readiness.ts';
import { zNodeUpgradeParams, zNodeVersionAnswer } from '../../../shared/validation/node/node-status.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { attempt } from '../attempt.ts';
import type { ChainService } from '../chain/chain-service.ts';
import { readEpochReward } from '../chain/epoch-reward.ts';
import { readStreams } from '../chain/tipset-reward.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import type { DealsService } from '../deals/deals-service.ts';
import type { MessagePlans } from '../messages/wallet-area.ts';
import type { MinerReads } from '../miners/miner-reads.ts';
import { isNotServed, type PinnedNode, panelErrorOf, readPinned } from '../pinned/pinned-node.ts';
import { readHolders, readMinerData } from './read-holders.ts';
import { readMinerFacts } from './read-miner-facts.ts';
import { readPlans } from './read-plans.ts';

const CAUSE = 'upgrades: rehearsal';
/** About 12 calls each. */
const MAX_MINERS = 10;
/** Three calls each. */
const MAX_ADDRESSES = 30;

export interface UpgradeRehearsalsOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly plans: MessagePlans;
  readonly book: Pick<KnownAddresses, 'list'>;
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
  readonly minerReads: Pick<MinerReads, 'getMiner' | 'findSectors'>;
  readonly deals: Pick<DealsService, 'listDeals'>;
}

/** Calls and gaps of one rehearsal. */
interface Collected {
  readonly calls: CallRef[];
  readonly gaps: UpgradeRehearsal['gaps'];
}

export class UpgradeRehearsals {
  readonly #options: UpgradeRehearsalsOptions;

  constructor(options: UpgradeRehearsalsOptions) {
    this.#options = options;
  }

  /** @throws SextantError `not-connected`; `not-found` if the schedule has no such upgrade */
  async rehearse({ name, height }: UpgradeQuestion): Promise<UpgradeRehearsal> {
    const { connections, chain } = this.#options;
    const active = await connections.requireActive();
    await chain.whenHead();
    const { knowledge } = active.versions;
    const upgrade = knowledge.upgrades.find((known) => known.name === name && known.height === height);
    if (upgrade === undefined) {
      throw new SextantError(
        'not-found',
        `The schedule of this chain has no upgrade ${name} at epoch ${height}. Select one from the list.`,
      );
    }
    return readPinned(active.client, chain.tipsets, CAUSE, async (node) => {
      const collected: Collected = { calls: [], gaps: [] };
      const { version: after } = upgrade;
      // On unknown chains the version before a past upgrade is unknown; each upgrade raises the version by one.
      const before = versionAt(knowledge, height)?.version ?? (after === undefined ? undefined : after - 1);
      const isPassed = node.ref.height > height;
      const step = before === undefined || after === undefined ? undefined : { before, after, height, isPassed };
      const [readiness, facts] = await Promise.all([
        this.#readReadiness(node, active, { name, height, isPassed, versionBefore: before, versionAfter: after }, collected),
        step === undefined ? NOTHING : this.#readFacts(node, active, step, collected),
      ]);
      return {
        pinned: node.ref,
        name,
        height,
        // Epochs of an accelerated chain have no wall-clock time.
        ...(active.capabilities.isChainAccelerated ? {} : { timeMs: epochToTimeMs(height + 1, active.facts) }),
        isPassed,
        ...defined({ versionBefore: before, versionAfter: after }),
        readiness: [...readiness],
        findings: step === undefined ? [] : [...rehearseUpgrade(step, facts)],
        checked: {
          drafts: countOf(facts, 'draft'),
          messages: countOf(facts, 'message'),
          transactions: countOf(facts, 'transaction'),
          addresses: facts.holders.length,
          allocations: facts.allocations.length,
          miners: facts.miners.length,
        },
        ...collected,
      };
    });
  }

  async #readReadiness(
    node: PinnedNode,
    active: ActiveConnection,
    upgrade: Pick<UpgradeRehearsal, 'name' | 'height' | 'isPassed'> & {
      readonly versionBefore: number | undefined;
      readonly versionAfter: number | undefined;
    },
    { calls }: Collected,
  ) {
    const options = { cause: `${CAUSE}: readiness` };
    const [version, params, headVersion] = await Promise.all([
      attempt(() => active.client.call('Version', [], { ...options, schema: zNodeVersionAnswer })),
      attempt(() => active.client.call('StateGetNetworkParams', [], { ...options, schema: zNodeUpgradeParams })),
      active.versions.read(node),
    ]);
    for (const answer of [version, params]) if (!(answer instanceof SextantError)) calls.push(answer.call);
    return upgradeReadiness({
      ...upgrade,
      software: version instanceof SextantError ? noAnswer(version) : { kind: 'given', text: version.value.Version },
      schedule: params instanceof SextantError ? noAnswer(params) : scheduleIn(params.value.ForkUpgradeParams, upgrade),
      knownHeight: networkByName(active.facts.networkName)?.upgrades.find(({ name }) => name === upgrade.name)?.height,
      headVersion: headVersion?.isExact === true ? headVersion.version : undefined,
    });
  }

  async #readFacts(node: PinnedNode, active: ActiveConnection, step: UpgradeStep, { calls, gaps }: Collected): Promise<UpgradeFacts> {
    const { plans, book, ownMiners } = this.#options;
    const onGap = (what: string, error: SextantError): void => void gaps.push({ what, problem: panelErrorOf(error) });
    const own = book.list().filter(({ source }) => source === 'key' || source === 'watched');
    noteOmitted(gaps, 'addresses', own.length, MAX_ADDRESSES);
    const read = own.slice(0, MAX_ADDRESSES);
    const watched = read.filter(({ source }) => source === 'watched').map(({ address }) => address);
    const wanted = { drafts: plans.drafts(), sent: plans.sent(), watched };
    const messages = await readPlans(node.as('messages'), active, step, wanted, calls, onGap);
    const shared = { ...NOTHING, headHeight: node.ref.height, messages };
    if (!hasHoldingRules(step)) return shared;
    const miners = await ownMiners(active);
    noteOmitted(gaps, 'miners', miners.length, MAX_MINERS);
    const holding = { node: node.as('DataCap'), active, calls, onGap };
    const [{ holders, allocations }, facts, reward] = await Promise.all([
      readHolders(
        read.map(({ address }) => formatAddress(address, active.letter)),
        holding,
      ),
      this.#readMiners(node.as('miners'), miners.slice(0, MAX_MINERS), step, calls, onGap),
      readReward(node.as('block rewards'), active, step, calls, onGap),
    ]);
    const pending = new Map([...allocations, ...facts.allocations].map((allocation) => [allocation.key, allocation]));
    // The upgrade does not affect allocations that expired before it.
    const minExpiration = Math.min(node.ref.height, step.height);
    return {
      ...shared,
      holders,
      allocations: [...pending.values()].filter(({ expiration }) => expiration >= minExpiration),
      miners: facts.miners,
      ...reward,
    };
  }

  async #readMiners(
    node: PinnedNode,
    addresses: readonly string[],
    { height }: UpgradeStep,
    calls: CallRef[],
    onGap: (what: string, error: SextantError) => void,
  ) {
    const epoch = Math.max(node.ref.height, height + 1);
    const miners: MinerFacts[] = [];
    const allocations: PendingAllocation[] = [];
    for (const address of addresses) {
      const [facts, data] = await Promise.all([
        attempt(() => readMinerFacts(node, { address, epoch }, this.#options.minerReads, calls)),
        attempt(() => readMinerData(this.#options.deals, address)),
      ]);
      if (data instanceof SextantError) onGap(`Allocations and claims for ${address}`, data);
      else allocations.push(...data.allocations);
      if (facts instanceof SextantError) onGap(`Miner ${address}`, facts);
      else miners.push({ ...facts, claims: data instanceof SextantError ? undefined : data.claims });
    }
    return { miners, allocations };
  }
}

const NOTHING: UpgradeFacts = {
  headHeight: 0,
  messages: [],
  holders: [],
  allocations: [],
  miners: [],
  epochReward: undefined,
  streams: undefined,
};

function countOf({ messages }: UpgradeFacts, kind: UpgradeFacts['messages'][number]['subject']['kind']): number {
  return messages.filter(({ subject }) => subject.kind === kind).length;
}

function noteOmitted(gaps: UpgradeRehearsal['gaps'], what: string, count: number, maximum: number): void {
  if (count <= maximum) return;
  gaps.push({
    what: `${count - maximum} more ${what}`,
    problem: { code: 'limit', message: `A rehearsal reads at most ${maximum} ${what}.`, retryable: false },
  });
}

function noAnswer(error: SextantError): NoAnswer {
  return isNotServed(error) ? { kind: 'unserved' } : { kind: 'failed', problem: error.message };
}

function scheduleIn(params: Readonly<Record<string, number>> | null | undefined, { name, height }: UpgradeQuestion): NodeSchedule {
  if (params === null || params === undefined) return { kind: 'unserved' };
  return params[`Upgrade${name}Height`] === height ? { kind: 'listed', height } : { kind: 'absent' };
}

/** The reward of an epoch and its streams after the upgrade: from the state if it has streams, else the built-in initial ones. */
async function readReward(
  node: PinnedNode,
  active: ActiveConnection,
  { height }: UpgradeStep,
  calls: CallRef[],
  onGap: (what: string, error: SextantError) => void,
): Promise<Pick<UpgradeFacts, 'epochReward' | 'streams'>> {
  const { letter, client, facts, streamsPlan } = active;
  const answer = await attempt(async () => {
    const state = await readEpochReward(node, letter);
    const { thisEpochReward, streams: sums } = state.value;
    calls.push(state.call);
    if (sums === undefined) {
      const weight = minerWeightAtSolstice(facts.networkName, height, streamsPlan);
      const streams: StreamFacts | undefined = weight === undefined ? undefined : { source: 'built-in', minerWeights: [weight] };
      return { epochReward: thisEpochReward, streams };
    }
    const block = await readStreams({ client }, sums.root, CAUSE);
    calls.push(block.call);
    const minerWeights = block.value.streams.filter(({ distribution }) => distribution === undefined).map(({ weight }) => weight);
    return { epochReward: thisEpochReward, streams: { source: 'state' as const, minerWeights } };
  });
  if (!(answer instanceof SextantError)) return answer;
  onGap('Block reward', answer);
  return { epochReward: undefined, streams: undefined };
}
