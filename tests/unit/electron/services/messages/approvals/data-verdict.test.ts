import { describe, expect, it } from 'vitest';
import { judgeDataSignature } from '../../../../../../electron/services/messages/approvals/data-verdict.ts';
import { formatAddress } from '../../../../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../../../../shared/domain/addresses/eth-address.ts';
import { bytesToBase64, bytesToHex, utf8ToBytes } from '../../../../../../shared/domain/encoding/bytes.ts';
import { type KeyType, keyFromPrivateKey } from '../../../../../../shared/domain/keys/key.ts';
import { signData } from '../../../../../../shared/domain/signatures/data-signature.ts';
import { encodeSignature, signBytes } from '../../../../../../shared/domain/signatures/signature.ts';
import { scriptedConnection } from '../scripted-node.ts';

const DATA = { encoding: 'text', text: 'I am the owner of f01234.' } as const;
const BYTES = utf8ToBytes(DATA.text);
const keyOf = (type: KeyType) => keyFromPrivateKey(type, new Uint8Array(32).fill(7));

describe('verifying data', () => {
  it.each(['secp256k1', 'bls', 'delegated'] as const)('knows a signature by a %s key in both forms, as hex and base64', async (type) => {
    const key = keyOf(type);
    const address = formatAddress(key.address, 't');
    const raw = encodeSignature(signBytes(key, BYTES));
    for (const signature of [bytesToHex(raw), `0x${bytesToHex(raw)}`, bytesToBase64(raw)]) {
      expect(await judgeDataSignature({ address, data: DATA, form: 'lotus', signature }, undefined)).toMatchObject({
        isValid: true,
        signer: address,
      });
      // The same signature in the other form says nothing about this data.
      expect(await judgeDataSignature({ address, data: DATA, form: 'frc-0102', signature }, undefined)).toMatchObject({ isValid: false });
    }
    const wrapped = bytesToHex(encodeSignature(signData(key, BYTES)));
    expect(await judgeDataSignature({ address, data: DATA, form: 'frc-0102', signature: wrapped }, undefined)).toMatchObject({
      isValid: true,
    });
    const other = { encoding: 'text', text: `${DATA.text}!` } as const;
    expect(await judgeDataSignature({ address, data: other, form: 'frc-0102', signature: wrapped }, undefined)).toMatchObject({
      isValid: false,
    });
  });

  it('reads what an Ethereum wallet gives for a 0x address', async () => {
    const key = keyOf('delegated');
    const data = signData(key, BYTES, 'ethereum').data.slice();
    data[64] = (data[64] ?? 0) + 27;
    const address = ethAddressFromAddress(key.address) ?? '';
    const verdict = await judgeDataSignature({ address, data: DATA, form: 'frc-0102', signature: `0x${bytesToHex(data)}` }, undefined);
    expect(verdict).toMatchObject({ isValid: true, signer: formatAddress(key.address, 'f') });
  });

  it('says who signed where it was somebody else', async () => {
    const signer = keyOf('secp256k1');
    const claimed = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(8));
    const signature = bytesToHex(encodeSignature(signBytes(signer, BYTES)));
    const verdict = await judgeDataSignature(
      { address: formatAddress(claimed.address, 'f'), data: DATA, form: 'lotus', signature },
      undefined,
    );
    expect(verdict).toMatchObject({ isValid: false, signer: formatAddress(signer.address, 'f') });
    expect(verdict.words).toContain('did not sign');
  });

  it('asks the node for the key of an f0 address, and says so where there is none', async () => {
    const key = keyOf('bls');
    const signature = bytesToHex(encodeSignature(signBytes(key, BYTES)));
    const claim = { address: 't01234', data: DATA, form: 'lotus', signature } as const;
    await expect(judgeDataSignature(claim, undefined)).rejects.toMatchObject({ code: 'not-connected' });
    const { active } = scriptedConnection({ StateAccountKey: formatAddress(key.address, 't') });
    expect(await judgeDataSignature(claim, active)).toMatchObject({ isValid: true, words: expect.stringContaining('t01234') });
  });

  it.each([
    ['address', { address: 'f1nothing' }],
    ['signature', { signature: 'zz' }],
    ['signature', { signature: '{"Type": 9, "Data": ""}' }],
    ['data', { data: { encoding: 'hex', text: 'xyz' } }],
  ] as const)('tells at the field %s what is wrong', async (field, change) => {
    const key = keyOf('secp256k1');
    const signature = bytesToHex(encodeSignature(signBytes(key, BYTES)));
    const claim = { address: formatAddress(key.address, 'f'), data: DATA, form: 'lotus', signature, ...change } as const;
    await expect(judgeDataSignature(claim, undefined)).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: { [field]: expect.any(String) } },
    });
  });
});
