import type { Core } from '../../electron/core.ts';
import { createCore } from '../../electron/core.ts';
import type { DevnetOptions, RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import type { CorePorts, ProfilePaths } from '../../electron/platform/ports.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import type { Confirmed, MessageApproval } from '../../shared/ipc/schemas/approvals.ts';
import type { MessageDraft } from '../../shared/ipc/schemas/drafts.ts';
import type { JournalEntry, JournalStage } from '../../shared/ipc/schemas/journal.ts';
import { eventually } from './eventually.ts';
import { KeepingLogger } from './keeping-logger.ts';

export const PASSPHRASE = 'correct horse battery';

/** A paused embedded node. */
export function startStillDevnet(options: DevnetOptions = {}): Promise<RunningDevnet> {
  return startDevnet({ isPaused: true, seed: 'wallet', historyEpochs: 5, ...options });
}

/** Send a command to the embedded node's control URL. */
export async function control(devnet: RunningDevnet, command: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${devnet.controlUrl}/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Call the node directly, for comparisons. */
export async function askNode(devnet: RunningDevnet, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(devnet.httpUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${devnet.tokens.admin}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error !== undefined) {
    throw new Error(`${method}: ${answer.error.message}`);
  }
  return answer.result;
}

export async function balanceOf(devnet: RunningDevnet, address: string): Promise<bigint> {
  return BigInt((await askNode(devnet, 'WalletBalance', [address])) as string);
}

export interface RunningCore {
  readonly core: Core;
  readonly logger: KeepingLogger;
}

/** The complete privileged side over a profile, connected to the embedded node by default. */
export async function startCore(
  paths: ProfilePaths,
  devnet: RunningDevnet | undefined,
  change: Partial<CorePorts> = {},
): Promise<RunningCore> {
  const logger = new KeepingLogger();
  const core = await createCore({
    clock: systemClock,
    logger,
    paths,
    secrets: memorySecrets(),
    trusted: { open: async () => ({}) },
    environment: {},
    version: '0.0.0',
    host: 'memory',
    ...(devnet === undefined ? {} : { embeddedNode: embeddedNodeOf(devnet) }),
    ...change,
  });
  await core.start();
  if (devnet !== undefined) {
    await eventually(() => core.topics.chain.headChanged.get().head !== undefined, 'the first head');
  }
  return { core, logger };
}

export function embeddedNodeOf(devnet: RunningDevnet): NonNullable<CorePorts['embeddedNode']> {
  const { httpUrl, wsUrl, minerUrl, controlUrl, tokens, hosted } = devnet;
  const node = { httpUrl, wsUrl, minerUrl, controlUrl, token: tokens.write, minerToken: tokens.read };
  return hosted === undefined ? node : { ...node, hosted };
}

function memorySecrets(): CorePorts['secrets'] {
  const values = new Map<string, string>();
  return {
    // As on a host with a key store, which the vault does not use.
    isEncrypted: true,
    get: async (name) => values.get(name),
    set: async (name, value) => {
      values.set(name, value);
    },
    delete: async (name) => {
      values.delete(name);
    },
    names: async () => [...values.keys()],
  };
}

/** Produce epochs until the core has seen the newest. */
export async function advance(devnet: RunningDevnet, core: Core, epochs = 1): Promise<number> {
  const { headHeight } = (await control(devnet, 'advance', { epochs })) as { headHeight: number };
  await eventually(() => (core.topics.chain.headChanged.get().head?.height ?? -1) >= headHeight, `head ${headHeight}`);
  return headHeight;
}

/** Create the vault and its key, and fund it from the faucet. */
export async function fundedAccount(devnet: RunningDevnet, core: Core): Promise<{ address: string; mnemonic: string; balance: bigint }> {
  const { address, mnemonic } = await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
  await core.handlers.wallet.requestFunds({ address });
  const balance = await eventually(async () => {
    await advance(devnet, core);
    const account = await core.handlers.wallet.getAccount({ address });
    return account.exists ? BigInt(account.balance) : undefined;
  }, 'practice funds');
  return { address, mnemonic, balance };
}

export function draftOf(from: string, to: string, change: Partial<MessageDraft> = {}): MessageDraft {
  return { from, to, value: '1.5', method: '0', params: { kind: 'none' }, ...change };
}

/** Confirm the approval of a message, as the trusted document does. */
export async function confirmMessage(core: Core, id: string): Promise<Extract<Confirmed, { kind: 'message' }>> {
  const confirmed = await core.handlers.approval.confirmApproval({ id, passphrase: PASSPHRASE, isNewNetworkAccepted: false });
  if (confirmed.kind !== 'message') {
    throw new Error(`The approval was of a ${confirmed.kind}.`);
  }
  return confirmed;
}

/** The pending approval of a message, by id. */
export function messageApproval(core: Core, id: string): MessageApproval {
  const approval = core.topics.approval.changed.get().approvals.find((waiting) => waiting.id === id);
  if (approval?.kind !== 'message') {
    throw new Error('No approval of a message waits under this id.');
  }
  return approval;
}

/** Wait until a journal entry has reached a stage; `step` advances the chain meanwhile. */
export async function journalReaches(
  core: Core,
  id: string,
  stage: JournalStage,
  step: () => Promise<unknown> = async () => undefined,
): Promise<JournalEntry> {
  return eventually(async () => {
    const entry = core.topics.messages.journalChanged.items().find((item) => item.id === id);
    if (entry?.history.some((reached) => reached.stage === stage) === true) {
      return entry;
    }
    await step();
    return undefined;
  }, `journal entry ${stage}`);
}
