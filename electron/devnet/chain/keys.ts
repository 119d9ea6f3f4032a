import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { addressFromSecp256k1PublicKey } from '../../../shared/domain/keys/key-address.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { toChainMessage } from './chain-message.ts';
import type { ChainMessage } from './chain-types.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DevnetKey {
  readonly name: string;
  readonly address: Address;
  readonly privateKey: Uint8Array;
}

export interface OutgoingMessage {
  readonly to: Address;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly gasLimit: bigint;
  readonly gasFeeCap: bigint;
  readonly gasPremium: bigint;
  readonly method: bigint;
  readonly params: Uint8Array;
}

/** Keys of the node's own accounts, derived from the seed. The seed is public, so they are worthless on real networks. */
export class DevnetKeys {
  readonly #random: SeededRandom;
  readonly #byName = new Map<string, DevnetKey>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  get(name: string): DevnetKey {
    let key = this.#byName.get(name);
    if (key === undefined) {
      const privateKey = this.#random.bytes('key', name);
      key = { name, privateKey, address: addressFromSecp256k1PublicKey(secp256k1.getPublicKey(privateKey, false)) };
      this.#byName.set(name, key);
    }
    return key;
  }

  /** Create a signed message of one of these accounts. */
  sign(key: DevnetKey, outgoing: OutgoingMessage): ChainMessage {
    const message = {
      ...outgoing,
      version: 0 as const,
      from: key.address,
      value: attoFil(outgoing.value),
      gasFeeCap: attoFil(outgoing.gasFeeCap),
      gasPremium: attoFil(outgoing.gasPremium),
    };
    return toChainMessage({ message, signature: signMessage({ type: 'secp256k1', privateKey: key.privateKey }, message) });
  }
}
