/** What signs, journals, pushes and follows, as the app puts it together, over a folder; with a hook at every boundary between two steps. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalFile, OpenFile } from '../../electron/persistence/append-only-journal.ts';
import { AtomicDocument } from '../../electron/persistence/atomic-document.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import type { NodeClient } from '../../electron/rpc/node-client.ts';
import { ChainService } from '../../electron/services/chain/chain-service.ts';
import type { ActiveConnection } from '../../electron/services/connections/active-connection.ts';
import { MessageSigner } from '../../electron/services/messages/approvals/message-signer.ts';
import { createJournalArea, type JournalArea } from '../../electron/services/messages/journal/journal-area.ts';
import { Approvals } from '../../electron/wallet/approvals.ts';
import { zAttempts } from '../../electron/wallet/passphrase-attempts.ts';
import { SendJournal } from '../../electron/wallet/send-journal.ts';
import { SignerClient } from '../../electron/wallet/signer-client.ts';
import { FileVaultStore, type VaultStore } from '../../electron/wallet/vault-store.ts';
import { WalletService } from '../../electron/wallet/wallet-service.ts';
import { formatAddress } from '../../shared/domain/addresses/address.ts';
import { buildConnection, TestConnections } from '../builders/active-connection.ts';
import { eventually } from '../builders/eventually.ts';
import { quietLogger } from '../builders/quiet-logger.ts';
import { senderOf } from './sending-task.ts';

export const PASSPHRASE = 'correct horse battery';
const FAST_SIGNER = new URL('./fast-signer-worker.ts', import.meta.url);
const UNLOCKED_MS = 600_000;

export interface KillNode {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly token: string;
  readonly genesisCid: string;
  readonly networkName: string;
}

/** Called between any two steps; may never return. */
export type Boundary = (where: string) => Promise<void>;

export interface KillChain {
  readonly connections: TestConnections;
  readonly active: ActiveConnection;
  readonly chain: ChainService;
  stop(): Promise<void>;
}

const quietBoundary: Boundary = async () => undefined;

/** A connection to the node and the chain as the app follows it. */
export async function openChain(node: KillNode, boundary: Boundary = quietBoundary): Promise<KillChain> {
  const { connection, close } = buildConnection(node, { letter: 't', networkName: node.networkName, chainPaceMs: 200 });
  const active = {
    ...connection,
    facts: { ...connection.facts, genesisCid: node.genesisCid },
    client: watched(connection.client, boundary),
  };
  const connections = new TestConnections(active);
  const chain = new ChainService({ connections, clock: systemClock, logger: quietLogger });
  chain.start();
  await eventually(() => chain.tipsets.length > 0, 'the first head');
  return {
    connections,
    active,
    chain,
    stop: async () => {
      await chain.stop();
      close();
    },
  };
}

function watched(client: NodeClient, boundary: Boundary): NodeClient {
  const call = async (method: string, params: never, options: never): Promise<unknown> => {
    if (method !== 'MpoolPush') {
      return client.call(method, params, options);
    }
    await boundary('push, before');
    const answer = await client.call(method, params, options);
    await boundary('push, answered');
    return answer;
  };
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = name === 'call' ? call : Reflect.get(target, name);
      return typeof value === 'function' && name !== 'call' ? value.bind(target) : value;
    },
  });
}

/** Writes each line in two halves, with a boundary wherever a power cut could fall. */
function slowFile(boundary: Boundary): OpenFile {
  return async (path) => {
    const file = await open(path, 'a+', 0o600);
    const slow: JournalFile = {
      readFile: () => file.readFile(),
      truncate: (sizeBytes) => file.truncate(sizeBytes),
      close: () => file.close(),
      sync: () => file.sync(),
      async appendFile(data) {
        const stage = /"stage":"([a-z-]+)"/.exec(Buffer.from(data).toString('latin1'))?.[1] ?? 'intent';
        const half = Math.floor(data.length / 2);
        await boundary(`journal ${stage}, before`);
        await file.appendFile(data.subarray(0, half));
        await boundary(`journal ${stage}, half written`);
        await file.appendFile(data.subarray(half));
        await boundary(`journal ${stage}, written`);
        await file.sync();
        await boundary(`journal ${stage}, on disk`);
      },
    };
    return slow;
  };
}

