import { DevnetKeys } from '../../electron/devnet/chain/keys.ts';
import { SeededRandom } from '../../electron/devnet/chain/seeded-random.ts';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { type Address, formatAddress, idAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { base64ToBytes } from '../../shared/domain/encoding/bytes.ts';
import { type CborValue, encodeCbor } from '../../shared/domain/encoding/cbor.ts';
import { type Key, keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { type SignedMessage, signedMessageCid } from '../../shared/domain/messages/message.ts';
import { signMessage } from '../../shared/domain/messages/message-signature.ts';
import { signedMessageToJson } from '../../shared/validation/node/signed-message.ts';
import { control, resultOf } from './devnet-caller.ts';

const CHAIN_ID = 31_415_926;

export interface SentCall {
  readonly method?: bigint;
  readonly params?: CborValue;
  readonly value?: bigint;
}

interface Lookup {
  readonly Receipt: { readonly ExitCode: number; readonly Return: string };
}

/** Sends messages of a node's own accounts, and of any other key, through its mempool. */
export class DevnetSender {
  readonly node: RunningDevnet;
  readonly #keys: DevnetKeys;
  readonly #sent: { readonly cid: string; readonly what: string }[] = [];

  constructor(node: RunningDevnet, seed: string) {
    this.node = node;
    this.#keys = new DevnetKeys(new SeededRandom(seed));
  }

  /** Key of a genesis account. */
  key(name: string): Key {
    return keyFromPrivateKey('secp256k1', this.#keys.get(name).privateKey);
  }

  /** Create a signed message as JSON, without pushing it. */
  async signed(from: Key, to: Address | number, call: SentCall = {}): Promise<unknown> {
    return signedMessageToJson(await this.#sign(from, to, call), 't');
  }

  /** Push a message; returns its CID. */
  async push(from: Key, to: Address | number, call: SentCall = {}): Promise<string> {
    const signed = await this.#sign(from, to, call);
    await resultOf(this.node, 'MpoolPush', [signedMessageToJson(signed, 't')], this.node.tokens.write);
    const cid = signedMessageCid(signed);
    this.#sent.push({ cid, what: `method ${signed.message.method} of ${signed.message.to}` });
    return cid;
  }

  async #sign(from: Key, to: Address | number, { method = 0n, params, value = 0n }: SentCall): Promise<SignedMessage> {
    const message = {
      version: 0 as const,
      from: from.address,
      to: typeof to === 'number' ? idAddress(to) : to,
      nonce: BigInt(await resultOf<number>(this.node, 'MpoolGetNonce', [formatAddress(from.address, 't')])),
      value: attoFil(value),
      gasLimit: 200_000_000n,
      gasFeeCap: attoFil(2_000_000_000n),
      gasPremium: attoFil(200_000n),
      method,
      params: params === undefined ? new Uint8Array() : encodeCbor(params),
    };
    return { message, signature: signMessage(from, message, CHAIN_ID) };
  }

  /** Produce epochs until all pushed messages are executed; returns their return values. Throws if a message failed. */
  async settle(): Promise<readonly Uint8Array[]> {
    await control(this.node, 'advance', { epochs: 5 });
    return Promise.all(
      this.#sent.splice(0).map(async ({ cid, what }) => {
        const lookup = await resultOf<Lookup | null>(this.node, 'StateSearchMsg', [null, { '/': cid }, -1, true]);
        if (lookup?.Receipt.ExitCode !== 0) throw new Error(`${what} ended with ${lookup?.Receipt.ExitCode ?? 'nothing'}`);
        return base64ToBytes(lookup.Receipt.Return ?? '');
      }),
    );
  }
}
