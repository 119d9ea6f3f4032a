import { addressFromBytes, addressToBytes, formatAddress, idAddress, idOfAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { bytesToHex } from '../../shared/domain/encoding/bytes.ts';
import { cborLink, decodeCbor, encodeBigIntBytes, encodeCbor } from '../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../shared/domain/encoding/cid.ts';
import type { Key } from '../../shared/domain/keys/key.ts';
import { proposalHash } from '../../shared/domain/messages/multisig-proposal.ts';
import { actorCodesOf, resultOf } from './devnet-caller.ts';
import type { DevnetSender } from './devnet-sender.ts';

const INIT = 1;
const MINER = idAddress(1000);

export interface PendingProposal {
  /** ID addresses with prefix t. */
  readonly multisig: string;
  readonly signers: readonly string[];
  readonly hash: string;
  /** attoFIL. */
  readonly amount: bigint;
}

/** A multisig of two with a pending withdrawal from a miner that needs the second approval. */
export async function makePendingProposal(sender: DevnetSender): Promise<PendingProposal> {
  const [ann, bob] = ['traffic-0', 'traffic-1'].map((name) => sender.key(name)) as [Key, Key];
  const signers = await Promise.all(
    [ann, bob].map(({ address }) => resultOf<string>(sender.node, 'StateLookupID', [formatAddress(address, 't'), null])),
  );
  const ids = signers.map((signer) => Number(signer.slice(2)));
  const codes = await actorCodesOf(sender.node);
  const made = encodeCbor([ids.map((id) => addressToBytes(idAddress(id))), 2, 0, 0]);
  await sender.push(ann, INIT, { method: 2n, params: [cborLink(parseCid(codes.multisig?.['/'] ?? '')), made], value: 10n ** 18n });
  const [returned = new Uint8Array()] = await sender.settle();
  const id = Number(idOfAddress(addressFromBytes((decodeCbor(returned) as Uint8Array[])[0] as Uint8Array)));
  const amount = 2_563_820_801_565_692_018n;
  const params = encodeCbor([encodeBigIntBytes(amount)]);
  await sender.push(ann, id, { method: 2n, params: [addressToBytes(MINER), encodeBigIntBytes(0n), 16, params] });
  await sender.settle();
  const hash = proposalHash({ requester: idAddress(ids[0] ?? 0), to: MINER, value: attoFil(0n), method: 16n, params });
  return { multisig: `t0${id}`, signers, hash: bytesToHex(hash), amount };
}
