/** One sector: record, location, and termination fee. */
import { EPOCHS, nextDeadlineWindow } from '../../../shared/domain/chain/epoch.ts';
import { isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { MAX_EXTENSION_EPOCHS, MAX_SECTOR_LIFE_EPOCHS } from '../../../shared/domain/sectors/extension-limits.ts';
import { faultFeeADay } from '../../../shared/domain/sectors/fault-fee.ts';
import { sealProofType } from '../../../shared/domain/sectors/proof-type.ts';
import { terminationFee } from '../../../shared/domain/sectors/termination-fee.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { MinerSector } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { type NodeSectorInfo, zNodeSectorInfo } from '../../../shared/validation/node/miner-detail.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import { type PinnedNode, panelOf } from '../pinned/pinned-node.ts';
import { readFeeFacts } from './deadline-detail.ts';
import type { MinerDeadlines, MinerPartition } from './miner-deadlines.ts';
import { measuresOf } from './sector-chunk.ts';

/** Maximum number of deal IDs; more than any sector has. */
const MAX_DEALS = 256;
/** Source: builtin-actors `actors/miner/src/policy.rs` (`seal_proof_sector_maximum_lifetime`). */
const LIFE_EPOCHS = { first: 540 * EPOCHS.perDay, later: MAX_SECTOR_LIFE_EPOCHS } as const;

export interface SectorContext {
  readonly miner: Miner;
  /** Or the error. */
  readonly deadlines: MinerDeadlines | SextantError;
  readonly timeMsOf: (epoch: number) => number;
  readonly client: NodeClient;
  readonly versions: VersionAuthority;
  readonly letter: 'f' | 't';
}

/** Calls StateSectorGetInfo and, for the fees, the reward of the epoch with its split. */
export async function readSectorDetail(node: PinnedNode, number: number, context: SectorContext): Promise<MinerSector> {
  const { address, power } = context.miner;
  const info = readInfo(node.as('sector'), address, number);
  const [record, termination] = await Promise.all([
    panelOf(async () => {
      const { value, call } = await info;
      return { value: recordOf(value, node.ref.height, context.timeMsOf), calls: [call] };
    }),
    'error' in power
      ? power
      : panelOf(async () => {
          const { value, call } = await info;
          const { facts, compared, calls } = await readFeeFacts(node.as('reward of the epoch'), context, power);
          const faultFee = faultFeeADay({ ...facts, qualityAdjusted: measuresOf(value).qualityAdjusted ?? 0n });
          const fee = terminationFee({ initialPledge: value.InitialPledge, ageEpochs: node.ref.height - value.Activation, faultFee });
          return { value: { fee: fee.toString(), faultFeeADay: faultFee.toString(), ...compared }, calls: [call, ...calls] };
        }),
  ]);
  const { deadlines, timeMsOf } = context;
  const place = deadlines instanceof SextantError ? undefined : placeOf(deadlines, number, node.ref.height, timeMsOf);
  return { pinned: node.ref, record, termination, ...(place === undefined ? {} : { place }) };
}

async function readInfo(node: PinnedNode, address: string, number: number) {
  const { value, call } = await node.read('StateSectorGetInfo', (key) => [address, number, key], zNodeSectorInfo.nullable());
  if (value === null) {
    throw new SextantError('not-found', `${address} has no sector ${formatInteger(number)} on chain.`, {
      details: { method: call.method, callId: call.id },
    });
  }
  return { value, call };
}

type SectorRecord = Extract<MinerSector['record'], { value: unknown }>['value'];

function recordOf(sector: NodeSectorInfo, now: number, timeMsOf: (epoch: number) => number): SectorRecord {
  const { sectorSizeBytes, verifiedBytes, unverifiedBytes, qualityAdjusted, quality, isFullByRule } = measuresOf(sector);
  const proof = sealProofType(sector.SealProof);
  const base = sector.PowerBaseEpoch ?? undefined;
  const life = proof?.kind === 'seal V1' ? LIFE_EPOCHS.first : LIFE_EPOCHS.later;
  const extensibleUntil = Math.min(sector.Activation + life, now + MAX_EXTENSION_EPOCHS);
  const text = <K extends string>(key: K, value: bigint | null | undefined) =>
    value === null || value === undefined ? {} : ({ [key]: value.toString() } as Record<K, string>);
  return {
    number: Number(sector.SectorNumber),
    sealProof: proof?.name ?? `number ${sector.SealProof}`,
    ...(sectorSizeBytes === undefined ? {} : { sectorSizeBytes }),
    sealedCid: sector.SealedCID,
    dealIds: sector.DealIDs.slice(0, MAX_DEALS).map(String),
    dealCount: sector.DealIDs.length,
    activation: sector.Activation,
    activationTimeMs: timeMsOf(sector.Activation),
    expiration: sector.Expiration,
    expirationTimeMs: timeMsOf(sector.Expiration),
    ...(base === undefined ? {} : { powerBaseEpoch: base, powerBaseTimeMs: timeMsOf(base) }),
    dealWeight: (sector.DealWeight ?? 0n).toString(),
    verifiedDealWeight: (sector.VerifiedDealWeight ?? 0n).toString(),
    ...text('verifiedBytes', verifiedBytes),
    ...text('unverifiedBytes', unverifiedBytes),
    ...text('qualityAdjusted', qualityAdjusted),
    ...(quality === undefined ? {} : { quality }),
    isFullByRule,
    initialPledge: sector.InitialPledge.toString(),
    ...text('expectedDayReward', sector.ExpectedDayReward),
    ...text('expectedStoragePledge', sector.ExpectedStoragePledge),
    ...text('replacedDayReward', sector.ReplacedDayReward),
    ...(sector.SectorKeyCID === undefined || sector.SectorKeyCID === null ? {} : { sectorKeyCid: sector.SectorKeyCID }),
    ...(sector.Flags === undefined || sector.Flags === null ? {} : { flags: sector.Flags }),
    ...text('dailyFee', sector.DailyFee),
    ...(extensibleUntil > sector.Expiration ? { extensibleUntil, extensibleUntilTimeMs: timeMsOf(extensibleUntil) } : {}),
  };
}

function placeOf(
  { partitions, info }: MinerDeadlines,
  number: number,
  now: number,
  timeMsOf: (epoch: number) => number,
): MinerSector['place'] {
  const own = partitions.find(({ all }) => isInBitfield(all, number));
  if (own === undefined) return undefined;
  const { open } = nextDeadlineWindow(info.PeriodStart, own.deadline, now);
  return {
    deadline: own.deadline,
    partition: own.partition,
    state: stateIn(own, number),
    opensEpoch: open,
    opensTimeMs: timeMsOf(open),
  };
}

function stateIn({ live, active, faulty, recovering }: MinerPartition, number: number): NonNullable<MinerSector['place']>['state'] {
  if (!isInBitfield(live, number)) return 'terminated';
  if (isInBitfield(recovering, number)) return 'recovering';
  if (isInBitfield(faulty, number)) return 'faulty';
  return isInBitfield(active, number) ? 'active' : 'unproven';
}