/** The vault at its place in the folder, with a boundary before and after each time it is replaced. */
class WatchedVaultStore implements VaultStore {
  readonly #file: FileVaultStore;
  readonly #boundary: Boundary;

  constructor(folder: string, boundary: Boundary) {
    this.#file = new FileVaultStore(join(folder, 'vault.txt'));
    this.#boundary = boundary;
  }

  read(): Promise<string | undefined> {
    return this.#file.read();
  }

  async write(text: string): Promise<void> {
    await this.#boundary('vault, before');
    await this.#file.write(text);
    await this.#boundary('vault, on disk');
  }

  recoveryHint(): Promise<string> {
    return this.#file.recoveryHint();
  }

  writeBoth(text: string): Promise<void> {
    return this.#file.writeBoth(text);
  }
}

interface KillWallet {
  readonly wallet: WalletService;
  stop(): Promise<void>;
}

/** The wallet of a folder with its signer in a worker, as in the app. */
async function openWallet(folder: string, genesisCid: string, boundary: Boundary = quietBoundary): Promise<KillWallet> {
  const client = new SignerClient({ entry: FAST_SIGNER, onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs) });
  const wallet = new WalletService({
    store: new WatchedVaultStore(folder, boundary),
    signer: client,
    attempts: new AtomicDocument({
      path: join(folder, 'passphrase-attempts.json'),
      schema: zAttempts,
      version: 1,
      initial: () => ({ failures: 0, lastAtMs: 0 }),
      logger: quietLogger,
    }),
    clock: systemClock,
    logger: quietLogger,
    network: () => ({ letter: 't', genesisCid }),
    autoLockMs: () => UNLOCKED_MS,
  });
  await wallet.start();
  return { wallet, stop: () => client.stop() };
}

/** Makes a vault with one key, which no network knows yet. */
export async function makeVault(folder: string, privateKeyHex: string): Promise<void> {
  const { wallet, stop } = await openWallet(folder, '');
  const address = formatAddress(senderOf(privateKeyHex), 'f');
  await wallet.use('importKey', { text: privateKeyHex, address, label: 'Kill', createdAtMs: 1 }, PASSPHRASE);
  await stop();
}

export interface SendingApp {
  readonly journal: SendJournal;
  readonly area: JournalArea;
  readonly approvals: Approvals;
  readonly signer: MessageSigner;
  readonly wallet: WalletService;
  stop(): Promise<void>;
}

/** Opens the journal and begins to follow. */
export async function openSendingApp(
  folder: string,
  { connections, chain, active }: KillChain,
  boundary: Boundary = quietBoundary,
): Promise<SendingApp> {
  const journal = await SendJournal.open({
    path: join(folder, 'sent.journal'),
    clock: systemClock,
    logger: quietLogger,
    openFile: slowFile(boundary),
  });
  const { wallet, stop: stopWallet } = await openWallet(folder, active.facts.genesisCid, boundary);
  const area = createJournalArea({ connections, chain, journal, clock: systemClock, logger: quietLogger });
  const signer = new MessageSigner({
    connections,
    journal,
    wallet,
    onSigning: (id) => area.pusher.noteFresh(id),
  });
  const approvals = new Approvals({ clock: systemClock, onChange: () => undefined, onAbandoned: () => undefined });
  area.start();
  return {
    journal,
    area,
    approvals,
    signer,
    wallet,
    stop: async () => {
      approvals.stop();
      await area.stop();
      await stopWallet();
      await journal.close();
    },
  };
}
