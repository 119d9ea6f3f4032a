/** The inspector over the whole privileged side and the embedded node: calls by hand, copies, saved sessions. */
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import type { ProfilePaths } from '../../../electron/platform/ports.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import type { CallSelection, CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import { advance, draftOf, fundedAccount, journalReaches, PASSPHRASE, startCore, startStillDevnet } from '../../builders/wallet-core.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const { inspector: definitions } = contract;

let devnet: RunningDevnet;
let core: Core;
let paths: ProfilePaths;
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ paths, remove } = await temporaryProfile());
  devnet = await startStillDevnet();
  ({ core } = await startCore(paths, devnet));
});

afterEach(async () => {
  await core.stop();
  await devnet.stop();
  await remove();
});

const inspector = () => core.handlers.inspector;

async function callsOf(filter: string, source = 'live'): Promise<CallSummary[]> {
  const selection: CallSelection = { source, filter, part: 'all' };
  return (await inspector().listCalls({ ...selection, order: { by: 'id', direction: 'ascending' }, offset: 0, limit: 500 })).rows;
}

async function textOf(source: string, id: number, side: 'request' | 'response'): Promise<string> {
  return (await inspector().readBody({ source, id, side, offset: 0, lengthBytes: 256 * 1024 })).text;
}

/** The session that comes back from a file that was saved and opened again. */
async function savedAndOpened(filter: string, includesSignatures = false) {
  const saved = await inspector().exportCalls({
    source: 'live',
    filter,
    part: 'all',
    format: 'session',
    includesSignatures,
    hidesNames: false,
  });
  let importId: string | undefined;
  let sessionId: string | undefined;
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const piece: { base64: string; next?: number | undefined } = await inspector().readExport({ exportId: saved.exportId, offset });
    const isLast = piece.next === undefined;
    const taken = await inspector().importSession({
      ...(importId === undefined ? {} : { importId }),
      name: saved.fileName,
      base64: piece.base64,
      isLast,
    });
    ({ importId, sessionId } = taken);
    offset = piece.next;
  }
  return { saved, source: sessionId ?? '' };
}

describe('calls by hand', () => {
  test('are sent, sent again, compared, decoded and copied', async () => {
    const first = await inspector().sendCall({ method: 'ChainHead', params: '[]' });
    await advance(devnet, core);
    const again = await inspector().sendAgain({ source: 'live', id: first.id });
    expect(again.id).not.toBe(first.id);
    const compared = definitions.compareCalls.output.parse(
      await inspector().compareCalls({ left: { source: 'live', ...first }, right: { source: 'live', ...again } }),
    );
    expect(compared.request).toEqual([]);
    expect(compared.response.map(({ path }) => path)).toContain('result.Height');
    const decoded = definitions.getDecoded.output.parse(await inspector().getDecoded({ source: 'live', ...first }));
    expect(decoded).toMatchObject({ sections: [], note: expect.any(String) });
    const curl = await inspector().copyCall({ source: 'live', ...first, as: 'curl', includesSignature: false });
    expect(curl.text).toContain('"Authorization: Bearer $TOKEN"');
    expect(curl.text).not.toContain(devnet.tokens.write);
    expect((await inspector().copyCall({ source: 'live', ...first, as: 'lotus', includesSignature: false })).text).toBe('lotus chain head');
    const batch = await inspector().sendBatch({
      calls: [
        { method: 'ChainHead', params: '[]' },
        { method: 'Version', params: '[]' },
      ],
    });
    expect((await inspector().getCall({ source: 'live', ...batch })).summary).toMatchObject({ kind: 'batch', status: 'ok' });
    expect((await inspector().sendCall({ method: 'ActorAddress', params: '[]', to: 'miner' })).id).toBeGreaterThan(batch.id);
  });

  test('that take long are stopped, and the recording says so', async () => {
    const unknown = '[{"/":"bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2"},1,-1,true]';
    const slow = inspector().sendCall({ method: 'StateWaitMsg', params: unknown });
    const pending = await eventually(async () => (await callsOf('method:StateWaitMsg')).at(-1), 'the call under way');
    if (pending.status === 'pending') {
      await inspector().stopCall({ id: pending.id });
    }
    expect(await slow).toEqual({ id: pending.id });
    expect((await inspector().getCall({ source: 'live', id: pending.id })).summary.status).toBe('error');
  });

  test('that open a stream record its frames until they are stopped', async () => {
    const { id } = await inspector().sendCall({ method: 'ChainNotify', params: '[]' });
    const frames = async () => (await inspector().getCall({ source: 'live', id })).children.filter(({ kind }) => kind === 'frame').length;
    await eventually(async () => (await frames()) >= 1, 'the first frame');
    await advance(devnet, core);
    await eventually(async () => (await frames()) >= 2, 'a frame of the new tipset');
    await inspector().stopCall({ id });
    await advance(devnet, core);
    const count = await frames();
    await advance(devnet, core, 2);
    expect(await frames()).toBe(count);
  });
});

