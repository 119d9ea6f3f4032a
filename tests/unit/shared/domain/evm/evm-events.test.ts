import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { decodeKnownLog } from '../../../../../shared/domain/evm/evm-events.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface LogJson {
  readonly topics: readonly string[];
  readonly data: string;
}

/** Hashes of the signatures, as every Ethereum tool lists them. */
const TOPICS: Readonly<Record<string, string>> = {
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': 'Transfer(address,address,uint256)',
  '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c': 'Deposit(address,uint256)',
  '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1': 'Sync(uint112,uint112)',
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b': 'Upgraded(address)',
  '0x7f26b83ff96e1f2b6a682f133852f6798a09c465da95921460cefb3847402498': 'Initialized(uint8)',
  '0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f': 'AdminChanged(address,address)',
  '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0': 'OwnershipTransferred(address,address)',
};
const logs = listSharedFiles('chain/events')
  .filter((file) => file.includes('ethlog'))
  .flatMap((file) => readSharedJson<LogJson[]>(`chain/events/${file}`));
const words = (data: string): string[] => data.slice(2).match(/.{64}/g) ?? [];

describe('recorded logs', () => {
  it('of well-known events are read word by word, all others are left alone', () => {
    let knownCount = 0;
    for (const { topics, data } of logs) {
      const known = decodeKnownLog(topics, data);
      expect(known?.signature).toBe(TOPICS[topics[0] ?? '']);
      if (known === undefined) continue;
      knownCount += 1;
      const stated = [...topics.slice(1).map((topic) => topic.slice(2)), ...words(data)];
      expect(known.fields).toHaveLength(stated.length);
      known.fields.forEach(({ value }, index) => {
        const word = stated[index] ?? '';
        if (value.kind === 'address') expect(value.value).toBe(addressFromEthAddress(`0x${word.slice(24)}`));
        else expect(value).toMatchObject({ kind: 'integer', value: BigInt(`0x${word}`) });
      });
    }
    expect([logs.length, knownCount]).toEqual([228, 89]);
  });
});

describe('any log', () => {
  const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
  it('is read or left alone, and never throws', () => {
    const topic = fc.oneof(fc.constantFrom(...Object.keys(TOPICS)), fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex));
    fc.assert(
      fc.property(fc.array(topic, { maxLength: 4 }), fc.uint8Array({ maxLength: 200 }).map(hex), (topics, data) => {
        decodeKnownLog(topics, data);
      }),
    );
  });
});
