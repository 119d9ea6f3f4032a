/** Signing with real keys, over a journal on disk and a wallet that a test can make lie. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MessageSigner, type MessageSignerOptions } from '../../../../../../electron/services/messages/approvals/message-signer.ts';
import type { FrozenSending } from '../../../../../../electron/wallet/approvals.ts';
import { SendJournal } from '../../../../../../electron/wallet/send-journal.ts';
import type { Address } from '../../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../../shared/domain/amounts/amount.ts';
import { hexToBytes } from '../../../../../../shared/domain/encoding/bytes.ts';
import { type Key, keyFromPrivateKey } from '../../../../../../shared/domain/keys/key.ts';
import {
  decodeMessage,
  decodeSignedMessage,
  type Message,
  messageCid,
  signedMessageCid,
} from '../../../../../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../../../../../shared/domain/messages/message-signature.ts';
import type { SignatureType } from '../../../../../../shared/domain/signatures/signature.ts';
import { SextantError } from '../../../../../../shared/ipc/envelope.ts';
import type { MessageApproval } from '../../../../../../shared/ipc/schemas/approvals.ts';
import { KeepingLogger } from '../../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../../../builders/temporary-profile.ts';
import { sampleApproval, sampleBatch, sampleMessage } from '../../../wallet/sample-messages.ts';
import { scriptedConnection } from '../scripted-node.ts';

type Wallet = MessageSignerOptions['wallet'];
const CHAIN_ID = 31_415_926;
const CONSENT = { isNewNetworkAccepted: false };
const INVOKE = 3_844_450_837n;
const OTHER_CHAIN = 'bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd4';

function key(type: SignatureType, byte = 7): Key {
  return keyFromPrivateKey(type, new Uint8Array(32).fill(byte));
}

/** Signs as the signer worker does, with one key for whatever it is given. */
function walletOf({ type, privateKey }: Key): Wallet {
  return {
    signMessages: async ({ messages, chainId }) =>
      messages.map((bytes) => signMessage({ type, privateKey }, decodeMessage(bytes), chainId)),
  };
}

function messageFrom(from: Address, change: Partial<Message> = {}): Message {
  return sampleMessage({ from, ...change });
}

