/**
 * What the shared data holds of miners, served as a node that has only that: three miners of mainnet's genesis whole, with its deals and
 * the blocks of its state, or those of 2020 that one epoch is known of. What was not recorded is answered as a node answers that
 * pruned it. Constructed: StateMinerProvingDeadline, by the rules of `miners/proving-deadline-info.json`, the head of 2020, and that
 * deadlines of 2020 which no partition was recorded of are empty.
 */
import { decodeRunLengths, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { cidFromParts, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { genesisState } from '../../builders/genesis-state.ts';
import { readRecorded } from './recorded-json.ts';
import type { Link } from './recorded-types.ts';
import { RpcFailure } from './replay-rpc.ts';

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

interface RecordedSector {
  readonly SectorNumber: number;
  readonly SealedCID: Link;
  readonly Activation: number;
  readonly Expiration: number;
  readonly InitialPledge: string;
  readonly VerifiedDealWeight: string;
}

interface Runs {
  readonly AllSectors: readonly number[];
  readonly FaultySectors: readonly number[];
  readonly RecoveringSectors: readonly number[];
  readonly LiveSectors: readonly number[];
  readonly ActiveSectors: readonly number[];
}

export interface GenesisMiner {
  readonly actor: { readonly Code: Link; readonly Head: Link; readonly Nonce: number; readonly Balance: string };
  readonly StateMinerInfo: Readonly<Record<string, unknown>> & { readonly Owner: string; readonly SectorSize: number };
  readonly StateMinerPower: {
    readonly MinerPower: { readonly RawBytePower: string; readonly QualityAdjPower: string };
    readonly TotalPower: { readonly RawBytePower: string; readonly QualityAdjPower: string };
  };
  readonly sectorCount: number;
  readonly StateMinerSectors: readonly RecordedSector[];
  readonly provingPeriodStart: number;
  readonly currentDeadline: number;
  readonly StateMinerDeadlines: readonly unknown[];
  readonly StateMinerPartitions: readonly (readonly Runs[])[];
}

export interface MinerOf2020 {
  readonly miner: string;
  readonly epoch: number;
  readonly stateRoot: string;
  readonly StateMinerInfo: Readonly<Record<string, unknown>>;
  readonly balance: string;
  readonly preCommitDeposits: string;
  readonly lockedFunds: string;
  readonly initialPledge: string;
  readonly provingPeriodStart: number;
  readonly currentDeadline: number;
  readonly availableBalance: string;
  readonly partitions: readonly {
    readonly deadline: number;
    readonly partition: number;
    readonly lotus: Runs;
    readonly counts: Readonly<Record<'all' | 'faulty' | 'recovering' | 'terminated' | 'live' | 'active', number>>;
    readonly faultySectors: readonly number[];
  }[];
  readonly sectors: readonly RecordedSector[];
}

export interface RecordedDeal {
  readonly Proposal: Readonly<Record<string, unknown>> & {
    readonly PieceCID: Link;
    readonly PieceSize: number;
    readonly Client: string;
    readonly Provider: string;
    readonly Label: string;
    readonly StartEpoch: number;
    readonly EndEpoch: number;
  };
}

/** Miners f01000 to f01002 of mainnet's genesis, by address. */
export function genesisMiners(): Readonly<Record<string, GenesisMiner>> {
  return (readRecorded('miners/genesis-mainnet.json.gz') as { miners: Record<string, GenesisMiner> }).miners;
}

/** The deals of mainnet's genesis by number, in the shape of StateMarketDeals. */
export function genesisDeals(): Readonly<Record<string, RecordedDeal>> {
  return readRecorded('deals/StateMarketDeals-mainnet-genesis.json.gz') as Record<string, RecordedDeal>;
}

export function minersOf2020(): readonly MinerOf2020[] {
  return readRecorded('miners/mainnet-2020.json.gz') as MinerOf2020[];
}

/** Everything that is known of the genesis, at whichever tipset it is asked: only the genesis is a head then. */
export function genesisAnswers(): Answers {
  const miners = genesisMiners();
  const deals = genesisDeals();
  const { actors } = readRecorded('chain/genesis-actors-mainnet.json') as {
    actors: Readonly<Record<string, { Code: string; Nonce: number; Balance: string; Head: string }>>;
  };
  const { blocks } = genesisState('mainnet');
  const minerOf = (address: unknown): GenesisMiner => miners[String(address)] ?? noActor();
  return {
    StateNetworkVersion: () => 0,
    StateListMiners: () => Object.keys(miners),
    StateListActors: () => Object.keys(actors),
    StateLookupID: ([address]) => (actors[String(address)] === undefined ? noActor() : address),
    StateGetActor: ([address]) => {
      const actor = actors[String(address)] ?? noActor();
      return { Code: codeOf(actor.Code), Head: { '/': actor.Head }, Nonce: actor.Nonce, Balance: actor.Balance };
    },
    StateMinerInfo: ([address]) => minerOf(address).StateMinerInfo,
    StateMinerPower: ([address]) =>
      address === '<empty>' ? { ...anyOf(miners).StateMinerPower, MinerPower: NO_POWER } : minerOf(address).StateMinerPower,
    StateMinerSectorCount: ([address]) => {
      const { sectorCount } = minerOf(address);
      return { Live: sectorCount, Active: sectorCount, Faulty: 0 };
    },
    StateMinerSectors: ([address, filter]) => picked(minerOf(address).StateMinerSectors, filter),
    StateMinerActiveSectors: ([address]) => minerOf(address).StateMinerSectors,
    StateSectorGetInfo: ([address, number]) =>
      minerOf(address).StateMinerSectors.find(({ SectorNumber }) => SectorNumber === Number(number)) ?? null,
    StateMinerDeadlines: ([address]) => minerOf(address).StateMinerDeadlines,
    StateMinerPartitions: ([address, deadline]) => minerOf(address).StateMinerPartitions[Number(deadline)],
    StateMinerProvingDeadline: ([address]) => deadlineInfo(minerOf(address), 0),
    StateMarketDeals: () => deals,
    StateMarketStorageDeal: ([id]) => {
      const deal = deals[String(id)];
      if (deal === undefined) throw new RpcFailure(1, `deal ${String(id)} not found`);
      return deal;
    },
    ChainReadObj: ([link]) => bytesToBase64(blockOf(blocks, link)),
    ChainHasObj: ([link]) => blocks.has(parseCid((link as Link)['/'])),
  };
}

/** The miners that are known of one epoch of 2020; nothing else of that network. */
export function answersOf2020(epoch: number): Answers {
  const miners = new Map(minersOf2020().flatMap((miner): [string, MinerOf2020][] => (miner.epoch === epoch ? [[miner.miner, miner]] : [])));
  const minerOf = (address: unknown): MinerOf2020 => miners.get(String(address)) ?? noActor();
  return {
    StateNetworkVersion: () => 0,
    StateLookupID: ([address]) => minerOf(address).miner,
    StateMinerInfo: ([address]) => minerOf(address).StateMinerInfo,
    StateMinerAvailableBalance: ([address]) => minerOf(address).availableBalance,
    StateReadState: ([address]) => {
      const { balance, preCommitDeposits, lockedFunds, initialPledge } = minerOf(address);
      return {
        Balance: balance,
        Code: codeOf('fil/1/storageminer'),
        State: { PreCommitDeposits: preCommitDeposits, LockedFunds: lockedFunds, InitialPledgeRequirement: initialPledge },
      };
    },
    StateMinerSectors: ([address, filter]) => picked(minerOf(address).sectors, filter),
    StateMinerDeadlines: ([address]) => {
      minerOf(address);
      return Array.from({ length: 48 }, () => ({ PostSubmissions: [0] }));
    },
    StateMinerPartitions: ([address, deadline]) =>
      minerOf(address)
        .partitions.filter((partition) => partition.deadline === Number(deadline))
        .sort((left, right) => left.partition - right.partition)
        .map(({ lotus }) => lotus),
    StateMinerProvingDeadline: ([address]) => deadlineInfo(minerOf(address), epoch),
  };
}

const NO_POWER = { RawBytePower: '0', QualityAdjPower: '0' };
const RAW_CODEC = 0x55;
const IDENTITY_HASH = 0x00;

function anyOf<T>(all: Readonly<Record<string, T>>): T {
  const [first] = Object.values(all);
  if (first === undefined) throw new Error('Nothing was recorded.');
  return first;
}

function noActor(): never {
  throw new RpcFailure(11, 'actor not found');
}

/** Builtin actors of that time have an identity CID of their name (specs-actors v0 actors/builtin/codes.go). */
function codeOf(name: string): Link {
  return { '/': cidFromParts(RAW_CODEC, IDENTITY_HASH, new TextEncoder().encode(name)) };
}

/** As Lotus does it: all of them, or those that the filter names; one that is not there is an error. */
function picked(sectors: readonly RecordedSector[], filter: unknown): readonly RecordedSector[] {
  if (filter === null || filter === undefined) return sectors;
  const wanted = decodeRunLengths(filter as number[]);
  const found = sectors.filter(({ SectorNumber }) => isInBitfield(wanted, SectorNumber));
  if (BigInt(found.length) < wanted.count) throw new RpcFailure(1, 'failed to load sectors: a sector that is asked for was not recorded');
  return found;
}

function deadlineInfo({ provingPeriodStart, currentDeadline }: { provingPeriodStart: number; currentDeadline: number }, epoch: number) {
  const open = provingPeriodStart + currentDeadline * 60;
  return {
    CurrentEpoch: epoch,
    PeriodStart: provingPeriodStart,
    Index: currentDeadline,
    Open: open,
    Close: open + 60,
    Challenge: open - 20,
    FaultCutoff: open - 70,
    WPoStPeriodDeadlines: 48,
    WPoStProvingPeriod: 2880,
    WPoStChallengeWindow: 60,
    WPoStChallengeLookback: 20,
    FaultDeclarationCutoff: 70,
  };
}

function blockOf(blocks: ReadonlyMap<string, Uint8Array>, link: unknown): Uint8Array {
  const cid = (link as Link)['/'];
  const bytes = blocks.get(parseCid(cid));
  if (bytes === undefined) throw new RpcFailure(1, `ipld: could not find ${cid}`);
  return bytes;
}
