/**
 * Whether the data of a deal, piece or sector can be retrieved, with the calls behind the answer: data is available once its sector is
 * proven (`pSet: YES`); until then a retrieval returns an empty file.
 */
import { z } from 'zod';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';
import type { Retrieval, RetrievalFinding, SealingBoard, SealingSector } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodePartitions, zNodeSectorExpiry, zNodeSectorLocation } from '../../../shared/validation/node/provider-state.ts';
import { zNodePreCommit } from '../../../shared/validation/node/sealing.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { DealsService } from '../deals/deals-service.ts';
import { readIdAddress } from '../network-address.ts';
import { optional } from '../optional.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { isNotServed, type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import type { MinerBlocks } from './miner-blocks.ts';
import { type PartitionSets, partitionSetsOf, standingIn } from './partition-sets.ts';

const CAUSE = 'sealing: retrieval check';
const MAX_DEALS_OF_A_PIECE = 5;
/** Block calls linked from a finding. */
const MAX_CALLS = 18;
const PIECE = /^baga6ea4seaq[a-z2-7]{52}$/;
const NUMBER = /^\d{1,15}$/;
const DEAL = /^(?:deal\s+)?(\d{1,15})$/i;
const SECTOR = /^(?:sector\s+|s-?)(\d{1,15})$/i;
const SECTOR_OF = /^([ft]0\d{1,18})[\s/:-]+(\d{1,15})$/i;

export interface RetrievalSources {
  readonly connection: ActiveConnection;
  readonly tipsets: readonly ChainTipset[];
  readonly deals: Pick<DealsService, 'listDeals' | 'getDeal'>;
  /** The last board of the storage-miner API. */
  readonly board: SealingBoard;
  /** Reads a miner's partitions by blocks, if the endpoint does not serve StateSectorPartition. */
  readonly readBlocks: (miner: string, cause: string) => Promise<Pick<MinerBlocks, 'found' | 'partitions' | 'calls'>>;
}

/**
 * @param text a deal id, also as `deal 94`, a piece CID, `sector 17`, or a sector with its miner: `f01000/17`; a bare number is both
 * @throws SextantError `invalid-input`, and those of calls
 */
export async function checkRetrieval(
  { text, miner }: { readonly text: string; readonly miner?: string | undefined },
  sources: RetrievalSources,
): Promise<Retrieval> {
  const asked = text.trim();
  const [, named, numberOfNamed] = SECTOR_OF.exec(asked) ?? [];
  const sectorNumber = numberOfNamed ?? SECTOR.exec(asked)?.[1] ?? (NUMBER.test(asked) ? asked : undefined);
  const provider = named ?? miner;
  const dealId = DEAL.exec(asked)?.[1];
  const piece = PIECE.test(asked) ? asked : undefined;
  if (sectorNumber === undefined && dealId === undefined && piece === undefined) {
    throw new SextantError('invalid-input', 'Enter a deal ID, a piece CID (baga6ea4seaq…), “sector 17” or f01000/17.');
  }
  const { connection, tipsets } = sources;
  return readPinned(connection.client, tipsets, CAUSE, async (node) => {
    const findings: RetrievalFinding[] = [];
    const missing: string[] = [];
    for (const key of dealId === undefined ? await keysOfPiece(piece, sources, missing) : [dealId]) {
      const deal = await foundOrNot(() => sources.deals.getDeal({ key }));
      if (deal === undefined) missing.push(`Deal ${key} is not on chain.`);
      else findings.push(await findingOfDeal(node, deal, sources));
    }
    if (sectorNumber !== undefined && provider !== undefined) {
      const address = await readIdAddress(node, connection.letter, provider, 'miner');
      const finding = await readSector(node, address, Number(sectorNumber), sources);
      const isKnown = finding.verdict !== 'not-on-chain' || finding.state !== undefined;
      if (isKnown || dealId === undefined) findings.push(finding);
      else missing.push(`${address} has no sector ${sectorNumber} on chain.`);
    }
    return { pinned: node.ref, findings: findings.slice(0, 20), missing };
  });
}

async function keysOfPiece(piece: string | undefined, { deals }: RetrievalSources, missing: string[]): Promise<string[]> {
  if (piece === undefined) return [];
  const page = await deals.listDeals({
    filter: `piece:=${piece}`,
    order: { by: 'id', direction: 'descending' },
    offset: 0,
    limit: MAX_DEALS_OF_A_PIECE,
  });
  if (page.rows.length === 0) {
    const where = page.of === undefined ? 'No deal or claim on chain has' : `None of the deals and claims of ${page.of.join(', ')} has`;
    missing.push(`${where} this piece.`);
  }
  if (page.matching > page.rows.length) missing.push(`${page.matching - page.rows.length} older deals of this piece were not checked.`);
  return page.rows.map(({ key }) => key);
}

