/** What becomes of messages after they were signed: replaced, held, lost by a pool, brought from elsewhere, beyond the look-back. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import type { NodeClient } from '../../../electron/rpc/node-client.ts';
import type { ActiveConnection } from '../../../electron/services/connections/active-connection.ts';
import type { NewIntent } from '../../../electron/wallet/send-journal.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { bytesToBase64, bytesToHex, hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import type { Message, SignedMessage } from '../../../shared/domain/messages/message.ts';
import { encodeMessage, encodeSignedMessage, messageCid, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../shared/domain/messages/message-signature.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { zJournalEntry, zStuckReport } from '../../../shared/ipc/schemas/journal.ts';
import { zSignedExport, zSignedReading } from '../../../shared/ipc/schemas/signatures.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import { askNode, balanceOf, control, startStillDevnet } from '../../builders/wallet-core.ts';
import { type KillChain, openChain, openSendingApp, type SendingApp } from '../../kill/sending-app.ts';
import { senderOf } from '../../kill/sending-task.ts';

const KEY_HEX = '11'.repeat(32);
const SENDER = senderOf(KEY_HEX);
const RECIPIENT = senderOf('22'.repeat(32));
const FROM = formatAddress(SENDER, 't');
const TO = formatAddress(RECIPIENT, 't');
const VALUE = 10n ** 15n;

function message(nonce: bigint, change: Partial<Message> = {}): Message {
  return {
    version: 0,
    from: SENDER,
    to: RECIPIENT,
    nonce,
    value: attoFil(VALUE),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(10_000_000_000n),
    gasPremium: attoFil(200_000n),
    method: 0n,
    params: new Uint8Array(),
    ...change,
  };
}

/** Below any base fee of the embedded node: a pool takes it, no block does. */
const STUCK = { gasFeeCap: attoFil(100n), gasPremium: attoFil(100n) };

function signed(unsigned: Message): SignedMessage {
  return { message: unsigned, signature: signMessage(keyFromPrivateKey('secp256k1', hexToBytes(KEY_HEX)), unsigned) };
}

/** A node's client that answers some methods otherwise. */
function altered(client: NodeClient, answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>>): NodeClient {
  const call = async (method: string, params: never, options: { schema?: { parse(value: unknown): unknown } }): Promise<unknown> => {
    const answer = answers[method]?.(params);
    if (answer === undefined) {
      return client.call(method, params, options as never);
    }
    const value = options.schema === undefined ? answer : options.schema.parse(answer);
    return { value, call: { id: 1, method, tookMs: 1, atMs: 0, isCached: false } };
  };
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = name === 'call' ? call : Reflect.get(target, name);
      return typeof value === 'function' && name !== 'call' ? value.bind(target) : value;
    },
  });
}

