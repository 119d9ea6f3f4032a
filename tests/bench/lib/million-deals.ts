/**
 * A million rows of the deal list as a node returns them: deals, claims and allocations, each kind below the client's limit for one
 * response. Pieces and labels are distinct, as on mainnet.
 */
import { createHash } from 'node:crypto';
import { pieceCidOf } from '../../../shared/domain/deals/piece-cid.ts';

/** Maximum deals for which the list is requested; IDs continue across kinds. */
const DEALS = 200_000;
const CLAIMS = 450_000;
const ALLOCATIONS = 350_000;
export const MILLION = DEALS + CLAIMS + ALLOCATIONS;
const DAY = 2880;

/** Results by method. */
export function millionDeals(): Readonly<Record<string, Buffer>> {
  return {
    'Filecoin.StateMarketDeals': answer(0, DEALS, dealOf),
    'Filecoin.StateGetAllClaims': answer(DEALS, CLAIMS, claimOf),
    'Filecoin.StateGetAllAllocations': answer(DEALS + CLAIMS, ALLOCATIONS, allocationOf),
  };
}

function answer(from: number, count: number, rowOf: (digest: Buffer) => object): Buffer {
  const members = Array.from({ length: count }, (_, index) => {
    const id = from + index;
    return `"${id}":${JSON.stringify(rowOf(createHash('sha256').update(String(id)).digest()))}`;
  });
  return Buffer.from(`{${members.join()}}`);
}

function dealOf(digest: Buffer): object {
  const StartEpoch = digest.readUInt32LE(4) % (100 * DAY);
  return {
    Proposal: {
      PieceCID: pieceOf(digest),
      PieceSize: sizeOf(digest),
      VerifiedDeal: (digest[9] ?? 0) < 128,
      Client: `t0${clientOf(digest)}`,
      Provider: `t0${providerOf(digest)}`,
      Label: `bafykbzace${digest.toString('hex').slice(0, 49)}`,
      StartEpoch,
      EndEpoch: StartEpoch + 540 * DAY,
      StoragePricePerEpoch: '0',
      ProviderCollateral: '8000000000000000',
      ClientCollateral: '0',
    },
    State: { SectorNumber: digest.readUInt32LE(14) % 1_000_000, SectorStartEpoch: 1, LastUpdatedEpoch: -1, SlashEpoch: -1 },
  };
}

function claimOf(digest: Buffer): object {
  return { ...dataOf(digest), TermStart: digest.readUInt32LE(4) % (100 * DAY), Sector: digest.readUInt32LE(14) % 1_000_000 };
}

function allocationOf(digest: Buffer): object {
  return { ...dataOf(digest), Expiration: digest.readUInt32LE(4) % (60 * DAY) };
}

function dataOf(digest: Buffer): object {
  return {
    Provider: providerOf(digest),
    Client: clientOf(digest),
    Data: pieceOf(digest),
    Size: sizeOf(digest),
    TermMin: 180 * DAY,
    TermMax: 540 * DAY,
  };
}

function pieceOf(digest: Buffer): object {
  return { '/': pieceCidOf(digest) };
}

function sizeOf(digest: Buffer): number {
  return 2 ** (30 + ((digest[8] ?? 0) % 6));
}

function clientOf(digest: Buffer): number {
  return 3_000_000 + (digest.readUInt16LE(10) % 5000);
}

function providerOf(digest: Buffer): number {
  return 1000 + (digest.readUInt16LE(12) % 3000);
}
