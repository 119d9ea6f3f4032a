/** What becomes of a message when the process, the network or the connection fails between two steps of sending it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import type { ProfilePaths } from '../../../electron/platform/ports.ts';
import { parseAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { deriveKey } from '../../../shared/domain/keys/mnemonic.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import {
  advance,
  askNode,
  balanceOf,
  confirmMessage,
  control,
  draftOf,
  embeddedNodeOf,
  fundedAccount,
  journalReaches,
  messageApproval,
  PASSPHRASE,
  startCore,
  startStillDevnet,
} from '../../builders/wallet-core.ts';
import type { Task } from '../../fakes/wallet/confirm-and-die.ts';
import { startFlakyEndpoint } from '../../fakes/wallet/flaky-endpoint.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const VALUE = 1_500_000_000_000_000_000n;
const CHILD = fileURLToPath(new URL('../../fakes/wallet/confirm-and-die.ts', import.meta.url));

function runAndDie(task: Task): Promise<{ signal: string | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {},
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve({ signal, output }));
  });
}

describe('recovery of what was being sent', () => {
  let devnet: RunningDevnet;
  let paths: ProfilePaths;
  let remove: () => Promise<void>;
  let running: Core | undefined;

  const start = async (change: Parameters<typeof startCore>[2] = {}): Promise<Core> => {
    const { core } = await startCore(paths, devnet, change);
    running = core;
    return core;
  };
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  const pending = async (): Promise<number> => ((await askNode(devnet, 'MpoolPending', [[]])) as unknown[]).length;
  const onlyEntry = (core: Core): JournalEntry | undefined => core.topics.messages.journalChanged.items()[0];

  /** What a second wallet with the same phrase would send: a dearer message at a nonce of its choice. */
  const pushFromElsewhere = async (mnemonic: string, nonce: bigint): Promise<string> => {
    const key = deriveKey(mnemonic, 'secp256k1', "m/44'/461'/0'/0/0");
    const message: Message = {
      version: 0,
      from: key.address,
      to: parseAddress('f01000'),
      nonce,
      value: attoFil(1n),
      gasLimit: 3_000_000n,
      gasFeeCap: attoFil(10_000_000_000n),
      gasPremium: attoFil(5_000_000_000n),
      method: 0n,
      params: new Uint8Array(),
    };
    const signed = { message, signature: signMessage(key, message) };
    const link = (await askNode(devnet, 'MpoolPush', [signedMessageToJson(signed, 't')])) as { '/': string };
    return link['/'];
  };

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    devnet = await startStillDevnet();
  });

  afterEach(async () => {
    await stop();
    await devnet.stop();
    await remove();
  });

  describe('after a kill', () => {
    it.each([
      ['intent', 'before', 'nothing'],
      ['intent', 'after', 'never signed'],
      ['signed', 'before', 'never signed'],
      ['signed', 'after', 'sent'],
      ['pushed', 'before', 'sent'],
      ['pushed', 'after', 'sent'],
    ] as const)('%s, %s it was on disk: %s', async (stage, moment, expected) => {
      const { address, balance } = await fundedAccount(devnet, await start());
      await stop();
      const draft = draftOf(address, RECIPIENT);
      const { signal, output } = await runAndDie({
        folder: paths.folder,
        embeddedNode: embeddedNodeOf(devnet),
        draft,
        passphrase: PASSPHRASE,
        stage,
        moment,
      });
      expect(signal, output).toBe('SIGKILL');

      const core = await start();
      if (expected !== 'sent') {
        const entry = onlyEntry(core);
        expect(entry?.stage).toBe(expected === 'nothing' ? undefined : 'failed');
        expect(await pending()).toBe(0);
        const review = await core.handlers.messages.reviewDraft(draft);
        expect(review.message?.nonce).toBe('0');
        expect(await balanceOf(devnet, address)).toBe(balance);
        return;
      }
      // Signed before the kill: it is sent now, once, with nobody asked again.
      await eventually(async () => (await pending()) === 1, 'the message in the pool');
      const id = onlyEntry(core)?.id ?? '';
      const executed = await journalReaches(core, id, 'executed', () => advance(devnet, core));
      await advance(devnet, core);
      expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
      expect(await balanceOf(devnet, address)).toBe(balance - VALUE - BigInt(executed.fee ?? '-1'));
      if (stage === 'pushed' && moment === 'before') {
        expect(executed.history.find((step) => step.stage === 'pushed')?.note).toMatch(/Not pushed again/);
      }
    });
  });

  it('looks for a push whose answer was lost before it sends again', async () => {
    const flaky = await startFlakyEndpoint(devnet.httpUrl);
    try {
      const core = await start({ embeddedNode: { ...embeddedNodeOf(devnet), httpUrl: flaky.url } });
      const { address } = await fundedAccount(devnet, core);
      flaky.fate = 'answer-lost';
      const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
      const { journalId } = await confirmMessage(core, id);
      await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
      expect(flaky.pushes).toBe(1);
      await advance(devnet, core);
      expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
    } finally {
      await stop();
      await flaky.close();
    }
  });

  it('keeps a message that could not be pushed, says so, and sends it when the node is back', async () => {
    const flaky = await startFlakyEndpoint(devnet.httpUrl);
    try {
      const core = await start({ embeddedNode: { ...embeddedNodeOf(devnet), httpUrl: flaky.url } });
      const { address } = await fundedAccount(devnet, core);
      flaky.fate = 'lost-before';
      const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
      const { journalId } = await confirmMessage(core, id);
      expect(onlyEntry(core)).toMatchObject({ stage: 'signed', problem: expect.stringContaining('Push not confirmed') });
      expect(await pending()).toBe(0);
      flaky.fate = 'pass';
      // With the next heads, and once the pause between two tries is over.
      const executed = await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
      expect(executed.problem).toBeUndefined();
      expect(flaky.pushes).toBe(1);
    } finally {
      await stop();
      await flaky.close();
    }
  });

  it('finds what was executed while Sextant was closed, and keeps the same figures', async () => {
    const first = await start();
    const { address, balance } = await fundedAccount(devnet, first);
    const { approvalId: id } = await first.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const { journalId } = await confirmMessage(first, id);
    await stop();
    // Far beyond the tipsets that are held for the strip.
    await control(devnet, 'advance', { epochs: 200 });
    const core = await start();
    const executed = await journalReaches(core, journalId, 'executed');
    expect(executed).toMatchObject({ exitCode: 0, confirmations: expect.any(Number) });
    expect(await balanceOf(devnet, address)).toBe(balance - VALUE - BigInt(executed.fee ?? '-1'));
    await stop();
    await control(devnet, 'advance', { epochs: 200 });
    const final = await journalReaches(await start(), journalId, 'final');
    expect(final).toMatchObject({ exitCode: 0, fee: executed.fee, gasUsed: executed.gasUsed });
  });

  it('tells what the node said when it refuses, and frees the nonce', async () => {
    const core = await start();
    const { address, mnemonic, balance } = await fundedAccount(devnet, core);
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    // Another wallet with the same phrase spends the nonce before this one is confirmed.
    const elsewhere = await pushFromElsewhere(mnemonic, 0n);
    await advance(devnet, core, 3);
    const { journalId } = await confirmMessage(core, id);
    const entry = await journalReaches(core, journalId, 'rejected');
    expect(entry.problem).toMatch(/nonce too low/);
    expect(balance).toBeGreaterThan(0n);
    const review = await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT));
    expect(review.message?.nonce).toBe('1');
    expect(elsewhere).not.toBe(entry.signedCid);
  });

  it('notices that another message of the same sender took the nonce', async () => {
    const core = await start();
    const { address, mnemonic } = await fundedAccount(devnet, core);
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const { journalId } = await confirmMessage(core, id);
    const winner = await pushFromElsewhere(mnemonic, 0n);
    const entry = await journalReaches(core, journalId, 'replaced', () => advance(devnet, core));
    expect(entry.problem).toContain(winner);
  });

  it('binds a key to its network, and waits with a message until its own network is back', async () => {
    const core = await start();
    const { address } = await fundedAccount(devnet, core);
    const elsewhere = await startStillDevnet({ seed: 'elsewhere' });
    try {
      const prepared = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
      const { id } = await core.handlers.connections.addConnection({
        name: 'Elsewhere',
        httpUrl: elsewhere.httpUrl,
        wsUrl: elsewhere.wsUrl,
        apiVersion: 'v1',
        namespace: 'Filecoin',
        token: elsewhere.tokens.write,
      });
      await core.handlers.connections.activateConnection({ id });
      await eventually(
        () => core.topics.chain.headChanged.get().connectionId === id && core.topics.chain.headChanged.get().head,
        'the other head',
      );

      // Prepared here, confirmed there: refused, and still there to confirm later.
      await expect(
        core.handlers.approval.confirmApproval({ id: prepared.approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: true }),
      ).rejects.toMatchObject({ code: 'wrong-network' });
      expect(core.topics.messages.journalChanged.items()).toEqual([]);

      await control(elsewhere, 'faucet', { address });
      await control(elsewhere, 'advance', { epochs: 3 });
      const there = await eventually(async () => {
        const review = await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT));
        return review.sender?.exists === true && review.message !== undefined ? review : undefined;
      }, 'funds elsewhere');
      expect(there.checks.find((check) => check.id === 'network')?.result).toBe('warning');
      const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
      expect(messageApproval(core, approvalId).isKeyKnownHere).toBe(false);
      await expect(
        core.handlers.approval.confirmApproval({ id: approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: false }),
      ).rejects.toMatchObject({ code: 'wrong-network' });
      expect(await askNode(elsewhere, 'MpoolPending', [[]])).toEqual([]);
      await core.handlers.approval.confirmApproval({ id: approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: true });
      expect(await askNode(elsewhere, 'MpoolPending', [[]])).toHaveLength(1);
      expect(core.topics.wallet.changed.get().accounts[0]?.genesisCids).toHaveLength(2);

      await core.handlers.connections.activateConnection({ id: 'embedded' });
      await eventually(
        () => core.topics.chain.headChanged.get().connectionId === 'embedded' && core.topics.chain.headChanged.get().head,
        'the first head',
      );
      const { journalId } = await confirmMessage(core, prepared.approvalId);
      await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
    } finally {
      await stop();
      await elsewhere.stop();
    }
  });
});
