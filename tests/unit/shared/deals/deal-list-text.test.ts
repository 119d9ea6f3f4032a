import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDealList, pieceCidsIn } from '../../../../shared/deals/deal-list-text.ts';
import { storageDealState } from '../../../../shared/domain/deals/storage-deal-state.ts';
import { readSharedJson, readSharedText } from '../../../builders/shared-data.ts';

interface Sample {
  readonly file: string;
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
}
const { samples } = readSharedJson<{ samples: Sample[] }>('cli/expected.json');
function rowsOf(file: string) {
  return samples.find((sample) => sample.file === file)?.rows ?? [];
}

describe('output of lotus client list-deals', () => {
  it('is parsed with full CIDs, up to 0.4', () => {
    const { deals, unread } = parseDealList(readSharedText('cli/client-list-deals.v0.4.txt'));
    const rows = rowsOf('client-list-deals.v0.4.txt');
    expect(unread).toEqual([]);
    expect(rows.length).toBe(6);
    expect(
      deals.map((deal) => ({
        proposalCid: deal.proposalCid,
        dealId: deal.dealId,
        provider: deal.provider,
        state: deal.state,
        onChainEpoch: deal.onChainEpoch ?? null,
        slashEpoch: deal.slashEpoch ?? null,
        pieceCid: deal.pieceCid,
        size: deal.size,
        pricePerEpoch: deal.pricePerEpoch.toString(),
        duration: deal.durationEpochs,
        message: deal.message,
      })),
    ).toEqual(rows);
    expect(deals.every(({ state }) => storageDealState(state) !== undefined)).toBe(true);
  });

  it('is parsed with truncated CIDs and messages on their own lines, from 1.0', () => {
    const { deals, unread } = parseDealList(readSharedText('cli/client-list-deals.v1.txt'));
    const epochWords = (epoch: number | undefined): string => (epoch === undefined ? 'N' : `Y (epoch ${epoch})`);
    expect(unread).toEqual([]);
    expect(
      deals.map((deal) => ({
        DealCid: deal.proposalCid,
        DealId: deal.dealId,
        Provider: deal.provider,
        State: deal.state,
        'On Chain?': epochWords(deal.onChainEpoch),
        'Slashed?': epochWords(deal.slashEpoch),
        PieceCID: deal.pieceCid,
        Size: deal.size,
        Price: `${deal.pricePerEpoch} FIL`,
        Duration: deal.durationEpochs,
        Verified: String(deal.isVerified),
        Message: deal.message,
      })),
    ).toEqual(rowsOf('client-list-deals.v1.txt'));
  });

  it.each([
    ['attoFIL of an epoch, as until 0.4.2', '62500000000', '518400', 62_500_000_000n],
    ['one attoFIL of an epoch', '1', '518400', 1n],
    ['FIL of the whole deal, as from 0.5', '0.0324 FIL', '518400', 62_500_000_000n],
    ['FIL of the whole deal without decimals', '518400 FIL', '518400', 10n ** 18n],
    ['nothing, in either era', '0 FIL', '0', 0n],
  ])('has the price in %s', (_era, price, duration, expected) => {
    const text = `...khewqrtq  69352748  f02828888  StorageDealActive  Y (epoch 3592420)  N  ...koscyknq  31.75 GiB  ${price}  ${duration}  true`;
    expect(parseDealList(text).deals.map(({ pricePerEpoch }) => pricePerEpoch)).toEqual([expected]);
  });

  it.each([
    ['bytes alone, as until 0.3', '34091302912', '34091302912 B', 34_091_302_912],
    ['four digits of a unit, which Go prints with an exponent from 1000 on', '1.016e+03 MiB', '1.016e+03 MiB', 1_065_353_216],
  ])('has the size in %s', (_era, printed, size, sizeBytes) => {
    const piece = 'baga6ea4seaqc7ng7ojbzs4ds5utmy2ry6ahhc3dzwwnftusyxbrzslwkoscyknq';
    const text = `bafyreifwspy6nwrhjxxa5p5ob52imh4exfnqkhtcijh4oz3v5wkhewqrtq  7  f02828888  StorageDealActive  N  N  ${piece}  ${printed}  62500000000  518400  `;
    expect(parseDealList(text)).toMatchObject({
      deals: [{ size, sizeBytes, pricePerEpoch: 62_500_000_000n, durationEpochs: 518_400, message: '' }],
      unread: [],
    });
  });

  it('has no row if the price is invalid', () => {
    for (const [price, duration] of [
      ['0.5', '518400'],
      ['1 FIL', '0'],
    ]) {
      const text = `...khewqrtq  69352748  f02828888  StorageDealActive  N  N  ...koscyknq  31.75 GiB  ${price}  ${duration}  true`;
      expect(parseDealList(text)).toMatchObject({ deals: [], unread: [{ line: 1 }] });
    }
  });

  it('is parsed with other line endings and collapsed spaces', () => {
    const text = readSharedText('cli/client-list-deals.v0.4.txt');
    const plain = parseDealList(text).deals;
    expect(parseDealList(text.replaceAll('\n', '\r\n')).deals).toEqual(plain);
    expect(parseDealList(text.replace(/ {2,}/g, ' ')).deals).toEqual(plain);
  });

  it('lists lines that look like deals but are not, and never throws', () => {
    expect(parseDealList('bafyx StorageDealActive nonsense').unread).toEqual([{ line: 1, text: 'bafyx StorageDealActive nonsense' }]);
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => parseDealList(text).deals.length >= 0));
    expect(parseDealList('x'.repeat(3_000_000))).toEqual({ deals: [], unread: [], isCut: false });
  });
});

it('finds distinct piece CIDs in any text', () => {
  const piece = 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq';
  expect(pieceCidsIn(`a,"${piece}",1\n${piece};x\nbaga6ea4seaqtooshort`)).toEqual([piece]);
});
