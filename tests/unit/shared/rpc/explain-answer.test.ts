import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainAnswer, explainWait } from '../../../../shared/rpc/explain-answer.ts';

const ASKED = { '/': 'bafyasked' };

describe('answers that are easily misread', () => {
  it.each([
    ['StateSearchMsg', [null, ASKED, -1, true], null, 'Message not found within the lookback limit'],
    ['StateSearchMsg', [null, ASKED, -1, true], { Message: { '/': 'bafyother' } }, 'The message was replaced'],
    ['StateWaitMsg', [ASKED, 5, -1, true], { Message: { '/': 'bafyother' } }, 'The message was replaced'],
    ['ChainGetTipSetByHeight', [100, null], { Height: 98 }, 'Epoch 100 is a null round'],
    ['ChainGetTipSetAfterHeight', [100, null], { Height: 101 }, 'Epoch 100 is a null round'],
    ['eth_getTransactionReceipt', ['0x'], null, 'No receipt yet'],
    ['ClientRetrieve', [{}], { DealID: 1 }, 'The file may be empty (0 KB)'],
    ['ClientExport', [{}, {}], null, 'The file may be empty (0 KB)'],
    [
      'ClientListRetrievals',
      [],
      [
        { Status: 15, BytesReceived: 0 },
        { Status: 15, BytesReceived: 9 },
      ],
      '1 of 2 retrievals returned an empty (0 KB) file',
    ],
    ['ClientGetDealInfo', [ASKED], { State: 7 }, 'State 7: StorageDealActive'],
  ])('%s', (method, params, result, title) => {
    expect(explainAnswer({ method: method.startsWith('eth') ? method : `Filecoin.${method}`, params, result })?.title).toBe(title);
  });

  it.each([
    ['StateSearchMsg', [null, ASKED, -1, true], { Message: ASKED }],
    ['ChainGetTipSetByHeight', [100, null], { Height: 100 }],
    ['ChainGetTipSetByHeight', ['<b>', null], { Height: 100 }],
    ['ChainHead', [], null],
    ['ClientListRetrievals', [], [{ Status: 15, BytesReceived: 9 }]],
    ['ClientGetDealInfo', [ASKED], { State: 99 }],
  ])('are not remarked upon where they say all: %s', (method, params, result) => {
    expect(explainAnswer({ method: `Filecoin.${method}`, params, result })).toBeUndefined();
  });

  it('of any shape never throw, and nothing of them but numbers comes out', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('StateSearchMsg', 'ChainGetTipSetByHeight', 'ClientListRetrievals', 'ClientGetDealInfo'),
        fc.anything(),
        fc.anything(),
        (method, params, result) => {
          expect(explainAnswer({ method, params, result })?.title ?? '').not.toMatch(/[<&\\`]/);
        },
      ),
    );
  });
});

describe('an open call', () => {
  it('says what it waits for where that may take long', () => {
    expect(explainWait('Filecoin.StateWaitMsg')?.text).toContain('same nonce');
    expect(explainWait('Filecoin.ChainHead')).toBeUndefined();
  });
});
