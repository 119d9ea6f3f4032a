/** A node that changes its mind after the user has looked: what is signed stays what was shown, and a refusal stops what comes behind it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../electron/core.ts';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { bytesToHex, hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { decodeSignedMessage, encodeMessage } from '../../shared/domain/messages/message.ts';
import { eventually } from '../builders/eventually.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { draftOf, fundedAccount, PASSPHRASE, startCore, startStillDevnet } from '../builders/wallet-core.ts';
import { type AnsweringEndpoint, startAnsweringEndpoint } from '../fakes/wallet/answering-endpoint.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const cleanups: (() => Promise<void>)[] = [];
let devnet: RunningDevnet;
let core: Core;
let node: AnsweringEndpoint;
let address: string;

beforeEach(async () => {
  devnet = await startStillDevnet();
  cleanups.push(() => devnet.stop());
  const profile = await temporaryProfile();
  cleanups.push(profile.remove);
  ({ core } = await startCore(profile.paths, devnet));
  cleanups.push(() => core.stop());
  ({ address } = await fundedAccount(devnet, core));
  node = await startAnsweringEndpoint(devnet.httpUrl, devnet.tokens.write);
  cleanups.push(() => node.close());
  const { id } = await core.handlers.connections.addConnection({
    name: 'Two-faced',
    httpUrl: node.url,
    apiVersion: 'v1',
    namespace: 'Filecoin',
  });
  await core.handlers.connections.activateConnection({ id });
  await eventually(() => core.topics.chain.headChanged.get().connectionId === id && core.topics.chain.headChanged.get().head, 'the head');
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function confirm(id: string) {
  return core.handlers.approval.confirmApproval({ id, passphrase: PASSPHRASE, isNewNetworkAccepted: false });
}

function entry(id: string) {
  return core.topics.messages.journalChanged.items().find((item) => item.id === id);
}

describe('a node that answers otherwise once the approval waits', () => {
  test('changes nothing of what is signed', async () => {
    const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const shown = core.topics.approval.changed.get().approvals[0];
    const asked: string[] = [];
    const pushed: unknown[] = [];
    node.answer = ({ method, params }) => {
      asked.push(method);
      switch (method) {
        case 'ChainGetGenesis':
          return undefined;
        case 'MpoolPush':
          pushed.push(params[0]);
          return { result: { '/': 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2' } };
        case 'MpoolGetNonce':
          return { result: 99 };
        case 'GasEstimateMessageGas':
          return { result: { ...(params[0] as object), To: address, Value: '1', GasLimit: 9_999_999, GasFeeCap: '9', GasPremium: '9' } };
        default:
          return { error: { code: 1, message: 'I have nothing more to say' } };
      }
    };
    const confirmed = await confirm(approvalId);
    if (confirmed.kind !== 'message') throw new Error('It was one message.');
    const { hex } = await core.handlers.messages.exportSigned({ journalId: confirmed.journalId });
    expect(shown).toMatchObject({ bytesHex: bytesToHex(encodeMessage(decodeSignedMessage(hexToBytes(hex)).message)) });
    expect(asked).toContain('ChainGetGenesis');
    expect(pushed).toEqual([expect.objectContaining({ Message: expect.objectContaining({ To: RECIPIENT, Nonce: 0 }) })]);
    // It named another message than the one it was given: the journal keeps the CID that was computed here, and says so.
    expect(entry(approvalId)?.signedCid).toBe(confirmed.cid);
    expect(JSON.stringify(entry(approvalId)?.history)).toContain('which differs from the CID computed here');
  });

  test('refuses one message of a batch: those behind it are kept here, and pushed to nobody', async () => {
    const csv = ['to,value', ...[1, 2, 3, 4].map((value) => `${RECIPIENT},${value}`)].join('\n');
    const { approvalId } = await core.handlers.messages.prepareBatch({ from: address, csv });
    const nonces: number[] = [];
    node.answer = ({ method, params }) => {
      if (method !== 'MpoolPush') return undefined;
      const { Nonce } = (params[0] as { Message: { Nonce: number } }).Message;
      nonces.push(Nonce);
      return Nonce === 1 ? { error: { code: 1, message: 'message will not be included in a block: too little of everything' } } : undefined;
    };
    const confirmed = await confirm(approvalId);
    if (confirmed.kind !== 'batch') throw new Error('It was a batch.');
    expect(confirmed.isPushed).toBe(true);
    const [first = '', second = '', third = '', fourth = ''] = confirmed.journalIds;
    await eventually(() => entry(fourth)?.isHeld === true, 'what is behind is kept');
    expect(entry(first)?.history.some(({ stage }) => stage === 'pushed')).toBe(true);
    expect(entry(second)).toMatchObject({ stage: 'rejected', problem: expect.stringContaining('too little of everything') });
    for (const id of [third, fourth]) {
      expect(entry(id)).toMatchObject({
        stage: 'signed',
        isHeld: true,
        problem: expect.stringContaining('nonce 1 of the same batch was rejected'),
      });
    }
    expect(nonces).toEqual([0, 1]);
  });
});
