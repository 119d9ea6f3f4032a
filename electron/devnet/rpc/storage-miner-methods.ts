import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { BLOCK_DELAY_SECONDS } from '../chain/block-builder.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { dealOf, dealsOf } from '../deals/market.ts';
import type { Miner } from '../miners/miner-view.ts';
import { minerOf } from '../miners/miners.ts';
import type { PipelineSector } from '../sealing/pipeline-sector.ts';
import { SEALING_MINER_ID } from '../sealing/run-pipeline.ts';
import { sealingOf } from '../sealing/sealing.ts';
import type { Sealing } from '../sealing/sealing-view.ts';
import { constructedPieceCid, constructedSealedCid } from '../state/constructed-cids.ts';
import type { State } from '../state/state.ts';
import { amountJson, cidJson, idJson, tipsetJson } from './chain-json.ts';
import { dealJson } from './deal-methods.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, booleanParameter, sectorParameter, stringsParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';

const API_VERSION = 66_816;
/** States in which a sector's content is known. */
const BEFORE_COMM_D = new Set(['WaitDeals', 'AddPiece', 'Packing', 'GetTicket', 'PreCommit1', 'SealPreCommit1Failed', 'PreCommit2']);

/** Two sealing workers; a sector stays on its first one. */
const WORKERS = [
  { id: '6f1c2f70-0a1e-4b4e-9a53-5d2b7c1f0001', name: 'sealer-1' },
  { id: '6f1c2f70-0a1e-4b4e-9a53-5d2b7c1f0002', name: 'sealer-2' },
] as const;
const ZERO_ID = '00000000-0000-0000-0000-000000000000';
/** Sealing task of a state, by its name in Lotus (`storage/sealer/sealtasks/task.go`); other states have none. */
const TASKS: ReadonlyMap<string, string> = new Map([
  ['AddPiece', 'seal/v0/addpiece'],
  ['PreCommit1', 'seal/v0/precommit/1'],
  ['PreCommit2', 'seal/v0/precommit/2'],
  ['Committing', 'seal/v0/commit/2'],
  ['FinalizeSector', 'seal/v0/finalize'],
]);

/** The storage miner API of f01000: its own view of its sectors, at the head. */
export function addStorageMinerMethods(table: MethodTableBuilder, chain: ChainView): void {
  const stateNow = (): State => chain.stateOf(chain.executionOf(chain.head).state);
  function miner(): Miner {
    return minerOf(stateNow(), SEALING_MINER_ID) ?? noMiner();
  }
  function sealing(): Sealing {
    return sealingOf(stateNow(), SEALING_MINER_ID) ?? noMiner();
  }
  const timeOf = (epoch: number): number => chain.genesisTime + epoch * BLOCK_DELAY_SECONDS;

  table
    .read('Version', [], () => ({
      Version: 'sextant-devnet-miner-0.1.0+localnet',
      APIVersion: API_VERSION,
      BlockDelay: 0,
      Agent: 'sextant-devnet-miner',
    }))
    .read('ActorAddress', [], () => idJson(SEALING_MINER_ID))
    .read('ActorSectorSize', [addressParameter], () => miner().info.value.sectorSize)
    .read('RuntimeSubsystems', [], () => ['Mining', 'Sealing', 'SectorStorage'])
    .read('MiningBase', [], () => tipsetJson(chain.head))
    .read('SectorsList', [], () => sealing().sectors.indices())
    .read('SectorsSummary', [], () => {
      const counts: Record<string, number> = {};
      for (const sector of sealing().sectors.values()) counts[sector.state] = (counts[sector.state] ?? 0) + 1;
      return Object.fromEntries(Object.entries(counts).sort(([left], [right]) => (left < right ? -1 : 1)));
    })
    .read('SectorsListInStates', [stringsParameter], ([states]) =>
      sealing()
        .sectors.values()
        .filter((sector) => states.includes(sector.state))
        .map((sector) => sector.number),
    )
    .read('SectorsStatus', [sectorParameter, booleanParameter], ([number, hasChainInfo]) => {
      const sector = sealing().sectors.get(number);
      if (sector === undefined) throw new RpcError(`sector ${number} not found: datastore: key not found`);
      return { ...statusJson(chain, stateNow(), sector, timeOf), ...(hasChainInfo ? chainInfoJson(miner(), number) : NO_CHAIN_INFO) };
    })
    .add('WorkerStats', 'admin', [], () =>
      Object.fromEntries(
        WORKERS.map(({ id, name }) => [
          id,
          { Info: { Hostname: name, IgnoreResources: false, Resources: NO_RESOURCES }, Enabled: true, Tasks: null, ...NOTHING_USED },
        ]),
      ),
    )
    .add('WorkerJobs', 'admin', [], () => {
      const jobs = sealing().busy.flatMap((number): [string, JsonValue][] => {
        const sector = sealing().sectors.get(number);
        const task = sector === undefined ? undefined : TASKS.get(sector.state);
        const worker = WORKERS[number % WORKERS.length];
        if (sector === undefined || task === undefined || worker === undefined) return [];
        const start = new Date(timeOf(sector.since) * 1000).toISOString();
        return [
          [
            worker.id,
            {
              ID: { Sector: { Miner: SEALING_MINER_ID, Number: number }, ID: ZERO_ID },
              Sector: { Miner: SEALING_MINER_ID, Number: number },
              Task: task,
              RunWait: 0,
              Start: start,
            },
          ],
        ];
      });
      const byWorker = Map.groupBy(jobs, ([id]) => id);
      return Object.fromEntries([...byWorker].map(([id, list]) => [id, list.map(([, job]) => job)]));
    })
    .read('MarketListDeals', [], () =>
      dealsOf(stateNow())
        .filter(({ proposal }) => proposal.provider === idAddress(SEALING_MINER_ID))
        .map(dealJson),
    );
}

