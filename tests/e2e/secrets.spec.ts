/**
 * Everything that is left behind while a vault is made, filled, used and locked, searched for every secret that was in it: what passed
 * between the documents and the host, what went to the node, files of the profile, of the temporary folder and of the browser, what was
 * logged, exported and stored, the heaps of the documents and of the host's main thread, and a report such as a crash leaves.
 * The host's raw memory, which a core dump would hold, is read in tests/security/locked-memory.test.ts.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { mnemonicToSeedSync } from '@scure/bip39';
import type { Page } from 'playwright';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { parseVault } from '../../electron/wallet/vault-file.ts';
import { deriveVaultKey } from '../../electron/wallet/vault-key.ts';
import { parseKeyExport } from '../../shared/domain/keys/key-export.ts';
import { deriveKey, mnemonicEntropy } from '../../shared/domain/keys/mnemonic.ts';
import { LIVE_SOURCE } from '../../shared/ipc/schemas/inspector.ts';
import { OWN_LOTUS_KEY, OWN_PHRASE } from '../builders/own-keys.ts';
import type { Trace } from '../builders/secret-scan.ts';
import { SecretScan, tracesOfBytes, tracesOfPhrase, tracesOfText } from '../builders/secret-scan.ts';
import { expect, type Sextant, test } from './fixture.ts';
import { heapOf, storedBy } from './records/document-memory.ts';
import { type DocumentRecord, recordDocuments } from './records/document-record.ts';
import { recordNode } from './records/node-record.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { makeKey } from './steps/make-key.ts';
import { answerOf, askForTrusted } from './steps/speak.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const WRONG = 'harbour lantern quiet 17 compass';
/** Snapshots of the host's heap cut strings at 1024 characters unless V8 is told otherwise. */
const WHOLE_STRINGS = `--import=data:text/javascript,process.getBuiltinModule('v8').setFlagsFromString('--heap-snapshot-string-limit=${2 ** 30}')`;
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';

/** Where secrets may be, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'wire of the trusted document': 'what is typed and shown there goes between it and the host, and nowhere else',
  'memory of the trusted document while the phrase is shown': 'it shows the phrase',
};

/** Each of these must have held something, or looking there proved nothing. */
const EVERYWHERE = [
  'wire of the app',
  'wire to the node',
  'memory of the app',
  'what the app stored',
  'saved calls',
  "the heap of the host's main thread",
  'what the host wrote',
  'profile',
  'temporary folder',
  "the browser's folder",
];

/** What was kept, by the place it was kept at. */
class Places {
  readonly #contents = new Map<string, Buffer[]>();

  add(place: string, ...contents: readonly Buffer[]): void {
    this.#contents.set(place, [...(this.#contents.get(place) ?? []), ...contents]);
  }