describe('sessions', () => {
  test('hold what the recording holds, and cause no calls', async () => {
    await inspector().sendCall({ method: 'ChainHead', params: '[]' });
    const live = await callsOf('cause:user');
    const { saved, source } = await savedAndOpened('cause:user');
    expect(saved).toMatchObject({ callCount: live.length });
    expect(await callsOf('', source)).toEqual(live);
    const session = await eventually(() => core.topics.inspector.changed.get().sessions[0], 'the session');
    expect(session).toMatchObject({ id: source, version: '0.0.0', callCount: live.length, problems: [] });
    const [call] = live;
    const place = { source, id: call?.id ?? 0 };
    expect(await textOf(source, place.id, 'response')).toBe(await textOf('live', place.id, 'response'));
    const opened = await inspector().openBody({ ...place, side: 'response', path: 'result.Height', limit: 10 });
    expect(opened.node).toMatchObject({ kind: 'number' });
    const total = (await callsOf('cause:user')).length;
    expect(definitions.getCall.output.parse(await inspector().getCall(place)).sendAgainTo).toBeUndefined();
    await inspector().getDecoded(place);
    await expect(inspector().sendAgain(place)).rejects.toMatchObject({ code: 'invalid-input' });
    const same = await inspector().compareCalls({ left: place, right: { source: 'live', id: place.id } });
    expect([...same.request, ...same.response]).toEqual([]);
    expect((await callsOf('cause:user')).length).toBe(total);
    await inspector().closeSession({ id: source });
    await eventually(() => core.topics.inspector.changed.get().sessions.length === 0, 'no session');
    await expect(inspector().getCall(place)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('nothing temporary is left when Sextant ends', async () => {
    await inspector().sendCall({ method: 'ChainHead', params: '[]' });
    await savedAndOpened('');
    expect(existsSync(paths.file('inspector-temporary'))).toBe(true);
    await core.stop();
    expect(existsSync(paths.file('inspector-temporary'))).toBe(false);
  });
});

test('the signature of a message sent from here is masked, and comes back only where it is asked for', async () => {
  const { address } = await fundedAccount(devnet, core);
  const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
  await core.handlers.approval.confirmApproval({
    id: approvalId,
    passphrase: PASSPHRASE,
    isNewNetworkAccepted: false,
  });
  await journalReaches(core, approvalId, 'pushed');
  const [push] = await callsOf('method:MpoolPush');
  const place = { source: 'live', id: push?.id ?? 0 };
  expect(await textOf('live', place.id, 'request')).toContain('[masked]');
  const without = await inspector().copyCall({ ...place, as: 'curl', includesSignature: false });
  expect(without.text).toContain('[masked]');
  const withSignature = await inspector().copyCall({ ...place, as: 'curl', includesSignature: true });
  expect(withSignature.text).not.toContain('[masked]');
  expect(withSignature.text).toMatch(/"Signature":\{"Type":1,"Data":"[A-Za-z0-9+/=]{80,}"/);
  const { source } = await savedAndOpened('method:MpoolPush', true);
  expect(await textOf(source, place.id, 'request')).toContain('[masked]');
  await expect(inspector().sendAgain(place)).rejects.toMatchObject({ message: expect.stringContaining('masked') });
});
