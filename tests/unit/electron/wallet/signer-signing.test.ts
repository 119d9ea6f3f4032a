import { describe, expect, it } from 'vitest';
import { parseVault } from '../../../../electron/wallet/vault-file.ts';
import { parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { cidToBytes } from '../../../../shared/domain/encoding/cid.ts';
import { ethSigningBytes, ethTransactionFromMessage, INVOKE_CONTRACT } from '../../../../shared/domain/evm/eth-transaction.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { encodeMessage, messageCid } from '../../../../shared/domain/messages/message.ts';
import { verifyMessageSignature } from '../../../../shared/domain/messages/message-signature.ts';
import { verifyData } from '../../../../shared/domain/signatures/data-signature.ts';
import { encodeSignature, verifyBytes } from '../../../../shared/domain/signatures/signature.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';
import { GENESIS, OTHER_GENESIS, sampleMessage } from './sample-messages.ts';
import { VaultAtHand } from './vault-at-hand.ts';

const FACTS = { label: 'x', createdAtMs: 2 };
const PRACTICE_CHAIN = 31_415_926;
const MAINNET = 314;
const CALIBRATION = 314_159;

/** One key of each type, all known on both networks. */
async function made() {
  const vault = new VaultAtHand();
  const { address: secp256k1 } = await vault.make();
  const { address: bls } = await vault.ask('createKey', { keyType: 'bls', ...FACTS, genesisCid: OTHER_GENESIS });
  const { address: delegated } = await vault.ask('createKey', { keyType: 'delegated', ...FACTS, genesisCid: OTHER_GENESIS });
  return { vault, secp256k1, bls, delegated };
}

function messageFrom(from: string, nonce = 7n): Message {
  const sender = parseAddress(from);
  return sampleMessage({ from: sender, nonce, ...(from.startsWith('f4') ? { method: INVOKE_CONTRACT } : {}) });
}

const here = { genesisCid: GENESIS, isNewNetworkAccepted: true } as const;

describe('signing messages', () => {
  it('signs for senders of all three types in one opening, in order, and every signature verifies', async () => {
    const { vault, secp256k1, bls, delegated } = await made();
    const messages = [bls, secp256k1, delegated, secp256k1].map((from, index) => messageFrom(from, BigInt(index)));
    const { signatures } = await vault.ask('sign', {
      ...here,
      genesisCid: OTHER_GENESIS,
      chainId: PRACTICE_CHAIN,
      messages: messages.map(encodeMessage),
    });
    expect(signatures.map(({ type }) => type)).toEqual(['bls', 'secp256k1', 'delegated', 'secp256k1']);
    for (const [index, signature] of signatures.entries()) {
      const message = messages[index] ?? sampleMessage();
      expect(verifyMessageSignature({ message, signature }, PRACTICE_CHAIN)).toBe(true);
    }
  });

  it('signs all or none', async () => {
    const { vault, secp256k1 } = await made();
    const foreign = sampleMessage();
    const messages = [messageFrom(secp256k1), foreign].map(encodeMessage);
    await expect(vault.ask('sign', { ...here, messages })).rejects.toMatchObject({ code: 'key-missing' });
    const many = Array.from({ length: 1001 }, () => encodeMessage(messageFrom(secp256k1)));
    await expect(vault.ask('sign', { ...here, messages: many })).rejects.toThrow(/At most 1000/);
  });

  it('refuses bytes that are no message, or not in the one canonical form', async () => {
    const { vault, secp256k1 } = await made();
    const bytes = encodeMessage(messageFrom(secp256k1));
    // 1 FIL; its length alone may stand in a random address too.
    const at = bytesToHex(bytes).indexOf('49000de0b6b3a7640000') / 2;
    // The value with a needless zero before it: Lotus decodes it to the same message, and hashes another one.
    const padded = concatBytes(bytes.subarray(0, at), hexToBytes('4a0000'), bytes.subarray(at + 2));
    await expect(vault.ask('sign', { ...here, messages: [padded] })).rejects.toThrow(/canonical form/);
    for (const messages of [[Uint8Array.of(1, 2, 3)], [concatBytes(bytes, Uint8Array.of(0))]]) {
      await expect(vault.ask('sign', { ...here, messages })).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  it('refuses another network until it was accepted, and has the consent on disk with the signature', async () => {
    const { vault, secp256k1 } = await made();
    const messages = [encodeMessage(messageFrom(secp256k1))];
    const elsewhere = { messages, genesisCid: OTHER_GENESIS };
    await expect(vault.ask('sign', { ...elsewhere, isNewNetworkAccepted: false })).rejects.toMatchObject({ code: 'wrong-network' });
    const accepted = await vault.ask('sign', { ...elsewhere, isNewNetworkAccepted: true });
    expect(accepted.change?.isRequired).toBe(true);
    expect(parseVault(vault.text).header.accounts[0]?.genesisCids).toEqual([GENESIS, OTHER_GENESIS]);
    expect((await vault.ask('sign', { ...elsewhere, isNewNetworkAccepted: false })).change).toBeUndefined();
  });

  it('forgets the network that was accepted longest ago rather than write a vault that cannot be read', async () => {
    const { vault, secp256k1 } = await made();
    const messages = [encodeMessage(messageFrom(secp256k1))];
    for (let index = 0; index < 100; index += 1) {
      await vault.ask('sign', { messages, genesisCid: `practice-${index}`, isNewNetworkAccepted: true });
    }
    const { genesisCids } = parseVault(vault.text).header.accounts[0] ?? { genesisCids: [] };
    expect(genesisCids).toHaveLength(100);
    expect(genesisCids).not.toContain(GENESIS);
  });

  it('signs for an f410f account under the chain id of its network alone', async () => {
    const { vault, delegated } = await made();
    const messages = [encodeMessage(messageFrom(delegated))];
    const sign = (genesisCid: string, chainId?: number) =>
      vault.ask('sign', { messages, genesisCid, isNewNetworkAccepted: true, ...(chainId === undefined ? {} : { chainId }) });
    // A practice node that names the chain of a public network would get a signature that is worth money there.
    await expect(sign(OTHER_GENESIS, MAINNET)).rejects.toMatchObject({ code: 'wrong-network' });
    await expect(sign(OTHER_GENESIS, CALIBRATION)).rejects.toMatchObject({ code: 'wrong-network' });
    await expect(sign(GENESIS, PRACTICE_CHAIN)).rejects.toMatchObject({ code: 'wrong-network' });
    await expect(sign(OTHER_GENESIS)).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('chain ID') });
    const { signatures } = await sign(GENESIS, MAINNET);
    const [signature = { type: 'bls', data: new Uint8Array() } as const] = signatures;
    expect(verifyMessageSignature({ message: messageFrom(delegated), signature }, MAINNET)).toBe(true);
    expect(verifyMessageSignature({ message: messageFrom(delegated), signature }, CALIBRATION)).toBe(false);
  });

  it('signs what only an f410f account can send as what it is, and nothing else', async () => {
    const { vault, delegated } = await made();
    const plainSend = encodeMessage({ ...messageFrom(delegated), method: 0n });
    await expect(vault.ask('sign', { ...here, chainId: MAINNET, messages: [plainSend] })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('signing data', () => {
  const data = utf8ToBytes('I run the miner f01234.');

  it('signs the bytes as Lotus does, or in an envelope, with keys of every type', async () => {
    const { vault, secp256k1, bls, delegated } = await made();
    for (const from of [secp256k1, bls, delegated]) {
      const raw = await vault.ask('signData', { from, data, form: 'lotus' });
      expect(verifyBytes(raw.signature, parseAddress(from), data)).toBe(true);
      const wrapped = await vault.ask('signData', { from, data, form: 'frc-0102' });
      expect(verifyBytes(wrapped.signature, parseAddress(from), data)).toBe(false);
      expect(verifyData(wrapped.signature, parseAddress(from), data, from === delegated ? 'ethereum' : 'filecoin')).toBe(true);
    }
  });

  it('signs published data to the published bytes', async () => {
    const { vault } = await made();
    const published =
      readSharedJson<{ export: string; address: string; sign?: { msgHex: string; lotusSignatureHex: string } }[]>('wallets/keys.json');
    let checked = 0;
    for (const { export: text, address, sign } of published) {
      if (sign === undefined) {
        continue;
      }
      await vault.ask('importKey', { text, address, ...FACTS });
      const { signature } = await vault.ask('signData', { from: address, data: hexToBytes(sign.msgHex), form: 'lotus' });
      expect(bytesToHex(encodeSignature(signature))).toBe(sign.lotusSignatureHex);
      checked += 1;
    }
    expect(checked).toBeGreaterThanOrEqual(2);
  });

  it('signs no message and no transaction blindly, and each of them only inside an envelope', async () => {
    const { vault, secp256k1, bls, delegated } = await made();
    for (const from of [secp256k1, bls, delegated]) {
      const bytes =
        from === delegated
          ? ethSigningBytes(ethTransactionFromMessage(messageFrom(from)), MAINNET)
          : cidToBytes(messageCid(messageFrom(from)));
      await expect(vault.ask('signData', { from, data: bytes, form: 'lotus' })).rejects.toMatchObject({
        code: 'message-refused',
        message: expect.stringContaining('FRC-0102'),
      });
      expect((await vault.ask('signData', { from, data: bytes, form: 'frc-0102' })).signature.data.length).toBeGreaterThan(60);
    }
  });

  it('knows no key that it does not hold', async () => {
    const { vault } = await made();
    await expect(vault.ask('signData', { from: sampleMessage().from, data, form: 'lotus' })).rejects.toMatchObject({ code: 'key-missing' });
  });
});
