/** What signs, journals, pushes and follows, as the app puts it together, over a folder; with a hook at every boundary between two steps. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalFile, OpenFile } from '../../electron/persistence/append-only-journal.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import type { NodeClient } from '../../electron/rpc/node-client.ts';
import { ChainService } from '../../electron/services/chain/chain-service.ts';
import type { ActiveConnection } from '../../electron/services/connections/active-connection.ts';
import { createJournalArea, type JournalArea } from '../../electron/services/messages/journal-area.ts';
import { MessageSigner } from '../../electron/services/messages/message-signer.ts';
import { Approvals } from '../../electron/wallet/approvals.ts';
import { SendJournal } from '../../electron/wallet/send-journal.ts';
import { FileVaultStore } from '../../electron/wallet/vault-store.ts';
import { hexToBytes } from '../../shared/domain/bytes.ts';
import { keyFromPrivateKey } from '../../shared/domain/key.ts';
import { decodeMessage } from '../../shared/domain/message.ts';
import { signMessage } from '../../shared/domain/message-signature.ts';
import { buildConnection, TestConnections } from '../builders/active-connection.ts';
import { eventually } from '../builders/eventually.ts';
import { quietLogger } from '../builders/quiet-logger.ts';

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

export interface SendingApp {
  readonly journal: SendJournal;
  readonly area: JournalArea;
  readonly approvals: Approvals;
  readonly signer: MessageSigner;
  readonly vault: FileVaultStore;
  stop(): Promise<void>;
}

/** Opens the journal and begins to follow. */
export async function openSendingApp(
  folder: string,
  { connections, chain }: KillChain,
  privateKeyHex: string,
  boundary: Boundary = quietBoundary,
): Promise<SendingApp> {
  const journal = await SendJournal.open({
    path: join(folder, 'sent.journal'),
    clock: systemClock,
    logger: quietLogger,
    openFile: slowFile(boundary),
  });
  const vault = new FileVaultStore(join(folder, 'vault.txt'));
  const area = createJournalArea({ connections, chain, journal, clock: systemClock, logger: quietLogger });
  const signer = new MessageSigner({
    connections,
    journal,
    wallet: {
      // The key's consent to a network is on disk before a signature leaves the vault.
      async signMessages({ messages }) {
        await boundary('vault, before');
        await vault.write(vaultText(messages.length));
        await boundary('vault, on disk');
        const key = keyFromPrivateKey('secp256k1', hexToBytes(privateKeyHex));
        return messages.map((bytes) => signMessage(key, decodeMessage(bytes)));
      },
    },
    onSigning: (id) => area.pusher.noteFresh(id),
  });
  const approvals = new Approvals({ clock: systemClock, onChange: () => undefined, onAbandoned: () => undefined });
  area.start();
  return {
    journal,
    area,
    approvals,
    signer,
    vault,
    stop: async () => {
      approvals.stop();
      await area.stop();
      await journal.close();
    },
  };
}

const VAULT_FILL = 'sealed '.repeat(3000);

/** Long enough to be torn, and whole only with its last word. */
export function vaultText(count: number): string {
  return `vault ${count} ${VAULT_FILL}end`;
}

export function isWholeVault(text: string | undefined): boolean {
  return text === undefined || (text.startsWith('vault ') && text.endsWith(`${VAULT_FILL}end`));
}
