/** Nothing secret reaches a log, a file, the inspector or a topic while a vault is made, opened and used. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import type { ProfilePaths } from '../../electron/platform/ports.ts';
import { deriveKey } from '../../shared/domain/keys/mnemonic.ts';
import { LIVE_SOURCE } from '../../shared/ipc/schemas/inspector.ts';
import { recordingOf } from '../builders/recording-of.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import type { RunningCore } from '../builders/wallet-core.ts';
import { advance, draftOf, fundedAccount, journalReaches, PASSPHRASE, startCore, startStillDevnet } from '../builders/wallet-core.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const NEW_PASSPHRASE = 'another long passphrase';
const BROUGHT = `${'abandon '.repeat(11)}about`;
const BROUGHT_PASSPHRASE = 'the twenty-fifth word';
const BROUGHT_KEY = '1b'.repeat(31).concat('01');
const WRONG = 'not the passphrase at all';

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('secrets of the wallet', () => {
  let devnet: RunningDevnet;
  let running: RunningCore;
  let paths: ProfilePaths;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    devnet = await startStillDevnet();
    running = await startCore(paths, devnet);
  });

  afterEach(async () => {
    await running.core.stop();
    await devnet.stop();
    await remove();
  });

  it('stay out of logs, files, recordings and topics', async () => {
    const { core, logger } = running;
    const topics: unknown[] = [];
    core.topics.wallet.changed.onChange((value) => topics.push(value));
    core.topics.approval.changed.onChange((value) => topics.push(value));
    core.topics.messages.journalChanged.onChange((value) => topics.push(value));

    const { address, mnemonic } = await fundedAccount(devnet, core);
    await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
    await core.handlers.wallet.lockWallet({});
    await expect(core.handlers.approval.unlockVault({ passphrase: WRONG })).rejects.toMatchObject({ code: 'wrong-passphrase' });
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    await expect(core.handlers.approval.confirmApproval({ id, passphrase: WRONG, isNewNetworkAccepted: false })).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    const confirmed = await core.handlers.approval.confirmApproval({ id, passphrase: PASSPHRASE, isNewNetworkAccepted: false });
    expect(confirmed).toMatchObject({ kind: 'message', journalId: id });
    await journalReaches(core, id, 'executed', () => advance(devnet, core));

    // Keys and phrases that are brought, made and shown, and a new passphrase at the end.
    const { approval } = core.handlers;
    const phrase = { mnemonic: BROUGHT, bip39Passphrase: BROUGHT_PASSPHRASE };
    const { keys } = await approval.scanPhrase({ ...phrase, count: 2 });
    expect(keys.every(({ balance, exists }) => balance === '0' && exists === false)).toBe(true);
    await approval.importPhrase({
      ...phrase,
      keys: [{ path: "m/44'/461'/0'/0/0", keyType: 'secp256k1' }],
      label: 'Brought',
      passphrase: PASSPHRASE,
    });
    const { readings } = await approval.readKey({ text: BROUGHT_KEY });
    expect(readings).toMatchObject([{ keyType: 'secp256k1', isHeld: false, exists: false }, {}, {}, {}]);
    const brought = { text: BROUGHT_KEY, address: readings[0]?.address ?? '' };
    await approval.importKey({ ...brought, label: 'Raw', passphrase: PASSPHRASE });
    const { address: worker } = await approval.createKey({ keyType: 'bls', label: 'Worker', passphrase: PASSPHRASE });
    const { text: exported } = await approval.exportKey({ address: worker, form: 'hex', passphrase: PASSPHRASE });
    const { id: phraseId = '' } = core.topics.wallet.changed.get().phrases[0] ?? {};
    expect(await approval.revealPhrase({ phraseId, passphrase: PASSPHRASE })).toEqual({ mnemonic });
    const asked = mnemonic.split(' ').map((word, index) => ({ position: index + 1, word }));
    await approval.confirmBackup({ phraseId, words: asked, passphrase: PASSPHRASE });
    await expect(approval.deleteKey({ address: worker, typedAddress: worker.toUpperCase(), passphrase: PASSPHRASE })).rejects.toMatchObject(
      {
        code: 'invalid-input',
      },
    );
    await approval.deleteKey({ address: worker, typedAddress: worker, passphrase: PASSPHRASE });
    await approval.changePassphrase({ passphrase: PASSPHRASE, newPassphrase: NEW_PASSPHRASE });
    // The last one was imported and never exported: nothing here can tell whether another copy exists.
    expect(core.topics.wallet.changed.get()).toMatchObject({
      accounts: [{ isBackedUp: true }, { label: 'Brought', isBackedUp: true }, { label: 'Raw', isBackedUp: false }],
    });

    const { rows } = await core.handlers.inspector.listCalls({
      source: LIVE_SOURCE,
      filter: '',
      part: 'all',
      order: { by: 'id', direction: 'ascending' },
      offset: 0,
      limit: 500,
    });
    const recordings = await Promise.all(rows.map(({ id }) => recordingOf(core, id)));
    const files = await Promise.all((await filesUnder(paths.folder)).map((file) => readFile(file)));
    const key = Buffer.from(deriveKey(mnemonic, 'secp256k1', "m/44'/461'/0'/0/0").privateKey);
    const words = mnemonic.split(' ');
    const secrets = [
      PASSPHRASE,
      WRONG,
      NEW_PASSPHRASE,
      BROUGHT,
      BROUGHT_PASSPHRASE,
      BROUGHT_KEY,
      Buffer.from(BROUGHT_KEY, 'hex').toString('base64'),
      exported,
      Buffer.from(exported, 'hex').toString('base64'),
      mnemonic,
      words.slice(0, 4).join(' '),
      key.toString('hex'),
      key.toString('base64'),
      Buffer.from(PASSPHRASE).toString('hex'),
      Buffer.from(PASSPHRASE).toString('base64'),
    ];
    const places = {
      logs: Buffer.from(JSON.stringify(logger.lines)),
      topics: Buffer.from(JSON.stringify(topics)),
      recordings: Buffer.from(JSON.stringify(recordings)),
      files: Buffer.concat(files),
    };
    for (const [place, content] of Object.entries(places)) {
      for (const [index, secret] of secrets.entries()) {
        expect(content.includes(secret), `secret ${index} in ${place}`).toBe(false);
      }
      expect(content.includes(key), `the key's bytes in ${place}`).toBe(false);
    }
    expect(recordings.length).toBeGreaterThan(10);
    expect(topics.length).toBeGreaterThan(5);

    // The signed bytes are in the journal and go to the node; recordings and topics are without them.
    const pushed = recordings.find(({ summary }) => summary.method.endsWith('MpoolPush'));
    expect(pushed?.request).toContain('"Signature"');
    const journal = await readFile(paths.file('wallet', 'sent.journal'), 'utf8');
    const signedHex = /"signedHex":"([0-9a-f]+)"/.exec(journal)?.[1] ?? '';
    const signature = Buffer.from(signedHex, 'hex').subarray(-65);
    expect(signature).toHaveLength(65);
    for (const form of [signature.toString('hex'), signature.toString('base64')]) {
      expect(places.topics.includes(form)).toBe(false);
      expect(pushed?.request.includes(form)).toBe(false);
    }
  });

  it('lie in files that other users of the machine cannot read', async () => {
    await fundedAccount(devnet, running.core);
    const files = (await filesUnder(paths.folder)).filter((file) => file.includes('wallet'));
    expect(files.length).toBeGreaterThanOrEqual(2);
    if (process.platform !== 'win32') {
      for (const file of files) {
        expect((await stat(file)).mode & 0o077, file).toBe(0);
      }
    }
  });
});