async function findingOfDeal(node: PinnedNode, { row, calls }: Deal, sources: RetrievalSources): Promise<RetrievalFinding> {
  const { facts } = sources.connection;
  const about = {
    ...(row.kind === 'f05' ? { dealId: row.id } : {}),
    pieceCid: row.pieceCid,
    miner: row.provider,
    ...(row.startEpoch === undefined ? {} : { startEpoch: row.startEpoch, startTimeMs: epochToTimeMs(row.startEpoch, facts) }),
    expiration: row.endEpoch,
    expirationTimeMs: epochToTimeMs(row.endEpoch, facts),
  };
  if (row.state === 'slashed') return { ...about, verdict: 'slashed', calls };
  if (row.state === 'expired' || row.state === 'ended' || row.state === 'missed-start') return { ...about, verdict: 'ended', calls };
  const number = row.sectorNumber ?? sectorOfBoard(sources.board, row);
  if (number === undefined) return { ...about, verdict: 'not-in-sector', calls };
  const sector = await readSector(node, row.provider, number, sources);
  return { ...sector, ...about, calls: [...calls, ...sector.calls] };
}

/** Before a sector is proven, only its miner knows its deals. */
function sectorOfBoard({ miner, sectors }: SealingBoard, { provider, id, kind }: Deal['row']): number | undefined {
  return miner === provider && kind === 'f05' ? sectors.find(({ deals }) => deals.includes(id))?.number : undefined;
}

async function readSector(
  node: PinnedNode,
  miner: string,
  sector: number,
  { connection, board, readBlocks }: RetrievalSources,
): Promise<RetrievalFinding> {
  const known = board.miner === miner ? board.sectors.find(({ number }) => number === sector) : undefined;
  const about = { miner, sector, ...(known === undefined ? {} : { state: known.state }) };
  const info = await node.read('StateSectorGetInfo', (key) => [miner, sector, key], zNodeSectorExpiry.nullable());
  const calls: CallRef[] = [...(known === undefined ? [] : [known.call]), info.call];
  if (info.value === null) {
    const { verdict, calls: more = [] } = await verdictOffChain(node, miner, sector, known);
    return { ...about, verdict, calls: [...calls, ...more] };
  }
  const { Expiration } = info.value;
  const ends = { ...about, expiration: Expiration, expirationTimeMs: epochToTimeMs(Expiration, connection.facts) };
  if (Expiration <= node.ref.height) return { ...ends, verdict: 'ended', calls };
  const place = await servedOrNot(() => node.read('StateSectorPartition', (key) => [miner, sector, key], zNodeSectorLocation));
  if (place === undefined) return { ...ends, ...(await locateByBlocks(miner, sector, readBlocks, calls)) };
  const { Deadline: deadline, Partition: partition } = place.value;
  const partitions = await node.read('StateMinerPartitions', (key) => [miner, deadline, key], zNodePartitions);
  calls.push(place.call, partitions.call);
  const sets = partitions.value[partition];
  return { ...ends, verdict: verdictOf(sets === undefined ? undefined : partitionSetsOf(sets), sector), deadline, calls };
}

/** The verdict on a sector by its standing. */
function verdictOf(partition: PartitionSets | undefined, sector: number): RetrievalFinding['verdict'] {
  const standing = standingIn(partition, sector);
  return standing === 'active' ? 'sealed' : standing;
}

/**
 * A sector that is not on chain is either not sealed yet or ended: its number is allocated without a pre-commit, or the storage miner
 * reports it as sealed.
 */
async function verdictOffChain(node: PinnedNode, miner: string, sector: number, known: SealingSector | undefined) {
  if (known !== undefined) return { verdict: known.group === 'proving' || known.group === 'leaving' ? 'ended' : 'not-on-chain' } as const;
  const preCommit = await optional(() => node.read('StateSectorPreCommitInfo', (key) => [miner, sector, key], zNodePreCommit));
  const used =
    preCommit?.value === null
      ? await optional(() => node.read('StateMinerSectorAllocated', (key) => [miner, sector, key], z.boolean()))
      : undefined;
  const calls = [preCommit, used].flatMap((answer) => answer?.call ?? []);
  return { verdict: used?.value === true ? 'ended' : 'not-on-chain', calls } as const;
}

async function locateByBlocks(
  miner: string,
  sector: number,
  readBlocks: RetrievalSources['readBlocks'],
  calls: readonly CallRef[],
): Promise<Pick<RetrievalFinding, 'verdict' | 'deadline' | 'calls'>> {
  const { partitions, found, calls: blockCalls } = await readBlocks(miner, CAUSE);
  const home = partitions.find(({ live }) => isInBitfield(live, sector));
  return {
    verdict: verdictOf(home, sector),
    ...(home === undefined ? {} : { deadline: home.deadline }),
    calls: [...calls, found.actorCall, found.stateCall, ...blockCalls.slice(0, MAX_CALLS)],
  };
}

async function servedOrNot<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNotServed(error)) return undefined;
    throw error;
  }
}

async function foundOrNot<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SextantError && error.code === 'not-found') return undefined;
    throw error;
  }
}
