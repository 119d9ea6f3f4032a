/**
 * Messages that Sextant's wallet made and signed, whole way from draft to export without a node, verified by other programs' clients,
 * and theirs read and verified by Sextant: keys of the three types, calls of every actor that people send to.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../electron/core.ts';
import { formatAddress, parseAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { MAINNET_GENESIS_CID } from '../../shared/domain/chain/networks.ts';
import { bytesToBase64, bytesToHex, hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { cidToBytes } from '../../shared/domain/encoding/cid.ts';
import { encodeEthTransaction, ethTransactionFromMessage, INVOKE_CONTRACT } from '../../shared/domain/evm/eth-transaction.ts';
import { type KeyType, keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { writeKeyExport } from '../../shared/domain/keys/key-export.ts';
import {
  decodeSignedMessage,
  encodeSignedMessage,
  type Message,
  messageCid,
  type SignedMessage,
} from '../../shared/domain/messages/message.ts';
import type { DraftParams, MessageDraft } from '../../shared/ipc/schemas/drafts.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { PASSPHRASE, startCore } from '../builders/wallet-core.ts';
import { isoKeyFromPrivateKey, isoMessageCid, isoRecoverAddress, isoSign, isoVerify } from '../clients/iso-filecoin.ts';
import { viemAddressFromPrivateKey, viemRecoverSender, viemSignTransaction, viemTransactionHash } from '../clients/viem.ts';
import {
  zondaxBlsKey,
  zondaxSecp256k1Key,
  zondaxSignedMessageCid,
  zondaxSignMessage,
  zondaxVerifyMessage,
} from '../clients/zondax-wasm.ts';

const MAINNET_CHAIN_ID = 314;
const RECIPIENT = 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const CONTRACT = 'f410fkkld55ioe7qg24wvt7fu6pbknb56ht7pt4zamxa';
/** Private keys that are worth nothing: they are written here. */
const SEEDS: Readonly<Record<KeyType, number>> = { secp256k1: 11, bls: 12, delegated: 13 };

const fields = (json: unknown): DraftParams => ({ kind: 'fields', json: JSON.stringify(json) });

/** One call of every actor type that people send to, as the composer writes them. */
const CALLS: readonly { readonly what: string; readonly actorType?: string; readonly draft: Partial<MessageDraft> }[] = [
  { what: 'a transfer', draft: { value: '1.5' } },
  { what: 'a transfer of nothing', draft: { to: RECIPIENT, value: '0' } },
  {
    what: 'WithdrawBalance of a miner',
    actorType: 'storageminer',
    draft: { to: 'f01000', method: '16', params: fields({ AmountRequested: '1' }) },
  },
  { what: 'ChangeOwnerAddress of a miner', actorType: 'storageminer', draft: { to: 'f01000', method: '23', params: fields(RECIPIENT) } },
  { what: 'AddBalance of the market', actorType: 'storagemarket', draft: { to: 'f05', method: '2', value: '2', params: fields('f01000') } },
  {
    what: 'Propose of a multisig',
    actorType: 'multisig',
    draft: { to: 'f01001', method: '2', params: fields({ To: RECIPIENT, Value: '1000', Method: 0, Params: null }) },
  },
  {
    what: 'raw bytes',
    actorType: 'storageminer',
    draft: { to: 'f01000', method: '16', params: { kind: 'bytes', encoding: 'hex', text: '8142000a' } },
  },
];

const CONTRACT_CALLS: readonly { readonly what: string; readonly draft: Partial<MessageDraft> }[] = [
  { what: 'plain value', draft: { to: CONTRACT, value: '0.25', method: String(INVOKE_CONTRACT) } },
  {
    what: 'a call of a contract',
    draft: {
      to: CONTRACT,
      method: String(INVOKE_CONTRACT),
      params: {
        kind: 'contract',
        declaration: 'transfer(address to, uint256 amount)',
        argumentsJson: '["0x52963ef50e27e06d72d59fcb4f3c2a687be3cfef", "1000000000000000000"]',
      },
    },
  },
];

