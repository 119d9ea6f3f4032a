import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, addressFromBytes, addressToBytes, idAddress } from '../../../shared/domain/addresses/address.ts';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { codesOf } from './actor-codes.ts';
import { type ActorRuntime, requireSuccess, unhandled } from './actor-runtime.ts';
import { EXIT, MethodFailure } from './exit.ts';
import { decodeParameterList, readBytes, readLink } from './read-params.ts';
import type { StateDraft } from './state-draft.ts';

const ACTOR_ADDRESS_PROTOCOL = 2;
const ACTOR_ADDRESS_BYTES = 20;
const EXEC = 2n;
const EXPORTED_EXEC = methodNumberOfName('Exec');
const CONSTRUCTOR = 1n;

/** Methods of the init actor. */
export function invokeInitMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  return runtime.method === EXEC || runtime.method === EXPORTED_EXEC ? exec(draft, runtime) : unhandled(runtime);
}

/** Exec: [CodeCID, ConstructorParams]. Returns [IDAddress, RobustAddress]. This chain only supports multisigs. */
function exec(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [codeValue, paramsValue] = decodeParameterList(runtime.params, 2);
  const code = readLink(codeValue);
  const params = readBytes(paramsValue);
  const codes = codesOf(draft.state.actorsVersion);
  if (code !== codes.multisig) {
    const callerCode = codes[draft.actor(runtime.senderId)?.kind ?? 'account'];
    throw new MethodFailure(EXIT.forbidden, `called type ${callerCode} cannot exec actor type ${code}`);
  }
  const robust = newAddress(draft, runtime);
  const { id } = draft.createActor('multisig', robust);
  requireSuccess(runtime.send({ to: idAddress(id), value: runtime.value, method: CONSTRUCTOR, params }));
  return encodeCbor([addressToBytes(idAddress(id)), addressToBytes(robust)]);
}

/** f2 address of a new actor: a hash of the message's sender, its nonce and the number of actors it created. */
function newAddress(draft: StateDraft, runtime: ActorRuntime): Address {
  for (let count = 0n; ; count += 1n) {
    const numbers = Buffer.alloc(16);
    numbers.writeBigUInt64BE(runtime.originNonce, 0);
    numbers.writeBigUInt64BE(count, 8);
    const data = Buffer.concat([encodeCbor(addressToBytes(runtime.origin)), numbers]);
    const address = addressFromBytes(Uint8Array.of(ACTOR_ADDRESS_PROTOCOL, ...blake2b(data, { dkLen: ACTOR_ADDRESS_BYTES })));
    if (draft.resolve(address) === undefined) return address;
  }
}