describe('following', () => {
  let devnet: RunningDevnet;
  let folder: string;
  let remove: () => Promise<void>;
  let chain: KillChain;
  let app: SendingApp;

  const reopen = async (): Promise<void> => {
    await app.stop();
    app = await openSendingApp(folder, chain);
  };
  const connect = (change: Partial<ActiveConnection>): void => chain.connections.setActive({ ...chain.active, ...change });
  const entry = (id: string) => zJournalEntry.parse(app.journal.topic.get(id));
  const advance = async (epochs = 1): Promise<void> => {
    const { headHeight } = (await control(devnet, 'advance', { epochs })) as { headHeight: number };
    await eventually(() => (chain.chain.tipsets.at(-1)?.height ?? -1) >= headHeight, `head ${headHeight}`);
  };
  /** Makes epochs until it holds. */
  const until = (holds: () => boolean, what: string): Promise<true> =>
    eventually(async () => {
      app.area.follow();
      if (holds()) return true;
      await advance();
      return undefined;
    }, what);

  /** As after an approval: intent and signature on disk, and pushed unless it is held. */
  async function send(unsigned: Message, change: Partial<NewIntent> = {}): Promise<string> {
    const id = randomUUID();
    await app.journal.begin({
      id,
      genesisCid: chain.active.facts.genesisCid,
      networkName: chain.active.facts.networkName,
      connectionName: 'Test',
      letter: 't',
      bytesHex: bytesToHex(encodeMessage(unsigned)),
      unsignedCid: messageCid(unsigned),
      methodName: 'Send',
      madeAtHeight: chain.chain.tipsets.at(-1)?.height ?? 0,
      ...change,
    });
    app.area.pusher.noteFresh(id);
    const bytes = encodeSignedMessage(signed(unsigned));
    await app.journal.step(id, { stage: 'signed', signedHex: bytesToHex(bytes), signedCid: signedMessageCid(signed(unsigned)) });
    await app.area.pusher.push(id);
    return id;
  }

  beforeEach(async () => {
    const profile = await temporaryProfile();
    folder = profile.paths.folder;
    remove = profile.remove;
    devnet = await startStillDevnet();
    const genesis = (await askNode(devnet, 'ChainGetGenesis', [])) as { Cids: { '/': string }[] };
    chain = await openChain({
      httpUrl: devnet.httpUrl,
      wsUrl: devnet.wsUrl,
      token: devnet.tokens.write,
      genesisCid: genesis.Cids[0]?.['/'] ?? '',
      networkName: String(await askNode(devnet, 'StateNetworkName', [])),
    });
    app = await openSendingApp(folder, chain);
    await control(devnet, 'faucet', { address: FROM });
    await advance(3);
  });

  afterEach(async () => {
    await app.stop();
    await chain.stop();
    await devnet.stop();
    await remove();
  });

  it('one of a message and its replacement is executed, and both entries say so, to the end', async () => {
    const first = await send(message(0n, STUCK));
    await until(() => entry(first).stage === 'in-pool', 'the pool');
    expect(entry(first)).toMatchObject({ pushCount: 1 });
    const stuck = zStuckReport.parse(await app.area.handlers.explainStuck({ journalId: first }));
    expect(stuck.findings.filter(({ result }) => result === 'cause').map(({ id }) => id)).toEqual(['fee-cap']);
    expect(stuck.findings.find(({ id }) => id === 'fee-cap')?.detail).toMatch(/fee cap is .* base fee at height/);
    expect(stuck.remedies[0]).toBe('speed-up');

    const second = await send(message(0n), { replacesId: first });
    expect(entry(first)).toMatchObject({ replacedById: second });
    await until(() => entry(second).stage === 'executed' && entry(first).stage === 'replaced', 'both settled');
    expect(entry(first)).toMatchObject({ trouble: 'replaced', replacedById: second, problem: expect.stringContaining('signed here') });
    await advance(1);
    expect(await balanceOf(devnet, TO)).toBe(VALUE);

    // A reorg takes both back, and the chain decides anew.
    const carriedAt = entry(second).history.findLast(({ stage }) => stage === 'included')?.height ?? 0;
    await control(devnet, 'reorg', { depth: (chain.chain.tipsets.at(-1)?.height ?? 0) - carriedAt + 1 });
    await advance(1);
    const wasReverted = () => entry(second).history.some(({ note }) => /reverted/.test(note ?? ''));
    await until(() => wasReverted() && entry(second).stage === 'executed' && entry(first).stage === 'replaced', 'both settled again');

    await eventually(async () => {
      app.area.follow();
      if (entry(second).stage === 'final' && entry(first).finalBy !== undefined) return true;
      await advance(100);
      return undefined;
    }, 'both final');
    expect(entry(first)).toMatchObject({ stage: 'replaced', finalBy: entry(second).finalBy });
    await advance(1);
    expect(await balanceOf(devnet, TO)).toBe(VALUE);
    // And a restart changes nothing.
    const before = [entry(first), entry(second)].map(({ confirmations: _count, ...rest }) => rest);
    await reopen();
    const after = [entry(first), entry(second)].map(({ confirmations: _count, ...rest }) => rest);
    // Numbers of calls are those of a run.
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value, (key, item) => (key === 'callId' ? undefined : item)));
    expect(plain(after)).toEqual(plain(before));
  });

  it('names the missing nonce, and goes on once it is filled', async () => {
    const late = await send(message(1n));
    await advance(2);
    const report = zStuckReport.parse(await app.area.handlers.explainStuck({ journalId: late }));
    expect(report).toMatchObject({ gapNonce: '0', remedies: ['fill-gap'] });
    expect(report.findings[0]).toMatchObject({ id: 'nonce-gap', result: 'cause' });
    expect(report.findings[0]?.calls.map(({ method }) => method)).toEqual(['MpoolGetNonce', 'StateGetActor']);
    // The pool has it beyond the gap: pushing it again and again leaves no trail in the journal.
    await advance(40);
    expect(entry(late).history.length).toBeLessThan(6);
    const filler = await send(message(0n, { to: SENDER, value: attoFil(0n) }));
    await until(() => [late, filler].every((id) => entry(id).stage === 'executed'), 'both executed');
  });

  it('keeps what is held until it is let go, and says that it is', async () => {
    const id = await send(message(0n), { isHeld: true });
    await reopen();
    await advance(3);
    expect(entry(id)).toMatchObject({ stage: 'signed', isHeld: true, pushCount: 0 });
    expect(await askNode(devnet, 'MpoolPending', [[]])).toEqual([]);
    expect((await app.area.handlers.explainStuck({ journalId: id })).remedies).toEqual(['push']);
    await app.area.handlers.pushHeld({ journalId: id });
    expect(entry(id)).toMatchObject({ stage: 'pushed', isHeld: false, pushCount: 1 });
    await until(() => entry(id).stage === 'executed', 'execution');
    await expect(app.area.handlers.pushHeld({ journalId: id })).rejects.toMatchObject({ message: expect.stringContaining('on chain') });
    await expect(app.area.handlers.pushHeld({ journalId: randomUUID() })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('finds a held message that was exported and pushed by another machine', async () => {
    const id = await send(message(0n), { isHeld: true });
    const exported = zSignedExport.parse(await app.area.handlers.exportSigned({ journalId: id }));
    await askNode(devnet, 'MpoolPush', [JSON.parse(exported.json)]);
    await until(() => entry(id).stage === 'executed', 'execution');
    expect(entry(id)).toMatchObject({ pushCount: 0, exitCode: 0 });
  });

  it('takes in what was signed elsewhere once, and follows it', async () => {
    const brought = signed(message(0n));
    const hex = bytesToHex(encodeSignedMessage(brought));
    const forms = [hex, bytesToBase64(encodeSignedMessage(brought))];
    const ids = await Promise.all(forms.map((text) => app.area.handlers.pushSigned({ text })));
    const [{ journalId } = { journalId: '' }] = ids;
    expect(ids).toEqual([{ journalId }, { journalId }]);
    expect(entry(journalId)).toMatchObject({ origin: 'elsewhere', pushCount: 1, signedCid: signedMessageCid(brought) });
    const reading = zSignedReading.parse(await app.area.handlers.readSigned({ text: hex }));
    expect(reading).toMatchObject({ journalId, from: FROM, to: TO, verdict: { isValid: true, signer: FROM }, hex });
    expect(await app.area.handlers.readSigned({ text: reading.json })).toMatchObject({ signedCid: reading.signedCid, hex });
    await until(() => entry(journalId).stage === 'executed', 'execution');
    expect(app.journal.list()).toHaveLength(1);
    const other = { ...brought, message: message(0n, { value: attoFil(2n * VALUE) }) };
    const forged = bytesToHex(encodeSignedMessage(other));
    expect((await app.area.handlers.readSigned({ text: forged })).verdict).toMatchObject({ isValid: false });
    await expect(app.area.handlers.pushSigned({ text: forged })).rejects.toMatchObject({ code: 'message-refused' });
    await expect(app.area.handlers.readSigned({ text: 'nothing' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('pushes again what a pool took and lost, and says that it was dropped', async () => {
    let isLosing = true;
    const cid = signedMessageCid(signed(message(0n)));
    const client = altered(chain.active.client, {
      MpoolPush: () => {
        const wasLosing = isLosing;
        isLosing = false;
        return wasLosing ? { '/': cid } : undefined;
      },
    });
    connect({ id: 'losing', client });
    await eventually(() => chain.chain.slice.get().connectionId === 'losing' && chain.chain.tipsets.length > 0, 'the other connection');
    const id = await send(message(0n));
    expect(entry(id)).toMatchObject({ stage: 'pushed', pushCount: 1 });
    expect(await askNode(devnet, 'MpoolPending', [[]])).toEqual([]);
    await until(() => entry(id).stage === 'executed', 'execution');
    expect(entry(id)).toMatchObject({ pushCount: 2 });
    expect(entry(id).history.some(({ note }) => /pushed again/.test(note ?? ''))).toBe(true);
  });

  it('finds what was executed long ago through an endpoint that hardly looks back, and keeps it through another', async () => {
    const id = await send(message(0n));
    await app.stop();
    await control(devnet, 'advance', { epochs: 700 });
    // As gateways do: the look-back of StateSearchMsg is cut without a word.
    const client = altered(chain.active.client, { StateSearchMsg: () => null });
    connect({ id: 'gateway', client });
    await eventually(() => chain.chain.slice.get().connectionId === 'gateway' && chain.chain.tipsets.length > 0, 'the gateway');
    app = await openSendingApp(folder, chain);
    app.area.follow();
    const stage = await eventually(() => (entry(id).exitCode === 0 ? entry(id).stage : undefined), 'execution found');
    expect(['executed', 'final']).toContain(stage);
    const found = entry(id);
    connect({ id: 'test' });
    await eventually(() => chain.chain.slice.get().connectionId === 'test' && chain.chain.tipsets.length > 0, 'the first endpoint');
    await advance(2);
    expect(entry(id)).toMatchObject({ exitCode: 0, fee: found.fee, gasUsed: found.gasUsed });
  });

  it('says where an endpoint cannot look back far enough, and what would help', async () => {
    const id = await send(message(0n));
    await app.stop();
    await control(devnet, 'advance', { epochs: 300 });
    const client = altered(chain.active.client, {
      StateSearchMsg: () => null,
      ChainGetTipSetByHeight: ([height]) => {
        throw new SextantError('outside-history', `This endpoint does not have height ${String(height)}.`);
      },
    });
    connect({ id: 'short', client });
    await eventually(() => chain.chain.slice.get().connectionId === 'short' && chain.chain.tipsets.length > 0, 'the endpoint');
    app = await openSendingApp(folder, chain);
    app.area.follow();
    await eventually(() => /does not have enough history.*node with more history/.test(entry(id).problem ?? ''), 'the words');
    connect({ id: 'test' });
    await eventually(() => entry(id).exitCode === 0, 'the execution, found by the other endpoint');
    expect(entry(id).problem).toBeUndefined();
  });

  it('finds what a reorg put below the height at which it was made', async () => {
    await advance(10);
    const id = await send(message(0n));
    await control(devnet, 'reorg', { depth: 6 });
    await until(() => entry(id).stage === 'executed', 'execution');
    const heightOf = (stage: string) => entry(id).history.findLast((step) => step.stage === stage)?.height ?? 0;
    expect(heightOf('included')).toBeLessThan(app.journal.get(id)?.intent.madeAtHeight ?? 0);
    // And it stays executed: nothing has taken it back.
    await advance(3);
    await eventually(() => (entry(id).confirmations ?? 0) > 3, 'confirmations');
    expect(entry(id).history.filter(({ stage }) => stage === 'executed')).toHaveLength(1);
  });

  it('tells a nonce that was used elsewhere from a replacement of one’s own', async () => {
    const id = await send(message(0n, STUCK));
    const elsewhere = signed(message(0n, { to: SENDER }));
    const { json } = await app.area.handlers.readSigned({ text: bytesToHex(encodeSignedMessage(elsewhere)) });
    const link = await askNode(devnet, 'MpoolPush', [JSON.parse(json)]);
    expect(link).toEqual({ '/': signedMessageCid(elsewhere) });
    await until(() => entry(id).stage === 'replaced', 'the replacement');
    expect(entry(id)).toMatchObject({ trouble: 'nonce-taken-elsewhere', problem: expect.stringContaining('not signed here') });
  });
});