function noMiner(): never {
  throw new RpcError('no miner');
}

/** The workers are not real machines: no memory, CPU or GPU (Lotus storage/sealer/storiface WorkerStats). */
const NO_RESOURCES = { MemPhysical: 0, MemUsed: 0, MemSwap: 0, MemSwapUsed: 0, CPUs: 0, GPUs: null, Resources: null };
const NOTHING_USED = { MemUsedMin: 0, MemUsedMax: 0, GpuUsed: 0, CpuUse: 0, TaskCounts: {} };

const NO_CHAIN_INFO = {
  SealProof: 0,
  Activation: 0,
  Expiration: 0,
  DealWeight: '0',
  VerifiedDealWeight: '0',
  InitialPledge: '0',
  OnTime: 0,
  Early: 0,
} as const;

function chainInfoJson(miner: Miner, number: number): Record<string, JsonValue> {
  const sector = miner.sectors.get(number);
  if (sector === undefined) return NO_CHAIN_INFO;
  return {
    SealProof: sector.sealProof,
    Activation: sector.activation,
    Expiration: sector.expiration,
    DealWeight: amountJson(sector.dealWeight),
    VerifiedDealWeight: amountJson(sector.verifiedDealWeight),
    InitialPledge: amountJson(sector.initialPledge),
    OnTime: sector.expiration,
    Early: 0,
  };
}

function statusJson(chain: ChainView, state: State, sector: PipelineSector, timeOf: (epoch: number) => number): Record<string, JsonValue> {
  const { random } = chain;
  const isSealed = !BEFORE_COMM_D.has(sector.state);
  const commR = constructedSealedCid(random.bytes('comm-r', SEALING_MINER_ID, sector.number));
  return {
    SectorID: sector.number,
    State: sector.state,
    CommD: isSealed ? cidJson(constructedPieceCid(random.bytes('comm-d', SEALING_MINER_ID, sector.number))) : null,
    CommR: isSealed ? cidJson(commR) : null,
    Proof: sector.commitMessage === undefined ? '' : bytesToBase64(random.longBytes(192, 'porep', SEALING_MINER_ID, sector.number)),
    Deals: sector.dealIds,
    Pieces: sector.dealIds.flatMap((id): JsonValue[] => {
      const deal = dealOf(state, id);
      if (deal === undefined) return [];
      const { pieceSize, pieceCid, startEpoch, endEpoch } = deal.proposal;
      return [
        {
          Piece: { Size: pieceSize, PieceCID: cidJson(pieceCid) },
          DealInfo: {
            PublishCid: null,
            DealID: id,
            DealProposal: null,
            DealSchedule: { StartEpoch: startEpoch, EndEpoch: endEpoch },
            PieceActivationManifest: null,
            KeepUnsealed: true,
          },
        },
      ];
    }),
    Ticket: { Value: bytesToBase64(random.bytes('seal-ticket', sector.ticketEpoch)), Epoch: sector.ticketEpoch },
    Seed: { Value: bytesToBase64(random.bytes('seal-seed', sector.seedEpoch)), Epoch: sector.seedEpoch },
    PreCommitMsg: sector.preCommitMessage === undefined ? null : cidJson(sector.preCommitMessage),
    CommitMsg: sector.commitMessage === undefined ? null : cidJson(sector.commitMessage),
    Retries: sector.retries,
    ToUpgrade: false,
    ReplicaUpdateMessage: null,
    LastErr: sector.lastError,
    Log: sector.log.map((entry) => ({ Kind: entry.kind, Timestamp: timeOf(entry.epoch), Trace: entry.trace, Message: entry.message })),
  };
}