describe('the signer of approvals', () => {
  let journal: SendJournal;
  let remove: () => Promise<void>;
  let signed: string[];
  const clock = new ManualClock();

  beforeEach(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    signed = [];
    journal = await SendJournal.open({ path: profile.paths.file('sent.journal'), clock, logger: new KeepingLogger() });
  });

  afterEach(async () => {
    await journal.close();
    await remove();
  });

  /** For what is held: no node is there to be asked. */
  function signerWith(wallet: Wallet): MessageSigner {
    return new MessageSigner({ connections: { getActive: () => undefined }, wallet, journal, onSigning: (id) => signed.push(id) });
  }

  function held(frozen: FrozenSending, chainId?: number): FrozenSending {
    const approval = { ...frozen.approval, isHeld: true, ...(chainId === undefined ? {} : { chainId }) };
    return { ...frozen, approval } as FrozenSending;
  }

  it.each(['secp256k1', 'bls', 'delegated'] as const)('signs with a %s key, without any node, and has it on disk', async (type) => {
    const sender = key(type);
    const chainId = type === 'delegated' ? CHAIN_ID : undefined;
    const message = messageFrom(sender.address, type === 'delegated' ? { method: INVOKE } : {});
    const frozen = held(sampleApproval(0, message), chainId);
    const [entry] = await signerWith(walletOf(sender)).sign(frozen, CONSENT);
    const sent = journal.get(frozen.approval.id);
    expect(sent).toMatchObject({ stage: 'signed', isHeld: true, signedCid: entry?.cid });
    const found = decodeSignedMessage(hexToBytes(sent?.signedHex ?? ''));
    expect(found.message).toEqual(message);
    expect(verifyMessageSignature(found, chainId)).toBe(true);
    expect(signedMessageCid(found)).toBe(entry?.cid);
  });

  it('calls the payment of an Ethereum key a payment, with the address that an ID stands for', async () => {
    const sender = key('delegated');
    const frozen = held(sampleApproval(0, messageFrom(sender.address, { method: INVOKE })), CHAIN_ID);
    const to = { address: 't01009', actorType: 'account', exists: true, robustAddress: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba' };
    const shownAs = { method: String(INVOKE), methodName: 'InvokeContract', paramsHex: '', to };
    const messages = frozen.messages.map(({ shown, ...rest }) => ({ ...rest, shown: { ...shown, ...shownAs } }));
    await signerWith(walletOf(sender)).sign({ ...frozen, messages }, CONSENT);
    expect(journal.topic.get(frozen.approval.id)).toMatchObject({ methodName: 'Send', toRobust: to.robustAddress });
  });

  it.each(['secp256k1', 'bls', 'delegated'] as const)('throws away the signature of another %s key', async (type) => {
    const chainId = type === 'delegated' ? CHAIN_ID : undefined;
    const message = messageFrom(key(type).address, type === 'delegated' ? { method: INVOKE } : {});
    const frozen = held(sampleApproval(0, message), chainId);
    const { privateKey } = key(type, 9);
    const wallet: Wallet = { signMessages: async () => [signMessage({ type, privateKey }, message, chainId)] };
    await expect(signerWith(wallet).sign(frozen, CONSENT)).rejects.toMatchObject({ code: 'internal' });
    expect(journal.get(frozen.approval.id)).toMatchObject({ stage: 'intent' });
    expect(journal.get(frozen.approval.id)?.signedHex).toBeUndefined();
  });

  it('throws away a signature over other bytes, or for another chain', async () => {
    const sender = key('secp256k1');
    const frozen = held(sampleApproval(0, messageFrom(sender.address)));
    const other: Wallet = { signMessages: async () => [signMessage({ ...sender }, messageFrom(sender.address, { value: attoFil(2n) }))] };
    await expect(signerWith(other).sign(frozen, CONSENT)).rejects.toMatchObject({ code: 'internal' });
    const eth = key('delegated');
    const invoking = messageFrom(eth.address, { method: INVOKE });
    const mainnet: Wallet = { signMessages: async () => [signMessage({ ...eth }, invoking, 314)] };
    await expect(signerWith(mainnet).sign(held(sampleApproval(0, invoking), CHAIN_ID), CONSENT)).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('refuses bytes that are not those that were shown', async () => {
    const sender = key('secp256k1');
    const frozen = held(sampleApproval(0, messageFrom(sender.address)));
    const [first] = frozen.messages;
    if (first === undefined) throw new Error('The sample has a message.');
    const swapped = sampleApproval(0, messageFrom(sender.address, { value: attoFil(99n) })).messages[0]?.messageBytes ?? new Uint8Array();
    const { shown } = first;
    const lies = [
      { ...first, messageBytes: swapped },
      { ...first, shown: { ...shown, bytesHex: `${shown.bytesHex}00` } },
      { ...first, shown: { ...shown, unsignedCid: messageCid(decodeMessage(swapped)) } },
    ];
    for (const lie of lies) {
      const lying = { ...frozen, messages: [lie] };
      await expect(signerWith(walletOf(sender)).sign(lying, CONSENT)).rejects.toMatchObject({ code: 'internal' });
    }
    expect(journal.list().every(({ signedHex }) => signedHex === undefined)).toBe(true);
  });

  it('signs a batch whole, in order, as entries that belong together', async () => {
    const sender = key('secp256k1');
    const messages = [7n, 8n, 9n].map((nonce) => messageFrom(sender.address, { nonce }));
    const frozen = held(sampleBatch(0, messages));
    const entries = await signerWith(walletOf(sender)).sign(frozen, CONSENT);
    expect(entries.map(({ journalId }) => journal.get(journalId)?.message.nonce)).toEqual([7n, 8n, 9n]);
    expect(new Set(journal.list().map(({ intent }) => intent.batchId))).toEqual(new Set([frozen.approval.id]));
    expect(signed).toEqual(entries.map(({ journalId }) => journalId));
  });

  it('signs nothing of a batch when one signature is missing', async () => {
    const sender = key('secp256k1');
    const messages = [7n, 8n].map((nonce) => messageFrom(sender.address, { nonce }));
    const short: Wallet = { signMessages: async (input) => (await walletOf(sender).signMessages(input)).slice(1) };
    const frozen = held(sampleBatch(0, messages));
    const signer = signerWith(short);
    await expect(signer.sign(frozen, CONSENT)).rejects.toMatchObject({ code: 'internal' });
    expect(journal.list().map(({ stage }) => stage)).toEqual(['intent', 'intent']);
    await signer.abandon(frozen, 'rejected');
    expect(journal.list().map(({ stage }) => stage)).toEqual(['failed', 'failed']);
  });

  it('goes on with the same intents after a wrong passphrase, and never signs what is signed', async () => {
    const sender = key('secp256k1');
    let count = 0;
    const wallet: Wallet = {
      signMessages: async (input) => {
        count += 1;
        if (count === 1) throw new SextantError('wrong-passphrase', 'no');
        return walletOf(sender).signMessages(input);
      },
    };
    const frozen = held(sampleApproval(0, messageFrom(sender.address)));
    const signer = signerWith(wallet);
    await expect(signer.sign(frozen, CONSENT)).rejects.toMatchObject({ code: 'wrong-passphrase' });
    const first = await signer.sign(frozen, CONSENT);
    await expect(signer.sign(frozen, CONSENT)).resolves.toEqual(first);
    expect(count).toBe(2);
    expect(journal.list()).toHaveLength(1);
  });

  it('takes a nonce that is held only for the approval that said so', async () => {
    const sender = key('secp256k1');
    const signer = signerWith(walletOf(sender));
    const first = held(sampleApproval(0, messageFrom(sender.address)));
    await signer.sign(first, CONSENT);
    const change = { gasPremium: attoFil(200_000n), gasFeeCap: attoFil(200_000n) };
    const blind = held(sampleApproval(0, messageFrom(sender.address, change)));
    await expect(signer.sign(blind, CONSENT)).rejects.toMatchObject({ code: 'message-refused' });
    const told: FrozenSending = { ...blind, replacesId: first.approval.id };
    await signer.sign(told, CONSENT);
    expect(journal.get(told.approval.id)?.intent.replacesId).toBe(first.approval.id);
    // The first one is not the newest any more: what this approval shows is out of date.
    const late: FrozenSending = { ...held(sampleApproval(0, messageFrom(sender.address))), replacesId: first.approval.id };
    await expect(signer.sign(late, CONSENT)).rejects.toMatchObject({ code: 'message-refused' });
    const gone: FrozenSending = { ...held(sampleApproval(0, messageFrom(sender.address, { nonce: 40n }))), replacesId: first.approval.id };
    await expect(signer.sign(gone, CONSENT)).rejects.toMatchObject({ code: 'message-refused' });
  });

  it('signs one of two approvals with the same nonce, however fast they are confirmed', async () => {
    const sender = key('secp256k1');
    const signer = signerWith(walletOf(sender));
    const two = [attoFil(1n), attoFil(2n)].map((value) => held(sampleApproval(0, messageFrom(sender.address, { value }))));
    const results = await Promise.allSettled(two.map((frozen) => signer.sign(frozen, CONSENT)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(journal.list().filter(({ signedHex }) => signedHex !== undefined)).toHaveLength(1);
  });

  it.each([
    { name: 'the connection is to another network', facts: OTHER_CHAIN, answered: undefined, asked: 0 },
    { name: 'another network answers where the node was', facts: undefined, answered: OTHER_CHAIN, asked: 1 },
  ])('signs nothing when $name', async ({ facts, answered, asked }) => {
    const sender = key('secp256k1');
    const frozen = sampleApproval(0, messageFrom(sender.address));
    const { genesisCid } = frozen.approval as MessageApproval;
    const { active, asked: calls } = scriptedConnection({ ChainGetGenesis: { Cids: [{ '/': answered ?? genesisCid }] } });
    const connections = { getActive: () => ({ ...active, facts: { ...active.facts, genesisCid: facts ?? genesisCid } }) };
    const signer = new MessageSigner({ connections, wallet: walletOf(sender), journal, onSigning: () => undefined });
    await expect(signer.sign(frozen, CONSENT)).rejects.toMatchObject({ code: 'wrong-network' });
    expect(calls).toHaveLength(asked);
    expect(journal.list()).toEqual([]);
  });

  it('asks for a node before it signs what will be pushed', async () => {
    const sender = key('secp256k1');
    const frozen = sampleApproval(0, messageFrom(sender.address));
    await expect(signerWith(walletOf(sender)).sign(frozen, CONSENT)).rejects.toMatchObject({ code: 'not-connected' });
    expect(journal.list()).toEqual([]);
  });
});
