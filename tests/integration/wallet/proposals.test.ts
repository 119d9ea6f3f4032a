/** What waits in a multisig: proposed, read back and approved through the whole core and the embedded node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { bytesToBase64, hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { encodeParams, type Json } from '../../../shared/domain/methods/method-json.ts';
import { type MessageDraft, zProposalList } from '../../../shared/ipc/schemas/drafts.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import {
  advance,
  askNode,
  confirmMessage,
  draftOf,
  fundedAccount,
  journalReaches,
  startCore,
  startStillDevnet,
} from '../../builders/wallet-core.ts';

/** Nobody's key: the other signer. */
const OTHER = 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';
const MINER = 't01000';

describe('proposals of a multisig', () => {
  let devnet: RunningDevnet;
  let core: Core;
  let remove: () => Promise<void>;
  let own: string;
  let multisig: string;

  async function send(draft: MessageDraft): Promise<void> {
    const { approvalId } = await core.handlers.messages.prepareMessage(draft);
    const { journalId } = await confirmMessage(core, approvalId);
    await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
  }
  const call = (to: string, method: string, json: Json, from = own): MessageDraft =>
    draftOf(from, to, { method, value: '0', params: { kind: 'fields', json: JSON.stringify(json) } });
  const list = async () => zProposalList.parse(await core.handlers.messages.listProposals({ address: multisig }));

  beforeAll(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    devnet = await startStillDevnet();
    ({ core } = await startCore(profile.paths, devnet));
    await core.handlers.wallet.requestFunds({ address: OTHER });
    ({ address: own } = await fundedAccount(devnet, core));
    const codes = (await askNode(devnet, 'StateActorCodeCIDs', [await askNode(devnet, 'StateNetworkVersion', [null])])) as {
      readonly multisig: { readonly '/': string };
    };
    const setup = { Signers: [own, OTHER], NumApprovalsThreshold: 2, UnlockDuration: 0, StartEpoch: 0 };
    const made = bytesToBase64(encodeParams('multisig', 1n, setup));
    await send({ ...call('t01', '2', { CodeCID: { ...codes.multisig }, ConstructorParams: made }), value: '1' });
    multisig = ((await askNode(devnet, 'StateListActors', [null])) as string[]).at(-1) ?? '';
    const withdrawal = bytesToBase64(encodeParams('storageminer', 16n, { AmountRequested: '7' }));
    await send(call(multisig, '2', { To: MINER, Value: '5', Method: 16, Params: withdrawal }));
    await send(call(multisig, '2', { To: OTHER, Value: '1000', Method: 0, Params: null }));
  });

  afterAll(async () => {
    await core.stop();
    await devnet.stop();
    await remove();
  });

  it('are listed newest first, with what they call, who proposed them and how many must approve', async () => {
    const { proposals, threshold, omittedCount, calls } = await list();
    const { idAddress } = await core.handlers.wallet.getAccount({ address: own });
    expect({ threshold, omittedCount }).toEqual({ threshold: 2, omittedCount: 0 });
    expect(calls.map(({ method }) => method)).toEqual(expect.arrayContaining(['MsigGetPending', 'StateReadState', 'StateGetActor']));
    expect(proposals).toMatchObject([
      { id: '1', to: OTHER, value: '1000', method: '0', methodName: 'Send', approved: [idAddress] },
      { id: '0', to: MINER, toActorType: 'storageminer', value: '5', method: '16', methodName: 'WithdrawBalance', approved: [idAddress] },
    ]);
    expect(proposals[1]?.params.value).toMatchObject({
      kind: 'record',
      fields: [{ name: 'AmountRequested', value: { kind: 'amount', value: '7' } }],
    });
  });

  it('are approved by the hash that is listed, and by no other', async () => {
    const { proposals } = await list();
    const [newest, oldest] = proposals;
    const approve = async (proposalHash: string | undefined) => {
      const hash = bytesToBase64(hexToBytes(proposalHash ?? ''));
      const answer = await core.handlers.messages.reviewDraft(call(multisig, '3', { ID: 1, ProposalHash: hash }, OTHER));
      return answer.simulation;
    };
    expect(await approve(newest?.proposalHash)).toMatchObject({
      exitCode: 0,
      calls: expect.arrayContaining([expect.objectContaining({ to: OTHER, value: '1000' })]),
    });
    expect(await approve(oldest?.proposalHash)).toMatchObject({ exitCode: 16 });
  });

  it('are none where the address is no multisig', async () => {
    await expect(core.handlers.messages.listProposals({ address: own })).rejects.toMatchObject({ code: 'node-error' });
  });
});
