/** Tokens on a host without a key store: sealed by the vault, readable while it is unlocked, in place of no other, on no disk open. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../electron/core.ts';
import { createSecretFileStore, PLAIN_CIPHER } from '../../electron/persistence/secret-file-store.ts';
import { createProfilePaths } from '../../electron/platform/profile-paths.ts';
import { openText, sealText } from '../../electron/wallet/sealed-text.ts';
import { eventually } from '../builders/eventually.ts';
import { failureOf } from '../builders/failure-of.ts';
import { temporaryFolder } from '../builders/temporary-folder.ts';
import { PASSPHRASE, startCore } from '../builders/wallet-core.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../fakes/scripted-node/scripted-node.ts';
import { VaultAtHand } from '../unit/electron/wallet/vault-at-hand.ts';

const TOKEN = 'opaque-token-of-the-node-0123456789';
const MINER_TOKEN = 'opaque-token-of-the-miner-0123456789';
const TEXT_KEY = new Uint8Array(32).fill(7);

describe('the seal', () => {
  it('opens under the same key and name, and nothing else', () => {
    const sealed = sealText(TEXT_KEY, { name: 'a', text: TOKEN });
    expect(openText(TEXT_KEY, sealed)).toEqual({ name: 'a', text: TOKEN });
    expect(sealed.text).not.toContain(TOKEN);
    // A fresh nonce for each: the same token never looks the same.
    expect(sealText(TEXT_KEY, { name: 'a', text: TOKEN }).text).not.toBe(sealed.text);
    expect(() => openText(TEXT_KEY, { ...sealed, name: 'b' })).toThrow(/not encrypted by this vault/);
    expect(() => openText(new Uint8Array(32).fill(8), sealed)).toThrow(/not encrypted by this vault/);
    for (const text of ['', 'AAAA', sealed.text.slice(0, -8)]) {
      expect(() => openText(TEXT_KEY, { name: 'a', text })).toThrow(/not encrypted by this vault/);
    }
  });

  it('breaks with every changed byte', () => {
    const sealed = sealText(TEXT_KEY, { name: 'a', text: 'x' });
    const bytes = Buffer.from(sealed.text, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openText(TEXT_KEY, { name: 'a', text: changed.toString('base64') })).toThrow(/not encrypted by this vault/);
    }
  });

  it('is there only while the vault is unlocked', async () => {
    const vault = new VaultAtHand();
    await vault.make();
    for (const kind of ['seal', 'open'] as const) {
      await expect(vault.signer.request({ kind, vaultText: vault.text, text: { name: 'a', text: 'x' } })).rejects.toThrow(/locked/);
    }
  });
});

describe('connections over a host without a key store', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let node: ScriptedNode;
  let cores: Core[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    node = await startScriptedNode();
    node.onRequest((request, response) => answer(response, 200, request, { result: null }));
    cores = [];
  });
  afterEach(async () => {
    for (const core of cores) {
      await core.stop();
    }
    await node.stop();
    await folder.remove();
  });

  async function open(): Promise<Core> {
    const paths = createProfilePaths(folder.path);
    const { core } = await startCore(paths, undefined, { secrets: createSecretFileStore(paths.file('secrets.json'), PLAIN_CIPHER) });
    cores.push(core);
    return core;
  }

  const secretsText = () => readFile(join(folder.path, 'secrets.json'), 'utf8');
  const draft = () => ({ name: 'Mine', httpUrl: node.httpUrl, apiVersion: 'v1', namespace: 'Filecoin', token: TOKEN }) as const;
  const stateOf = (core: Core) => core.topics.connections.changed.get();
  const seenTokens = () => new Set(node.requests.map(({ headers }) => headers.authorization));

  it('seals stored tokens when the vault is made, waits for unlock after a restart, and connects by itself then', async () => {
    const first = await open();
    const { id } = await first.handlers.connections.addConnection({ ...draft(), minerUrl: node.httpUrl, minerToken: MINER_TOKEN });
    expect(await secretsText()).toContain(TOKEN);
    await first.handlers.connections.activateConnection({ id });
    await first.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    const sealed = await secretsText();
    expect(sealed).not.toContain(TOKEN);
    expect(sealed).not.toContain(MINER_TOKEN);
    await eventually(() => stateOf(first).connections[0]?.isTokenLocked, 'the token to be told as sealed');
    await first.stop();
    node.requests.splice(0);

    const second = await open();
    await eventually(() => second.topics.chain.headChanged.get().problem?.code === 'vault-locked', 'the wait for the vault to be told');
    expect(second.topics.chain.headChanged.get().problem?.message).toMatch(/encrypted by the vault, which is locked/);
    expect(stateOf(second)).toMatchObject({ activeId: id, connections: [{ isTokenLocked: true, hasToken: true }] });
    expect(
      (await failureOf(second.handlers.connections.probeConnection({ id, draft: { ...draft(), token: undefined } as never }))).code,
    ).toBe('vault-locked');
    expect(node.requests).toEqual([]);

    await second.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
    await eventually(() => seenTokens().has(`Bearer ${TOKEN}`), 'the connection to be tried with its token');
    await eventually(() => stateOf(second).connections[0]?.isTokenLocked === false, 'the token to be told as open');
    expect(seenTokens()).not.toContain(undefined);
    expect(JSON.stringify([stateOf(second), second.topics.chain.headChanged.get()])).not.toContain(TOKEN);

    // What is stored from now on is sealed at once.
    const { id: other } = await second.handlers.connections.addConnection({
      ...draft(),
      name: 'Other',
      token: 'another-token-of-the-node',
    });
    expect(await secretsText()).not.toContain('another-token-of-the-node');

    await second.handlers.wallet.lockWallet({});
    await eventually(() => stateOf(second).connections.every(({ isTokenLocked }) => isTokenLocked), 'both tokens to be told as sealed');
    const refused = second.handlers.connections.addConnection({ ...draft(), name: 'Third' });
    expect(await failureOf(refused)).toMatchObject({ code: 'vault-locked', message: expect.stringContaining('Unlock the vault') });
    // Without a token, or to remove one, no vault is needed.
    await second.handlers.connections.updateConnection({ id: other, draft: { ...draft(), name: 'Other', token: '' } });
    expect(stateOf(second).connections.find((connection) => connection.id === other)).toMatchObject({
      hasToken: false,
      isTokenLocked: false,
    });
  });

  it('what an earlier version stored open is sealed at the next unlock', async () => {
    const core = await open();
    const { id } = await core.handlers.connections.addConnection(draft());
    await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    await createSecretFileStore(join(folder.path, 'secrets.json'), PLAIN_CIPHER).set(`connection.${id}.token`, TOKEN);
    expect(await secretsText()).toContain(TOKEN);
    await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
    await eventually(async () => !(await secretsText()).includes(TOKEN), 'the token to be sealed');
    await core.handlers.connections.activateConnection({ id });
    await eventually(() => seenTokens().has(`Bearer ${TOKEN}`), 'the token to be used');
  });

  it('what no connection names is sealed with the rest', async () => {
    const raw = createSecretFileStore(join(folder.path, 'secrets.json'), PLAIN_CIPHER);
    await raw.set('connection.forgotten.token', TOKEN);
    const core = await open();
    await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    expect(await secretsText()).not.toContain(TOKEN);
  });

  it('a token whose vault is gone is not waited for, and can be typed again', async () => {
    const first = await open();
    const { id } = await first.handlers.connections.addConnection(draft());
    await first.handlers.connections.activateConnection({ id });
    await first.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    await first.stop();
    await rm(join(folder.path, 'wallet'), { recursive: true });
    node.requests.splice(0);
    const second = await open();
    await eventually(() => node.requests.length > 0, 'the connection to be tried without a token');
    expect(seenTokens()).toEqual(new Set([undefined]));
    expect(stateOf(second).connections[0]?.isTokenLocked).toBe(false);
    await second.handlers.connections.updateConnection({ id, draft: draft() });
    await eventually(() => seenTokens().has(`Bearer ${TOKEN}`), 'the token to be used');
  });

  it('a damaged file of secrets keeps neither Sextant from starting nor a vault from being made', async () => {
    const first = await open();
    const { id } = await first.handlers.connections.addConnection(draft());
    await first.handlers.connections.activateConnection({ id });
    await first.stop();
    await writeFile(join(folder.path, 'secrets.json'), 'damaged');
    const second = await open();
    expect(stateOf(second)).toMatchObject({ activeId: id, connections: [{ isTokenLocked: false }] });
    const { mnemonic } = await second.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    expect(mnemonic.split(' ').length).toBe(24);
  });

  it('a sealed token that is moved to another name is refused', async () => {
    const core = await open();
    const { connections, approval } = core.handlers;
    await approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    await approval.unlockVault({ passphrase: PASSPHRASE });
    const { id } = await connections.addConnection(draft());
    const { id: victim } = await connections.addConnection({ ...draft(), name: 'Victim', token: 'token-of-the-victim' });
    const paths = createProfilePaths(folder.path);
    const raw = createSecretFileStore(paths.file('secrets.json'), PLAIN_CIPHER);
    await raw.set(`connection.${id}.token`, (await raw.get(`connection.${victim}.token`)) ?? '');
    node.requests.splice(0);
    await connections.activateConnection({ id });
    await eventually(() => node.requests.length > 0, 'the connection to be tried without a token');
    expect(seenTokens()).toEqual(new Set([undefined]));
  });

  it('no file of the profile holds a token or a key of the seal open', async () => {
    const core = await open();
    await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
    await core.handlers.connections.addConnection(draft());
    for (const entry of await readdir(folder.path, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) {
        expect(await readFile(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(TOKEN);
      }
    }
  });
});