describe('the wallet beside other clients', () => {
  let core: Core;
  const cleanups: (() => Promise<void>)[] = [];
  const privateKeys = new Map<KeyType, Uint8Array>();

  beforeAll(async () => {
    const { paths, remove } = await temporaryProfile();
    cleanups.push(remove);
    ({ core } = await startCore(paths, undefined));
    cleanups.push(() => core.stop());
    for (const keyType of ['secp256k1', 'bls', 'delegated'] as const) {
      const privateKey = new Uint8Array(32).fill(SEEDS[keyType]).with(0, 1).with(31, 1);
      privateKeys.set(keyType, privateKey);
      const { address } = keyFromPrivateKey(keyType, privateKey);
      const text = writeKeyExport({ type: keyType, privateKey }, keyType === 'delegated' ? 'eth-hex' : 'lotus-hex');
      await core.handlers.approval.importKey({ text, address, label: `${keyType} key`, passphrase: PASSPHRASE });
    }
    await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
  });

  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const privateKeyOf = (keyType: KeyType): Uint8Array => privateKeys.get(keyType) ?? new Uint8Array();

  let nonce = 0;

  /** From a draft to the exported, signed bytes, with nothing but the vault. */
  async function signedBy(keyType: KeyType, draft: Partial<MessageDraft>, actorType = 'account'): Promise<SignedMessage> {
    nonce += 1;
    const { approvalId } = await core.handlers.messages.prepareMessage({
      from: keyFromPrivateKey(keyType, privateKeyOf(keyType)).address,
      to: RECIPIENT,
      value: '0',
      method: '0',
      params: { kind: 'none' },
      nonce: String(nonce),
      gasLimit: '3000000',
      gasFeeCap: '0.5',
      gasPremium: '0.1',
      isHeld: true,
      offline: { genesisCid: MAINNET_GENESIS_CID, actorType },
      ...draft,
    });
    const confirmed = await core.handlers.approval.confirmApproval({ id: approvalId, isNewNetworkAccepted: true });
    if (confirmed.kind !== 'message') throw new Error('It was one message.');
    const { hex, signedCid } = await core.handlers.messages.exportSigned({ journalId: confirmed.journalId });
    expect(signedCid).toBe(confirmed.cid);
    return decodeSignedMessage(hexToBytes(hex));
  }

  describe.each(['secp256k1', 'bls'] as const)('ours with a %s key', (keyType) => {
    it.each(CALLS)('$what is verified by iso-filecoin and zondax-wasm', async ({ draft, actorType }) => {
      const signed = await signedBy(keyType, draft, actorType);
      const digest = cidToBytes(messageCid(signed.message));
      expect(isoMessageCid(signed.message)).toEqual(digest);
      const iso = isoKeyFromPrivateKey(privateKeyOf(keyType), keyType, 'f');
      expect(iso.address).toBe(signed.message.from);
      expect(isoVerify(signed.signature.data, keyType, digest, iso.publicKey)).toBe(true);
      if (keyType === 'secp256k1') expect(isoRecoverAddress(signed.signature.data, digest, 'f')).toBe(signed.message.from);
      expect(zondaxVerifyMessage(signed)).toBe(true);
    });
  });

  describe('ours with a delegated key', () => {
    it.each(CONTRACT_CALLS)('$what is a transaction of its sender for viem', async ({ draft }) => {
      const signed = await signedBy('delegated', draft, 'evm');
      const raw: `0x${string}` = `0x${bytesToHex(encodeEthTransaction(signed, MAINNET_CHAIN_ID))}`;
      const ethAddress = viemAddressFromPrivateKey(`0x${bytesToHex(privateKeyOf('delegated'))}`);
      expect((await viemRecoverSender(raw)).toLowerCase()).toBe(ethAddress.toLowerCase());
      const reading = await core.handlers.messages.readSigned({ text: raw });
      expect(reading.ethHash).toBe(viemTransactionHash(raw));
    });
  });

  describe('theirs', () => {
    const messageOf = (keyType: KeyType): Message => ({
      version: 0,
      from: keyFromPrivateKey(keyType, privateKeyOf(keyType)).address,
      to: parseAddress(RECIPIENT),
      nonce: 7n,
      value: attoFil(12n),
      gasLimit: 3_000_000n,
      gasFeeCap: attoFil(500_000_000n),
      gasPremium: attoFil(100_000_000n),
      method: 0n,
      params: new Uint8Array(),
    });

    async function verdictOf(signed: SignedMessage) {
      const reading = await core.handlers.messages.readSigned({ text: bytesToBase64(encodeSignedMessage(signed)) });
      expect(parseAddress(reading.from)).toBe(signed.message.from);
      return reading;
    }

    it.each(['secp256k1', 'bls'] as const)(
      'iso-filecoin: its %s signature of a message is valid, and not one of another message',
      async (keyType) => {
        const message = messageOf(keyType);
        const data = isoSign(privateKeyOf(keyType), keyType, cidToBytes(messageCid(message)));
        const signature = { type: keyType, data };
        expect((await verdictOf({ message, signature })).verdict.isValid).toBe(true);
        expect((await verdictOf({ message: { ...message, value: attoFil(13n) }, signature })).verdict.isValid).toBe(false);
      },
    );

    it.each(['secp256k1', 'bls'] as const)('zondax-wasm: its %s signature of a message is valid, and its CID is ours', async (keyType) => {
      const zondax = (keyType === 'bls' ? zondaxBlsKey : zondaxSecp256k1Key)(privateKeyOf(keyType), 'f');
      const message = messageOf(keyType);
      expect(zondax.address).toBe(formatAddress(message.from, 'f'));
      const signed = { message, signature: { type: keyType, data: zondaxSignMessage(message, privateKeyOf(keyType)) } };
      const reading = await verdictOf(signed);
      expect(reading.verdict.isValid).toBe(true);
      // Lotus knows a message of a BLS key by its unsigned form, because blocks carry it without its signature.
      expect(reading.signedCid).toBe(keyType === 'bls' ? messageCid(message) : zondaxSignedMessageCid(signed));
    });

    it('viem: its signed transaction is read as a message and valid', async () => {
      const message = { ...messageOf('delegated'), to: parseAddress(CONTRACT), method: INVOKE_CONTRACT };
      const { to, input } = ethTransactionFromMessage(message);
      const { serialized } = await viemSignTransaction(
        {
          chainId: MAINNET_CHAIN_ID,
          nonce: Number(message.nonce),
          maxPriorityFeePerGas: message.gasPremium,
          maxFeePerGas: message.gasFeeCap,
          gas: message.gasLimit,
          ...(to === undefined ? {} : { to: `0x${to.slice(2)}` }),
          value: message.value,
          data: `0x${bytesToHex(input)}`,
        },
        `0x${bytesToHex(privateKeyOf('delegated'))}`,
      );
      const reading = await core.handlers.messages.readSigned({ text: `0x${bytesToHex(serialized)}` });
      expect(reading.verdict.isValid).toBe(true);
      expect(parseAddress(reading.from)).toBe(message.from);
    });
  });
});
