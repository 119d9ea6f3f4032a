import { addressFromBytes, addressToBytes, formatAddress, idAddress, idOfAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { type CborValue, cborLink, decodeCbor, encodeBigIntBytes, encodeCbor } from '../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../shared/domain/encoding/cid.ts';
import type { Key } from '../../shared/domain/keys/key.ts';
import { proposalHash } from '../../shared/domain/messages/multisig-proposal.ts';
import { actorCodesOf, resultOf } from './devnet-caller.ts';
import type { DevnetSender } from './devnet-sender.ts';

const INIT = 1;
/** Amount that the multisig tries to withdraw from a miner that it does not own, in attoFIL. */
export const REFUSED_AMOUNT = 2_563_820_801_565_692_018n;

export interface FailedApproval {
  /** ID addresses with prefix t. */
  readonly multisig: string;
  readonly miner: string;
  /** Message CIDs. */
  readonly proposal: string;
  readonly approval: string;
}

/** A multisig of two whose second signer approves a withdrawal that the miner rejects: the approval succeeds, the inner call fails. */
export async function makeFailedApproval(sender: DevnetSender, minerId = 1000): Promise<FailedApproval> {
  const [ann, bob] = ['traffic-0', 'traffic-1'].map((name) => sender.key(name)) as [Key, Key];
  const ids = await Promise.all(
    [ann, bob].map(async (key) =>
      Number((await resultOf<string>(sender.node, 'StateLookupID', [formatAddress(key.address, 't'), null])).slice(2)),
    ),
  );
  const codes = await actorCodesOf(sender.node);
  const made = encodeCbor([ids.map((id) => addressToBytes(idAddress(id))), 2, 0, 0]);
  await sender.push(ann, INIT, { method: 2n, params: [cborLink(parseCid(codes.multisig?.['/'] ?? '')), made], value: 10n ** 18n });
  const [returned = new Uint8Array()] = await sender.settle();
  const multisigId = Number(idOfAddress(addressFromBytes((decodeCbor(returned) as Uint8Array[])[0] as Uint8Array)));
  const params = encodeCbor([encodeBigIntBytes(REFUSED_AMOUNT)]);
  const to = idAddress(minerId);
  const proposed: CborValue = [addressToBytes(to), encodeBigIntBytes(0n), 16, params];
  const proposal = await sender.push(ann, multisigId, { method: 2n, params: proposed });
  await sender.settle();
  const hash = proposalHash({ requester: idAddress(ids[0] ?? 0), to, value: attoFil(0n), method: 16n, params });
  const approval = await sender.push(bob, multisigId, { method: 3n, params: [0, hash] });
  await sender.settle();
  return { multisig: `t0${multisigId}`, miner: `t0${minerId}`, proposal, approval };
}
