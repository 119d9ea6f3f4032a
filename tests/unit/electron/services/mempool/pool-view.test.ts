import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PoolEntry } from '../../../../../electron/services/mempool/pool-entry.ts';
import { fieldValues, orderedEntries, type RowContext, rowOf } from '../../../../../electron/services/mempool/pool-rows.ts';
import { bucketsOf, sumsOf, viewPool } from '../../../../../electron/services/mempool/pool-view.ts';
import { type Address, formatAddress, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';

const ANN = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
const BOB = parseAddress('f1jthi4c5godreg3thghkgmod7i2likjt6ozv3gbq');

interface Wanted {
  readonly from?: Address;
  readonly to?: Address;
  readonly nonce: number;
  readonly cap?: bigint;
  readonly premium?: bigint;
  readonly gas?: bigint;
  readonly value?: bigint;
  readonly method?: bigint;
  readonly seenAtMs?: number;
}

function entry({
  from = ANN,
  to = idAddress(1000),
  nonce,
  cap = 200n,
  premium = 5n,
  gas = 10n,
  value = 0n,
  method = 0n,
  seenAtMs = 0,
}: Wanted): PoolEntry {
  return {
    cid: `cid ${from} ${nonce}`,
    message: {
      version: 0,
      from,
      to,
      nonce: BigInt(nonce),
      value: attoFil(value),
      gasLimit: gas,
      gasFeeCap: attoFil(cap),
      gasPremium: attoFil(premium),
      method,
      params: new Uint8Array(),
    },
    from,
    fromText: formatAddress(from, 't'),
    toText: formatAddress(to, 't'),
    seenAtMs,
  };
}

const view = (entries: readonly PoolEntry[], nonces: readonly (readonly [Address, bigint])[] = [], own: readonly Address[] = []) =>
  viewPool(entries, { baseFee: 100n, nonces: new Map(nonces), isOwn: (address) => own.includes(address) });

it('sums count what can be taken, what is too cheap and what waits behind a gap', () => {
  const entries = [
    entry({ nonce: 4, gas: 1n }),
    entry({ nonce: 6, gas: 20n }),
    entry({ nonce: 7, gas: 300n, cap: 99n }),
    entry({ from: BOB, nonce: 0, gas: 4000n, cap: 100n }),
    entry({ from: BOB, nonce: 1, gas: 50_000n, cap: 99n }),
  ];
  expect(sumsOf(entries, view(entries).holds, 100n)).toEqual({
    messageCount: 5,
    gasLimitTotal: '54321',
    gasLimitReady: '4001',
    belowBaseFeeCount: 2,
    behindGapCount: 2,
  });
});

describe('what holds messages up', () => {
  const holdsOf = (entries: readonly PoolEntry[], chain?: bigint) => {
    const { holds } = view(entries, chain === undefined ? [] : [[ANN, chain]]);
    return entries.map(({ cid }) => holds.get(cid));
  };

  it.each([
    ['nothing', [{ nonce: 3 }, { nonce: 4 }], 3n, [undefined, undefined]],
    ['a missing first nonce', [{ nonce: 3 }, { nonce: 4 }], 2n, ['gap', 'gap']],
    ['a missing nonce between', [{ nonce: 3 }, { nonce: 5 }, { nonce: 6 }], 3n, [undefined, 'gap', 'gap']],
    ['a cap below the base fee', [{ nonce: 3, cap: 99n }, { nonce: 4 }], 3n, ['fee-cap', 'behind']],
    ['a cap that is the base fee is enough', [{ nonce: 3, cap: 100n }], 3n, [undefined]],
    ['the first message where the chain was not asked', [{ nonce: 7 }], undefined, [undefined]],
    ['a gap is told before a cap', [{ nonce: 3 }, { nonce: 5, cap: 1n }], 3n, [undefined, 'gap']],
  ] as const)('%s', (_name, messages, chain, expected) => {
    expect(holdsOf(messages.map(entry), chain)).toEqual(expected);
  });

  it('tells the nonce that is missing, and how many wait behind it', () => {
    const [sender] = view([entry({ nonce: 5 }), entry({ nonce: 8 })], [[ANN, 5n]]).senders;
    expect(sender).toMatchObject({ firstNonce: '5', lastNonce: '8', chainNonce: '5', gapNonce: '6', heldCount: 1, hold: 'gap' });
  });

  it('puts own senders first, then those with the most messages', () => {
    const other = idAddress(7);
    const { senders } = view(
      [entry({ from: BOB, nonce: 1 }), entry({ from: ANN, nonce: 1 }), entry({ from: ANN, nonce: 2 }), entry({ from: other, nonce: 0 })],
      [],
      [other],
    );
    expect(senders.map(({ address }) => address)).toEqual([other, ANN, BOB].map((address) => formatAddress(address, 't')));
  });

  it('never holds the first message of a sender whose nonce is next and whose cap is enough', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 12 }), fc.nat(40), (nonces, chain) => {
        const entries = nonces.map((nonce) => entry({ nonce }));
        const { holds } = view(entries, [[ANN, BigInt(chain)]]);
        // What can be taken is exactly the run of nonces from the chain's next one, and what is below it.
        let next = chain;
        const ready = new Set<number>();
        for (const nonce of nonces.toSorted((left, right) => left - right)) {
          if (nonce > next) break;
          ready.add(nonce);
          next = Math.max(next, nonce + 1);
        }
        expect(new Set(nonces.filter((_, index) => !holds.has(entries[index]?.cid ?? '')))).toEqual(ready);
      }),
    );
  });
});

