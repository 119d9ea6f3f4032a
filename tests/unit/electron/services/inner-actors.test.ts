import { describe, expect, it } from 'vitest';
import { learnInnerActors } from '../../../../electron/services/inner-actors.ts';
import { type Address, addressToBytes, idAddress } from '../../../../shared/domain/addresses/address.ts';
import { CborWriter } from '../../../../shared/domain/encoding/cbor.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';

/** A proposal to a multisig to propose to another, and so on, each of its own address. */
function proposals(depth: number): Uint8Array {
  let params: Uint8Array = new Uint8Array();
  for (let level = depth; level > 0; level--) {
    params = new CborWriter()
      .array(4)
      .bytes(addressToBytes(idAddress(1000 + level)))
      .bigInteger(0n)
      .integer(2n)
      .bytes(params)
      .finish();
  }
  return params;
}

async function asked(depth: number, answer: (address: Address) => ActorType | undefined, known = new Map<string, ActorType>()) {
  const addresses: Address[] = [];
  await learnInnerActors(
    (actorTypeOf) => decodeParams('multisig', 2n, proposals(depth), { actorTypeOf }),
    known,
    async (address) => {
      addresses.push(address);
      return answer(address);
    },
  );
  return addresses;
}

describe('actors that calls inside of parameters go to', () => {
  it('are asked for one after the other, as each answer brings the next to light', async () => {
    expect(await asked(2, () => 'multisig')).toEqual(['f01001', 'f01002']);
  });

  it('are not asked for again where they are known, or where nobody could say', async () => {
    expect(await asked(1, () => 'multisig', new Map([['f01001', 'multisig']]))).toEqual([]);
    expect(await asked(3, () => undefined)).toEqual(['f01001']);
  });

  it('are asked for four times at most, whatever a sender packs', async () => {
    expect(await asked(8, () => 'multisig')).toHaveLength(4);
  });
});
