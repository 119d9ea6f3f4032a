import { describe, expect, it } from 'vitest';
import { Signer } from '../../../../electron/wallet/signer.ts';
import { encodeSecrets } from '../../../../electron/wallet/vault-contents.ts';
import { newKdfParameters, sealVault } from '../../../../electron/wallet/vault-file.ts';
import { parseAddress } from '../../../../shared/domain/address.ts';
import { attoFil } from '../../../../shared/domain/amount.ts';
import { FIRST_KEY_PATH } from '../../../../shared/domain/derivation-path.ts';
import type { Message } from '../../../../shared/domain/message.ts';
import { encodeMessage, messageCid } from '../../../../shared/domain/message.ts';
import { verifyMessageSignature } from '../../../../shared/domain/message-signature.ts';
import { deriveKey, parseMnemonic } from '../../../../shared/domain/mnemonic.ts';
import { fastDerive } from './fast-derive.ts';

const PASSPHRASE = 'correct horse battery';
const HERE = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
const ELSEWHERE = 'bafy2bzaceaelfxdvpfi7tjdgoqyxzrtzvyxrvvoqnlqh5xnmjnmzqcxqkgkza';

async function made(options: { genesisCid?: string } = { genesisCid: HERE }) {
  const signer = new Signer({ derive: fastDerive });
  const created = await signer.create({ kind: 'create', passphrase: PASSPHRASE, label: 'First key', createdAtMs: 1, ...options });
  return { signer, ...created };
}

function messageFrom(from: string): Message {
  return {
    version: 0,
    to: parseAddress('f01234'),
    from: parseAddress(from),
    nonce: 7n,
    value: attoFil(1n),
    gasLimit: 1_520_000n,
    gasFeeCap: attoFil(101_183n),
    gasPremium: attoFil(100_129n),
    method: 0n,
    params: new Uint8Array(),
  };
}

