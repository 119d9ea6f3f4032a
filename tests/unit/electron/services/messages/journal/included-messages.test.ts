import { describe, expect, it } from 'vitest';
import type { ChainReader } from '../../../../../../electron/services/chain/chain-reader.ts';
import { IncludedMessages } from '../../../../../../electron/services/messages/journal/included-messages.ts';
import type { ChainTipset } from '../../../../../../electron/services/pinned/chain-tipset.ts';
import { parseAddress } from '../../../../../../shared/domain/addresses/address.ts';
import { buildChain } from '../../../../../builders/chain-tipset.ts';
import { sampleMessage } from '../../../wallet/sample-messages.ts';

const SENDER = sampleMessage().from;
const ID = parseAddress('f01001');
const [TIPSET] = buildChain([100]) as [ChainTipset];

function includedIn(froms: readonly (typeof SENDER)[]) {
  const value = froms.map((from, index) => ({ message: sampleMessage({ from, nonce: BigInt(index) }), cid: `bafy-${index}` }));
  const messagesIn = async () => ({ value, call: { id: 1 } });
  const asked: string[] = [];
  const included = new IncludedMessages({ messagesIn } as unknown as Pick<ChainReader, 'messagesIn'>, async (key) => {
    asked.push(key);
    return ID;
  });
  return { included, asked };
}

describe('the message of a nonce in a tipset', () => {
  it('is found where its sender is written by its ID', async () => {
    const { included, asked } = includedIn([parseAddress('f01002'), ID]);
    expect((await included.find(TIPSET, SENDER, 1n))?.cid).toBe('bafy-1');
    expect(await included.find(TIPSET, SENDER, 0n)).toBeUndefined();
    expect(asked).toEqual([SENDER]);
  });

  it('needs no ID where all senders are written as keys', async () => {
    const { included, asked } = includedIn([SENDER]);
    expect((await included.find(TIPSET, SENDER, 0n))?.cid).toBe('bafy-0');
    expect(asked).toEqual([]);
  });
});