describe('what is offered', () => {
  it('falls into steps of 1, 2 and 5', () => {
    const entries = [0n, 1n, 2n, 4n, 5n, 99n, 100n].map((cap, nonce) => entry({ nonce, cap }));
    const buckets = bucketsOf(entries, ({ message }) => message.gasFeeCap);
    expect(buckets.map(({ from, count }) => [from, count])).toEqual([
      ['0', 1],
      ['1', 1],
      ['2', 2],
      ['5', 1],
      ['10', 0],
      ['20', 0],
      ['50', 1],
      ['100', 1],
    ]);
    expect(bucketsOf([], ({ message }) => message.gasFeeCap)).toEqual([]);
  });

  it('counts every message once, whatever a node says they offer', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { maxLength: 50 }), (caps) => {
        const buckets = bucketsOf(
          caps.map((cap, nonce) => entry({ nonce, cap })),
          ({ message }) => message.gasFeeCap,
        );
        expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(caps.length);
      }),
    );
  });
});

describe('the list of a pool', () => {
  const entries = [
    entry({ nonce: 1, value: 3n * 10n ** 18n, cap: 5_000_000_000n, seenAtMs: 1000 }),
    entry({ from: BOB, nonce: 12, method: 5n, to: idAddress(1000), cap: 50n, seenAtMs: 9000 }),
    entry({ from: BOB, nonce: 13, method: 16n, to: idAddress(5), seenAtMs: 9500 }),
  ];
  const { holds } = view(entries);
  const context: RowContext = {
    holds,
    types: new Map([[idAddress(1000), 'storageminer']]),
    networkVersion: 28,
    known: new Map([[ANN, { address: ANN, label: 'Harbour', source: 'key' }]]),
    nowMs: 10_000,
  };
  const found = (filter: string) =>
    orderedEntries(entries, filter, { by: 'nonce', direction: 'ascending' }, context).map(({ message }) => Number(message.nonce));

  it.each([
    ['', [1, 12, 13]],
    ['from:harbour', [1]],
    [`from:=${formatAddress(BOB, 't')}`, [12, 13]],
    [`from:=${BOB}`, [12, 13]],
    ['to:t05', [13]],
    ['method:SubmitWindowedPoSt', [12]],
    ['method:5', [12]],
    ['nonce:>=12', [12, 13]],
    ['cap:>1', [1]],
    ['value:3', [1]],
    ['is:own', [1]],
    ['is:stuck', [12, 13]],
    ['is:underpriced', [12]],
    ['is:behind', [13]],
    ['is:ready', [1]],
    ['age:<2s', [12, 13]],
    ['-is:own nonce:12', [12]],
    ['nonsense:1', []],
  ])('%s', (filter, nonces) => {
    expect(found(filter)).toEqual(nonces);
  });

  it('is ordered by what is asked, ties by sender and nonce', () => {
    const order = (by: 'cap' | 'seen' | 'value') =>
      orderedEntries(entries, '', { by, direction: 'descending' }, context).map(({ message }) => Number(message.nonce));
    expect(order('cap')).toEqual([1, 13, 12]);
    expect(order('seen')).toEqual([13, 12, 1]);
    expect(order('value')).toEqual([1, 12, 13]);
  });

  it('names methods by the type of the receiver', () => {
    expect(entries.map((one) => rowOf(one, context).methodName)).toEqual(['Send', 'SubmitWindowedPoSt', undefined]);
    expect(fieldValues(entries, 'from', '', context)).toEqual([
      { value: formatAddress(BOB, 't'), count: 2 },
      { value: formatAddress(ANN, 't'), count: 1 },
    ]);
    expect(fieldValues(entries, 'method', 'window', context)).toEqual([{ value: 'SubmitWindowedPoSt', count: 1 }]);
    expect(fieldValues(entries, 'age', '', context)).toEqual([]);
  });
});
