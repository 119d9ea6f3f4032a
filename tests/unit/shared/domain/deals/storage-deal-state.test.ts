import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEAL_MESSAGES,
  explainDealMessage,
  STORAGE_DEAL_STATES,
  storageDealState,
} from '../../../../../shared/domain/deals/storage-deal-state.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

describe('legacy states of storage deals', () => {
  it('have the published codes and names', () => {
    const { storageDealState: published } = readSharedJson<{ storageDealState: Record<string, string> }>('enums.json');
    for (const [code, name] of Object.entries(published)) {
      const state = storageDealState(Number(code));
      expect(state?.name).toBe(name);
      expect(state).toBe(storageDealState(name));
      expect(state?.meaning).toMatch(/^[A-Z].*\.$/);
      expect(state?.fix).toMatch(/^[A-Z].*\.$/);
    }
    expect(STORAGE_DEAL_STATES).toHaveLength(31);
    checked(Object.keys(published).length, 31, 'legacy deal states');
  });

  it('are in the group that the state machines of client and provider put them', () => {
    const codes = (group: string) => STORAGE_DEAL_STATES.flatMap((state, code) => (state.group === group ? [code] : []));
    expect(codes('terminal')).toEqual([1, 2, 7, 8, 9, 26]);
    expect(codes('failing')).toEqual([10, 11]);
    expect(codes('unknown')).toEqual([0]);
    expect(codes('running')).toHaveLength(22);
  });

  it('are those of recorded deals and of the command line', () => {
    const { deals } = readSharedJson<{ deals: { record: { State: number; Message: string } }[] }>('deals/miner-deals-2020.json');
    for (const { record } of deals) {
      expect(storageDealState(record.State)?.name).toBe('StorageDealAcceptWait');
      expect(explainDealMessage(record.Message)).toBeUndefined();
    }
    checked(deals.length, 3, 'recorded deals of 2020');

    const printed = JSON.stringify(readSharedJson('cli/expected.json')).match(/StorageDeal\w+/g) ?? [];
    for (const name of printed) expect(storageDealState(name)?.name).toBe(name);
    checked(printed.length, 12, 'states printed by the command line');
  });

  it('of other codes and names are not known', () => {
    expect([31, -1, 0.5, 2n ** 64n, '', 'StorageDeal', 'toString', 'StorageDealSealed'].map(storageDealState)).toEqual(
      Array.from({ length: 8 }, () => undefined),
    );
    expect(storageDealState('Sealing')?.name).toBe('StorageDealSealing');
    expect(storageDealState(29n)?.name).toBe('StorageDealAwaitingPreCommit');
  });
});

const CID_A = `baga6ea4seaq${'a'.repeat(52)}`;
const CID_B = `baga6ea4seaq${'b'.repeat(52)}`;