describe('signer', () => {
  it('makes a 24-word phrase whose first key is at the path of Lotus-compatible wallets', async () => {
    const { mnemonic, account } = await made();
    expect(parseMnemonic(mnemonic).split(' ')).toHaveLength(24);
    expect(account.path).toBe("m/44'/461'/0'/0/0");
    expect(account.address).toBe(deriveKey(mnemonic, 'secp256k1', FIRST_KEY_PATH).address);
    expect(account.address).toMatch(/^f1/);
    expect(account.genesisCids).toEqual([HERE]);
  });

  it('writes the phrase that BIP-39 gives for its entropy', async () => {
    // Published vector: 32 zero bytes.
    const signer = new Signer({ derive: fastDerive, entropy: () => new Uint8Array(32) });
    const { mnemonic } = await signer.create({ kind: 'create', passphrase: PASSPHRASE, label: 'x', createdAtMs: 1 });
    expect(mnemonic).toBe(`${'abandon '.repeat(23)}art`);
  });

  it('signs while unlocked, and the signature verifies', async () => {
    const { signer, account, vaultText } = await made();
    await signer.unlock({ kind: 'unlock', vaultText, passphrase: PASSPHRASE, forMs: 60_000 });
    const message = messageFrom(account.address);
    const signed = await signer.sign({
      kind: 'sign',
      messageBytes: encodeMessage(message),
      genesisCid: HERE,
      vaultText,
      isNewNetworkAccepted: false,
    });
    expect(signed.unsignedCid).toBe(messageCid(message));
    expect(signed.vaultText).toBeUndefined();
    expect(verifyMessageSignature({ message, signature: { type: 'secp256k1', data: signed.signature } })).toBe(true);
    signer.lock();
    expect(signer.isUnlocked).toBe(false);
  });

  it('signs with the passphrase while locked, and stays locked', async () => {
    const { signer, account, vaultText } = await made();
    const request = { kind: 'sign', messageBytes: encodeMessage(messageFrom(account.address)), genesisCid: HERE, vaultText } as const;
    await expect(signer.sign({ ...request, isNewNetworkAccepted: false })).rejects.toMatchObject({ code: 'vault-locked' });
    await expect(signer.sign({ ...request, passphrase: 'wrong one here', isNewNetworkAccepted: false })).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    await expect(signer.sign({ ...request, passphrase: PASSPHRASE, isNewNetworkAccepted: false })).resolves.toHaveProperty('signature');
    expect(signer.isUnlocked).toBe(false);
  });

  it('refuses a passphrase that is wrong even while unlocked', async () => {
    const { signer, account, vaultText } = await made();
    await signer.unlock({ kind: 'unlock', vaultText, passphrase: PASSPHRASE, forMs: 60_000 });
    const messageBytes = encodeMessage(messageFrom(account.address));
    await expect(
      signer.sign({ kind: 'sign', messageBytes, genesisCid: HERE, vaultText, passphrase: 'wrong one here', isNewNetworkAccepted: false }),
    ).rejects.toMatchObject({ code: 'wrong-passphrase' });
    signer.lock();
  });

  it('refuses another network until it was accepted, and remembers the consent in the vault', async () => {
    const { signer, account, vaultText } = await made();
    const request = { kind: 'sign', messageBytes: encodeMessage(messageFrom(account.address)), vaultText, passphrase: PASSPHRASE } as const;
    await expect(signer.sign({ ...request, genesisCid: ELSEWHERE, isNewNetworkAccepted: false })).rejects.toMatchObject({
      code: 'wrong-network',
    });
    const accepted = await signer.sign({ ...request, genesisCid: ELSEWHERE, isNewNetworkAccepted: true });
    expect(accepted.vaultText).toBeDefined();
    const again = await signer.sign({
      ...request,
      vaultText: accepted.vaultText ?? '',
      genesisCid: ELSEWHERE,
      isNewNetworkAccepted: false,
    });
    expect(again.vaultText).toBeUndefined();
    const unlocked = await signer.unlock({ kind: 'unlock', vaultText: accepted.vaultText ?? '', passphrase: PASSPHRASE, forMs: 60_000 });
    expect(unlocked.accounts[0]?.genesisCids).toEqual([HERE, ELSEWHERE]);
    signer.lock();
  });

  it('knows no network for a key that was made without one', async () => {
    const { signer, account, vaultText } = await made({});
    expect(account.genesisCids).toEqual([]);
    await expect(
      signer.sign({
        kind: 'sign',
        messageBytes: encodeMessage(messageFrom(account.address)),
        genesisCid: HERE,
        vaultText,
        passphrase: PASSPHRASE,
        isNewNetworkAccepted: false,
      }),
    ).rejects.toMatchObject({ code: 'wrong-network' });
  });

  it('refuses a vault whose keys are not those of its addresses, or none at all', async () => {
    const { signer, account } = await made();
    const kdf = newKdfParameters();
    for (const byte of [0, 7]) {
      const secrets = { entropy: new Uint8Array(32), keys: [{ path: account.path, privateKey: new Uint8Array(32).fill(byte) }] };
      const vaultText = sealVault(encodeSecrets(secrets), [account], kdf, await fastDerive(PASSPHRASE, kdf));
      const unlock = signer.unlock({ kind: 'unlock', vaultText, passphrase: PASSPHRASE, forMs: 60_000 });
      await expect(unlock, `keys of ${byte}`).rejects.toMatchObject({ code: 'vault-corrupt' });
    }
    expect(signer.isUnlocked).toBe(false);
  });

  it('refuses a sender that is not in the vault', async () => {
    const { signer, vaultText } = await made();
    const messageBytes = encodeMessage(messageFrom('f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq'));
    await expect(
      signer.sign({ kind: 'sign', messageBytes, genesisCid: HERE, vaultText, passphrase: PASSPHRASE, isNewNetworkAccepted: true }),
    ).rejects.toMatchObject({ code: 'key-missing' });
  });

  it('forgets the keys when the time has run out', async () => {
    let isTimedOut = false;
    const signer = new Signer({
      derive: fastDerive,
      onTimeout: () => {
        isTimedOut = true;
      },
    });
    const { vaultText } = await signer.create({ kind: 'create', passphrase: PASSPHRASE, label: 'x', createdAtMs: 1 });
    await signer.unlock({ kind: 'unlock', vaultText, passphrase: PASSPHRASE, forMs: 5 });
    await expect.poll(() => isTimedOut, { timeout: 20_000 }).toBe(true);
    expect(signer.isUnlocked).toBe(false);
  });
});
