import { beforeEach, describe, expect, it } from 'vitest';
import { toChainMessage } from '../../../../../electron/devnet/chain/chain-message.ts';
import type { ChainMessage } from '../../../../../electron/devnet/chain/chain-types.ts';
import { Mempool, PremiumTooLowError, SameMessageError } from '../../../../../electron/devnet/mempool/mempool.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { keyFromPrivateKey } from '../../../../../shared/domain/keys/key.ts';
import { signMessage } from '../../../../../shared/domain/messages/message-signature.ts';

const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(5));

function message(nonce: bigint, premium = 100n): ChainMessage {
  const unsigned = {
    version: 0 as const,
    to: key.address,
    from: key.address,
    nonce,
    value: attoFil(0n),
    gasLimit: 1_000_000n,
    gasFeeCap: attoFil(10_000n),
    gasPremium: attoFil(premium),
    method: 0n,
    params: new Uint8Array(),
  };
  return toChainMessage({ message: unsigned, signature: signMessage(key, unsigned) });
}

let pool: Mempool;
let heard: string[];
beforeEach(() => {
  pool = new Mempool();
  heard = [];
  pool.onChange((change, { signed }) => heard.push(`${change} ${signed.message.nonce} ${signed.message.gasPremium}`));
});

describe('replacing', () => {
  it('takes a tenth more and one attoFIL, rounded down', () => {
    pool.add(message(0n, 105n));
    expect(() => pool.checkRoom(message(0n, 115n), 10)).toThrow(PremiumTooLowError);
    expect(() => pool.checkRoom(message(0n, 116n), 10)).not.toThrow();
    expect(() => pool.checkRoom(message(0n, 105n), 10)).toThrow(SameMessageError);
  });

  it('is heard of as an addition alone', () => {
    pool.add(message(0n, 100n));
    pool.add(message(0n, 200n));
    expect(heard).toEqual(['add 0 100', 'add 0 200']);
    expect(pool.pending().map(({ signed }) => signed.message.gasPremium)).toEqual([200n]);
  });

  it('needs no room where the pool is full for the sender', () => {
    for (let nonce = 0n; nonce < 3n; nonce += 1n) pool.add(message(nonce));
    expect(() => pool.checkRoom(message(3n), 3)).toThrow('too many pending messages for actor');
    expect(() => pool.checkRoom(message(2n, 500n), 3)).not.toThrow();
  });
});

it('dropping is by either CID, and is heard of', () => {
  const first = message(0n);
  pool.add(first);
  pool.add(message(1n));
  expect(pool.drop(first.unsignedCid)).toBe(true);
  expect(pool.drop(first.cid)).toBe(false);
  expect(heard.at(-1)).toBe('remove 0 100');
  expect(pool.pendingOf(key.address).map(({ signed }) => signed.message.nonce)).toEqual([1n]);
});