/** What becomes of each text: the row, and the fix where figures of the text are in it. */
const SAMPLES: readonly (readonly [text: string, id: string, fix?: string])[] = [
  ['computing commP failed: generating CommP: Piece must be at least 127 bytes', 'piece-below-127-bytes'],
  [
    `commP mismatch, expected=${CID_A} actual=${CID_B}`,
    'piece-cid-mismatch',
    `The provider received piece ${CID_B}. Send the file with piece CID ${CID_A}, or propose the deal for ${CID_B}.`,
  ],
  ["deal data verification failed: proposal CommP doesn't match calculated CommP", 'piece-cid-mismatch'],
  [
    'deal rejected: piece size less than minimum required size: 268435456 < 1073741824',
    'piece-below-minimum',
    'Make the piece at least 1 GiB (now 256 MiB), or choose a provider that accepts smaller pieces.',
  ],
  [
    'deal rejected: piece size more than maximum allowed size: 68719476736 > 34359738368',
    'piece-above-maximum',
    'Split the data into pieces of at most 32 GiB (now 64 GiB).',
  ],
  [
    'deal rejected: storage price per epoch less than asking price: 5000 < 7629',
    'price-below-ask',
    'Offer at least 7629 attoFIL per epoch instead of 5000.',
  ],
  [
    'deal rejected: deal start epoch is too far in the future: 909189 > 907272',
    'start-too-far',
    'Choose a start epoch of 907272 or earlier instead of 909189.',
  ],
  ['deal rejected: deal start epoch has already elapsed', 'start-elapsed'],
  ['deal rejected: start epoch already elapsed', 'start-elapsed'],
  [
    'deal rejected: deal duration out of bounds (min, max, provided): 518400, 1555200, 1000',
    'duration-out-of-bounds',
    'Choose a duration of 518400 to 1555200 epochs instead of 1000.',
  ],
  [
    'deal rejected: proposed provider collateral below minimum: 5 < 70',
    'collateral-out-of-bounds',
    'Propose a collateral of at least 70 attoFIL instead of 5.',
  ],
  [
    'deal rejected: proposed provider collateral above maximum: 90 > 70',
    'collateral-out-of-bounds',
    'Propose a collateral of at most 70 attoFIL instead of 90.',
  ],
  [
    'deal rejected: clientMarketBalance.Available too small: 10 < 25',
    'client-funds-too-small',
    'Add at least 15 attoFIL to the client’s market balance (10 of 25 available).',
  ],
  [
    'deal rejected: clientMarketBalance.Available too small: 25 < 10',
    'client-funds-too-small',
    'Add funds to the client’s market balance.',
  ],
  ['deal rejected: verified deal DataCap too small for proposed piece size', 'datacap-too-small'],
  ['deal rejected: miner is not accepting unverified storage deals', 'unverified-refused'],
  ['deal rejected: miner is not accepting online storage deals', 'deals-refused'],
  ['exhausted 15 attempts but failed to open stream, err: routing: not found', 'provider-not-reached'],
  ['Deal rejected unconditionally', 'refused-by-filter'],
  ['deal rejected: something of the provider’s own', 'deal-rejected'],
];

describe('messages of deals', () => {
  it.each(SAMPLES.map((sample) => [sample[0], sample] as const))('%s', (_text, [text, id, fix]) => {
    const row = DEAL_MESSAGES.find((candidate) => candidate.id === id);
    expect(explainDealMessage(text)).toEqual({ id, title: row?.title, cause: row?.cause, fix: fix ?? row?.fix });
  });

  it('that were recorded are all known', () => {
    const { dealMessages } = readSharedJson<{ dealMessages: { message: string; class: string }[] }>('errors.json');
    const classes: Readonly<Record<string, readonly string[]>> = {
      'piece-below-minimum': ['too-small'],
      'price-below-ask': ['price'],
      'start-too-far': ['start-epoch'],
      'unverified-refused': ['policy'],
      'refused-by-filter': ['policy'],
      'provider-not-reached': ['dial'],
    };
    for (const { message, class: kind } of dealMessages) expect(classes[explainDealMessage(message)?.id ?? ''], message).toEqual([kind]);
    checked(dealMessages.length, 6, 'recorded deal messages');
  });

  it('reach every row', () => {
    const reached = new Set(SAMPLES.map(([text]) => explainDealMessage(text)?.id));
    expect([...reached].sort()).toEqual(DEAL_MESSAGES.map(({ id }) => id).sort());
    checked(reached.size, 16, 'rows of deal messages');
  });

  it('take nothing but figures from a hostile text', () => {
    expect(explainDealMessage('')).toBeUndefined();
    expect(explainDealMessage('all is well')).toBeUndefined();
    expect(explainDealMessage(`${'x'.repeat(5000)}deal rejected`)).toBeUndefined();
    const evil = 'deal rejected: piece size less than minimum required size: <b>1</b> < 2';
    expect(explainDealMessage(evil)?.fix).toBe(DEAL_MESSAGES.find(({ id }) => id === 'piece-below-minimum')?.fix);
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.string(), fc.nat(120), ([text], noise, at) => {
        const fix = explainDealMessage(text.slice(0, at) + noise + text.slice(at))?.fix ?? '';
        expect(fix).not.toMatch(/[<>&\\"]/);
      }),
    );
  });
});
