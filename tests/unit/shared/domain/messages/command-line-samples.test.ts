import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { formatFil, formatFilShort, parseFil } from '../../../../../shared/domain/amounts/amount.ts';
import { EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { commitmentOfPieceCid, pieceCidOf } from '../../../../../shared/domain/deals/piece-cid.ts';
import { paddedSizeOf, parseUnpaddedPieceSize } from '../../../../../shared/domain/deals/piece-size.ts';
import { storageDealState } from '../../../../../shared/domain/deals/storage-deal-state.ts';
import { formatBytesShort, parseBytes } from '../../../../../shared/domain/encoding/byte-size.ts';
import { parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { sealProofType } from '../../../../../shared/domain/sectors/proof-type.ts';
import { groupOfSectorState, knownSectorStates } from '../../../../../shared/domain/sectors/sector-state.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson, readSharedText } from '../../../../builders/shared-data.ts';

type Row = Readonly<Record<string, unknown>>;
interface Sample {
  readonly file: string;
  readonly command: string;
  readonly rows?: readonly Row[];
  readonly fields?: Row & { readonly sectors: Readonly<Record<string, number>> };
}

const { samples } = readSharedJson<{ samples: Sample[] }>('cli/expected.json');
const sectorStates = new Set(knownSectorStates().map(({ name }) => name));
/** Partitions of 32 GiB sectors, which all samples are about. */
const PARTITION_SECTORS = sealProofType(8)?.partitionSectors ?? Number.NaN;

/** What the domain reads of a value, by the name of its column. Each gives back the text that the tool printed. */
const READERS: Readonly<Record<string, (text: string) => string>> = {
  provider: (text) => formatAddress(parseAddress(text), 'f'),
  Provider: (text) => formatAddress(parseAddress(text), 'f'),
  id: (text) => formatAddress(parseAddress(text), 'f'),
  miner: (text) => formatAddress(parseAddress(text), 'f'),
  beneficiary: (text) => formatAddress(parseAddress(text), 'f'),
  proposalCid: (text) => parseCid(text),
  base: (text) => parseCid(text),
  target: (text) => parseCid(text),
  pieceCid: (text) => pieceCidOf(commitmentOfPieceCid(parseCid(text))),
  // Deals are listed with the size of their data, not with the sector bytes they take.
  size: (text) => unpaddedText(text),
  Size: (text) => unpaddedText(text),
  rawPower: (text) => formatBytesShort(parseBytes(text)),
  committed: (text) => formatBytesShort(parseBytes(text)),
  proving: (text) => formatBytesShort(parseBytes(text)),
  faulty: (text) => formatBytesShort(parseBytes(text)),
  Price: (text) => `${formatFil(parseFil(text))} FIL`,
  basefee: (text) => formatFilShort(parseFil(text)),
  balance: amountText,
  preCommit: amountText,
  pledge: amountText,
  vesting: amountText,
  locked: amountText,
  available: amountText,
  worker: amountText,
  control: amountText,
  totalSpendable: amountText,
  marketEscrow: amountText,
  marketLocked: amountText,
};

describe('outputs of the command line tools', () => {
  it('hold what the domain reads', () => {
    const counts = { values: 0, sectorStates: 0, dealStates: 0, partitions: 0 };
    for (const { file, command, rows = [], fields } of samples) {
      const printed = readSharedText(`cli/${file}`);
      for (const row of [...rows, ...(fields === undefined ? [] : [fields])]) {
        for (const [name, value] of Object.entries(row)) {
          for (const item of Array.isArray(value) ? value : [value]) {
            const read = READERS[name];
            if (typeof item !== 'string' || item === '' || read === undefined) continue;
            expect(read(item), `${file} ${name}`).toBe(item);
            // Exact amounts of the first releases stand as FIL in the text.
            expect(printed.includes(item) || printed.includes(formatFil(parseFil(`${item} attoFIL`))), `${file} ${item}`).toBe(true);
            counts.values += 1;
          }
        }
        const state = row.state ?? row.State;
        if (typeof state === 'string' && command.includes('sectors list')) {
          expect(sectorStates, file).toContain(state);
          counts.sectorStates += 1;
        } else if (typeof state === 'string') {
          expect(storageDealState(state)?.name, file).toBeDefined();
          counts.dealStates += 1;
        }
        if (typeof row.partitions === 'number') {
          const { partitions, sectors, faults, proven, deadline } = row as Readonly<Record<string, number>>;
          expect(sectors).toBeLessThanOrEqual((partitions ?? 0) * PARTITION_SECTORS);
          expect(faults).toBeLessThanOrEqual(sectors ?? 0);
          expect(proven).toBeLessThanOrEqual(partitions ?? 0);
          expect(deadline).toBeLessThan(EPOCHS.deadlinesPerPeriod);
          counts.partitions += 1;
        }
      }
      if (fields !== undefined) {
        const { Total, ...byState } = fields.sectors;
        expect(Object.values(byState).reduce((sum, count) => sum + count, 0)).toBe(Total);
        for (const state of Object.keys(byState)) {
          expect(groupOfSectorState(state)).not.toBe('unknown');
          counts.sectorStates += 1;
        }
      }
    }
    checked(samples.length, 15, 'outputs of the command line tools');
    checked(counts.values, 83, 'addresses, CIDs, sizes and amounts in them');
    checked(counts.sectorStates, 102, 'sealing states in them');
    checked(counts.dealStates, 12, 'states of deals in them');
    checked(counts.partitions, 96, 'deadlines in them');
  });
});

function unpaddedText(text: string): string {
  const size = parseUnpaddedPieceSize(parseBytes(text));
  expect([32, 64].map((gib) => gib * 1024 ** 3)).toContain(paddedSizeOf(size));
  return formatBytesShort(BigInt(size));
}

/** Exact attoFIL of the first releases, the short form of today. */
function amountText(text: string): string {
  return /^\d+$/.test(text) ? parseFil(`${text} attoFIL`).toString() : formatFilShort(parseFil(text));
}