  sizeOf(place: string): number {
    return (this.#contents.get(place) ?? []).reduce((sum, content) => sum + content.length, 0);
  }

  /** Place and secret, each pair once. */
  find(scan: SecretScan): string[] {
    const found = [...this.#contents].flatMap(([place, contents]) =>
      contents.flatMap((content) => scan.find(content)).map(({ name }) => `${place}: ${name}`),
    );
    return [...new Set(found)].sort();
  }
}

test('no secret is anywhere but where it is typed or shown', async ({ launch, testBrowser }) => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'sextant-secrets-'));
  const devnet = await startDevnet({ blockTimeMs: 500 });
  const node = await recordNode(devnet.httpUrl);
  const documents = await recordDocuments(testBrowser.context, testBrowser.cdpUrl);
  try {
    const sextant = await launch({
      hasEmbeddedNode: false,
      environment: {
        TMPDIR: temporary,
        STANDIN_CDP: documents.browserUrl,
        NODE_OPTIONS: `--report-on-signal --report-signal=SIGUSR2 --heapsnapshot-signal=SIGPROF --report-directory=${temporary} --diagnostic-dir=${temporary} ${WHOLE_STRINGS}`,
      },
    });
    const { httpUrl, wsUrl } = node;
    const connection = {
      name: 'Recorded',
      httpUrl,
      wsUrl,
      apiVersion: 'v1',
      namespace: 'Filecoin',
      token: devnet.tokens.write,
      controlUrl: devnet.controlUrl,
    };
    await expect(sextant.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    const { id } = (await answerOf(sextant.page, 'connections.addConnection', connection)) as { id: string };
    await answerOf(sextant.page, 'connections.activateConnection', { id });
    await expect.poll(() => headEpoch(sextant.page)).toBeGreaterThan(0);

    const places = new Places();
    const { words, address } = await test.step('a vault with everything in it', () => fillVault(sextant, places));
    await test.step('it is used, unlocked, shown and locked', () => useVault(sextant, places, address));
    await test.step('everything that was left is gathered', () => gather(sextant, documents, places));
    places.add('wire to the node', ...node.kept);
    await test.step('the process as a crash would leave it', () => dump(sextant, temporary, places));
    const traces = await tracesOf(words, sextant.profile);

    // Ends the host, so that all of its files are written, and waits for the new one: the recorded line to the browser is cut below.
    await sextant.restart();
    await expect(sextant.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await sextant.page.waitForLoadState('networkidle');
    places.add('what the host wrote', Buffer.from(sextant.report()));
    for (const [place, folder] of [
      ['profile', sextant.profile],
      ['temporary folder', temporary],
      ["the browser's folder", testBrowser.folder],
    ] as const)
      places.add(place, ...filesUnder(folder));

    const found = places.find(new SecretScan(traces));
    expect(found.filter((each) => !Object.keys(ALLOWED).some((place) => each.startsWith(`${place}:`)))).toEqual([]);
    // What is allowed was found: the scan saw what passed by, and its silence about the rest means something.
    expect(found.some((each) => each.startsWith('memory of the trusted document while the phrase is shown: the phrase,'))).toBe(true);
    expect(found).toContain('wire of the trusted document: the passphrase, text');
    expect(found).toContain('wire of the trusted document: the export of Lotus, text');
    for (const place of EVERYWHERE) expect(places.sizeOf(place), place).toBeGreaterThan(0);
  } finally {
    await documents.stop();
    await node.stop();
    await devnet.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
});

async function tracesOf(words: readonly string[], profile: string): Promise<Trace[]> {
  const own = words.join(' ');
  const vault = parseVault(readFileSync(path.join(profile, 'wallet', 'vault.txt'), 'utf8'));
  const { sealingKey } = await deriveVaultKey(PASSPHRASE, vault.header.kdf);
  const path44 = "m/44'/461'/0'/0/0";
  return [
    ...tracesOfBytes('the key', deriveKey(own, 'secp256k1', path44).privateKey),
    ...tracesOfBytes('the seed', mnemonicToSeedSync(own)),
    ...tracesOfBytes("the phrase's entropy", mnemonicEntropy(own)),
    ...tracesOfBytes("the vault's key", sealingKey),
    ...OWN_PHRASE.children.flatMap(({ path: place }) =>
      tracesOfBytes(`the brought key at ${place}`, deriveKey(OWN_PHRASE.mnemonic, 'secp256k1', place).privateKey),
    ),
    ...tracesOfBytes('the brought seed', mnemonicToSeedSync(OWN_PHRASE.mnemonic)),
    ...parseKeyExport(OWN_LOTUS_KEY.export).keys.flatMap(({ privateKey }) => tracesOfBytes('the key of Lotus', privateKey)),
    ...tracesOfText('the passphrase', PASSPHRASE),
    ...tracesOfText('the wrong passphrase', WRONG),
    ...tracesOfPhrase('the phrase', words, mnemonicEntropy(own)),
    ...tracesOfPhrase('the brought phrase', OWN_PHRASE.mnemonic.split(' '), mnemonicEntropy(OWN_PHRASE.mnemonic)),
    ...tracesOfText('the export of Lotus', OWN_LOTUS_KEY.export),
  ];
}

async function fillVault(sextant: Sextant, places: Places) {
  const made = await makeKey(sextant, PASSPHRASE, {
    async onPhrase(trusted) {
      places.add('memory of the trusted document while the phrase is shown', await heapOf(trusted));
    },
    onReady: async (trusted) => places.add('memory of the trusted document after the vault was made', await heapOf(trusted)),
  });

  const phrase = await openTrusted(sextant, { name: 'add-key' });
  await phrase.getByRole('button', { name: 'Import a recovery phrase' }).click();
  const brought = OWN_PHRASE.mnemonic.split(' ');
  await phrase.getByLabel(String(brought.length), { exact: true }).check();
  for (const [index, word] of brought.entries()) await phrase.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
  await phrase.getByRole('button', { name: 'Find keys' }).click();
  await phrase.getByRole('checkbox', { name: new RegExp(`, ${OWN_PHRASE.children[0]?.path}$`) }).check();
  await phrase.getByRole('button', { name: 'Continue' }).click();
  await phrase.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await phrase.getByRole('button', { name: 'Import key' }).click();
  await expect(phrase.getByRole('heading', { name: /in the vault/ })).toBeVisible();
  places.add('memory of the trusted document after a phrase was brought', await heapOf(phrase));
  await phrase.close();

  const key = await openTrusted(sextant, { name: 'add-key' });
  await key.getByRole('button', { name: 'Import a private key' }).click();
  await key.getByLabel('Private key', { exact: true }).fill(OWN_LOTUS_KEY.export);
  await key.getByRole('button', { name: 'Read key' }).click();
  await key.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await key.getByRole('button', { name: 'Import key' }).click();
  await expect(key.getByRole('heading', { name: /in the vault/ })).toBeVisible();
  places.add('memory of the trusted document after a key was brought', await heapOf(key));
  await key.close();
  return made;
}

async function useVault(sextant: Sextant, places: Places, from: string): Promise<void> {
  const { page } = sextant;
  await answerOf(page, 'wallet.requestFunds', { address: from });
  await expect.poll(async () => ((await answerOf(page, 'wallet.getAccount', { address: from })) as { exists: boolean }).exists).toBe(true);
  const draft = { from, to: RECIPIENT, value: '1.25', method: '0', params: { kind: 'none' } };
  const signing = await approve(sextant, 'messages.prepareMessage', draft);
  await signing.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await signing.getByRole('button', { name: 'Sign and push' }).click();
  await expect(signing.getByRole('heading', { name: 'Signed and pushed' })).toBeVisible();
  places.add('memory of the trusted document after a message was signed', await heapOf(signing));
  await signing.close();

  const unlocking = await openTrusted(sextant, { name: 'unlock' });
  const field = unlocking.getByLabel('Vault passphrase');
  await field.fill(WRONG);
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(PASSPHRASE);
  await field.press('Enter');
  await expect(unlocking.getByRole('heading', { name: 'Wallet unlocked' })).toBeVisible();
  await unlocking.getByRole('button', { name: 'Keep open' }).click();
  places.add('memory of the trusted document after it unlocked', await heapOf(unlocking));
  await unlocking.close();

  const data = { encoding: 'text', text: 'This account belongs to the harbour office.' };
  const sealing = await approve(sextant, 'messages.prepareDataSignature', { from, data, form: 'frc-0102' });
  await sealing.getByRole('button', { name: 'Sign data' }).click();
  await expect(sealing.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
  await sealing.close();

  const exporting = await openTrusted(sextant, { name: 'export-key', address: OWN_LOTUS_KEY.address.replace(/^f/, 't') });
  await exporting.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  await exporting.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(exporting.getByRole('region', { name: 'Private key' })).toHaveText(OWN_LOTUS_KEY.export);
  places.add('memory of the app', await heapOf(page));
  await exporting.close();

  await answerOf(page, 'wallet.lockWallet', {});
  places.add('memory of the app', await heapOf(page));
}

async function openTrusted(sextant: Sextant, purpose: object): Promise<Page> {
  return sextant.openTrusted(() => askForTrusted(sextant.page, purpose));
}

async function approve(sextant: Sextant, call: string, input: object): Promise<Page> {
  const { approvalId } = (await answerOf(sextant.page, call, input)) as { approvalId: string };
  return openTrusted(sextant, { name: 'approve', approvalId });
}

async function gather(sextant: Sextant, documents: DocumentRecord, places: Places): Promise<void> {
  const { page } = sextant;
  places.add('what the app stored', await storedBy(page));
  for (const format of ['session', 'har'])
    for (const includesSignatures of [true, false]) places.add('saved calls', await exported(page, format, includesSignatures));
  places.add('wire of the app', ...(await documents.kept('app')));
  places.add('wire of the trusted document', ...(await documents.kept('trusted')));
}

/** As the app saves it: a file is written on the host, and read piece by piece. */
async function exported(page: Page, format: string, includesSignatures: boolean): Promise<Buffer> {
  const selection = { source: LIVE_SOURCE, filter: '', part: 'all', format, includesSignatures, hidesNames: false };
  const { exportId } = (await answerOf(page, 'inspector.exportCalls', selection)) as { exportId: string };
  const pieces: Buffer[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const piece = (await answerOf(page, 'inspector.readExport', { exportId, offset })) as { base64: string; next?: number };
    pieces.push(Buffer.from(piece.base64, 'base64'));
    offset = piece.next;
  }
  const file = Buffer.concat(pieces);
  return format === 'session' ? gunzipSync(file) : file;
}

/** The report of a crash, and the heap of its main thread. */
async function dump(sextant: Sextant, folder: string, places: Places): Promise<void> {
  process.kill(sextant.processId(), 'SIGUSR2');
  process.kill(sextant.processId(), 'SIGPROF');
  const named = (pattern: RegExp) => readdirSync(folder).filter((name) => pattern.test(name));
  await expect.poll(() => named(/^report.*json$/).length).toBe(1);
  await expect.poll(() => named(/heapsnapshot$/).length).toBe(1);
  // The host answers again when both are written.
  await answerOf(sextant.page, 'app.getInfo', {});
  for (const name of named(/heapsnapshot$/)) {
    places.add("the heap of the host's main thread", readFileSync(path.join(folder, name)));
    rmSync(path.join(folder, name));
  }
}

function filesUnder(folder: string): Buffer[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
}
