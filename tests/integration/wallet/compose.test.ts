/** Reviews, dry runs and mending drafts over the whole core and the embedded node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { parseFil } from '../../../shared/domain/amounts/amount.ts';
import { addressFromBlsPublicKey } from '../../../shared/domain/keys/key-address.ts';
import { type MessageDraft, zBatchReview, zDraftReview, zFeeHistory, zNonceView } from '../../../shared/ipc/schemas/drafts.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import { advance, askNode, draftOf, startCore, startStillDevnet } from '../../builders/wallet-core.ts';

/** Nobody's keys, which have funds: only the check of the key fails. */
const SENDER = 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';
const BLS_SENDER = formatAddress(addressFromBlsPublicKey(Uint8Array.of(0xa0, ...new Uint8Array(47).fill(7))), 't');
const DELEGATED_SENDER = 't410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy';
/** Nobody's key; not on chain. */
const NEW = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const MINER = 't01000';

describe('the composer', () => {
  let devnet: RunningDevnet;
  let core: Core;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    devnet = await startStillDevnet();
    ({ core } = await startCore(profile.paths, devnet));
    for (const address of [SENDER, BLS_SENDER, DELEGATED_SENDER]) await core.handlers.wallet.requestFunds({ address });
    await eventually(async () => {
      await advance(devnet, core);
      return (await core.handlers.wallet.getAccount({ address: DELEGATED_SENDER })).exists;
    }, 'practice funds');
  });

  afterAll(async () => {
    await core.stop();
    await devnet.stop();
    await remove();
  });

  const review = async (draft: MessageDraft) => zDraftReview.parse(await core.handlers.messages.reviewDraft(draft));
  const failed = async (draft: MessageDraft) => (await review(draft)).checks.filter(({ result }) => result === 'fail').map(({ id }) => id);

  it.each([SENDER, BLS_SENDER])('builds a transfer of %s, estimates it and tries it', async (from) => {
    const answer = await review(draftOf(from, NEW));
    expect(answer.fieldErrors).toEqual({});
    expect(answer.checks.filter(({ result }) => result === 'fail').map(({ id }) => id)).toEqual(['key']);
    expect(answer.checks.flatMap(({ lotusName }) => lotusName ?? [])).toEqual([
      'MessageGetStateNonce',
      'MessageGetStateBalance',
      'MessageSerialize',
      'MessageSize',
      'MessageValidity',
      'MessageMinGas',
      'MessageMinBaseFee',
      'MessageBaseFee',
      'MessageBaseFeeLowerBound',
      'MessageBaseFeeUpperBound',
      'MessageNonce',
      'MessageBalance',
    ]);
    expect(answer.nonces).toMatchObject({ chain: '0', pool: '0', next: '0', gaps: [], slots: [{ nonce: '0', holder: 'this' }] });
    expect(answer.simulation).toMatchObject({ exitCode: 0, failedInsideCount: 0 });
    expect(answer.simulation?.balanceChanges).toContainEqual(
      expect.objectContaining({ address: NEW, before: '0', change: '1500000000000000000', after: '1500000000000000000' }),
    );
  });

  it('sends a plain value from an f410f account as a contract call, to ids where it must', async () => {
    const answer = await review(draftOf(DELEGATED_SENDER, SENDER));
    expect(answer.checks.filter(({ result }) => result === 'fail').map(({ id }) => id)).toEqual(['key']);
    expect(JSON.parse(answer.message?.json ?? '')).toMatchObject({ Method: 3_844_450_837, To: answer.recipient?.idAddress, Params: null });
    expect(answer.checks.find(({ id }) => id === 'exchange')?.result).toBe('warning');
    expect((await review(draftOf(DELEGATED_SENDER, NEW))).fieldErrors.to).toMatch(/not on chain yet/);
    expect((await review(draftOf(DELEGATED_SENDER, MINER, { method: '16' }))).fieldErrors.method).toMatch(/Ethereum transactions/);
  });

  it.each([SENDER, DELEGATED_SENDER])('sends the highest value from %s, less the highest fee', async (from) => {
    const answer = await review(draftOf(from, BLS_SENDER, { value: '', isMaximumValue: true }));
    const { message, sender } = answer;
    expect(BigInt(message?.value ?? 0) + BigInt(message?.maximumFee ?? 0)).toBe(BigInt(sender?.balance ?? 1));
    expect(answer.simulation?.exitCode).toBe(0);
    expect(answer.checks.find(({ id }) => id === 'funds')).toMatchObject({ result: 'pass', title: 'Maximum value' });
  });

  it('encodes fields for what the recipient is, and says which one is wrong', async () => {
    const right = { kind: 'fields', json: '{"AmountRequested": "1000"}' } as const;
    const answer = await review(draftOf(SENDER, MINER, { method: '16', value: '0', params: right }));
    expect(answer).toMatchObject({
      methodName: 'WithdrawBalance',
      recipient: { actorType: 'storageminer' },
      // Only the owner withdraws: the estimate fails, and the simulation says where.
      simulation: {
        exitCode: 18,
        exitName: 'ErrForbidden',
        calls: [{ depth: 0, methodName: 'WithdrawBalance', params: { form: 'typed' } }],
      },
    });
    expect(answer.message).toBeUndefined();
    expect(answer.checks.find(({ id }) => id === 'params')).toMatchObject({ result: 'pass' });
    expect(answer.checks.find(({ id }) => id === 'gas')).toMatchObject({ result: 'fail', title: 'The message would fail' });
    const wrong = { kind: 'fields', json: '{"AmountRequested": "x"}' } as const;
    expect((await review(draftOf(SENDER, MINER, { method: '16', value: '0', params: wrong }))).fieldErrors.params).toMatch(
      /^AmountRequested: /,
    );
  });

  it('says when the sender cannot pay, and what it could send', async () => {
    const answer = await review(draftOf(SENDER, BLS_SENDER, { value: '999999', gasLimit: '2000000', gasFeeCap: '1', gasPremium: '0.1' }));
    const funds = answer.checks.find(({ id }) => id === 'funds');
    expect(funds).toMatchObject({ result: 'fail', lotusName: 'MessageBalance' });
    expect(funds?.action?.kind === 'change' && parseFil(funds.action.fields.value ?? '')).toBe(
      BigInt(answer.sender?.balance ?? 0) - 2n * 10n ** 15n,
    );
  });

  it('shows a nonce chosen by hand, and the gap before it', async () => {
    const answer = await review(draftOf(SENDER, BLS_SENDER, { nonce: '2' }));
    expect(answer.nonces).toMatchObject({
      next: '0',
      gaps: ['0', '1'],
      slots: [
        { nonce: '0', holder: 'gap' },
        { nonce: '1', holder: 'gap' },
        { nonce: '2', holder: 'this' },
      ],
    });
    expect(answer.checks.find(({ id }) => id === 'nonce')).toMatchObject({ result: 'warning', action: { kind: 'fill-gap', nonce: '0' } });
    expect(zNonceView.parse(await core.handlers.messages.getNonces({ from: SENDER }))).toMatchObject({
      next: '0',
      slots: [{ nonce: '0', holder: 'free' }],
    });
    expect(await core.handlers.messages.getGapDraft({ from: SENDER, nonce: '0' })).toEqual(
      draftOf(SENDER, SENDER, { value: '0', nonce: '0' }),
    );
  });

  it('gives the recipient the label it was saved under', async () => {
    await core.handlers.addresses.saveAddress({ address: NEW, label: 'Supplier', note: '', isWatched: false });
    expect((await review(draftOf(SENDER, NEW))).recipient?.label).toBe('Supplier');
    expect(await failed(draftOf(SENDER, NEW))).toEqual(['key']);
    await core.handlers.addresses.removeAddress({ address: NEW });
  });

  it('builds a draft without asking anybody', async () => {
    const genesisCid = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
    const offline = draftOf(SENDER, NEW, { offline: { genesisCid }, nonce: '7', gasLimit: '2000000', gasFeeCap: '1', gasPremium: '0.1' });
    const answer = await review(offline);
    expect(answer).toMatchObject({
      message: { nonce: '7', maximumFee: '2000000000000000' },
      calls: [],
      sender: { address: SENDER.replace('t', 'f') },
    });
    expect(answer.pinned).toBeUndefined();
    expect(answer.checks.find(({ id }) => id === 'offline')?.result).toBe('warning');
  });

  it('tries every line of a batch with few calls, in the order of the nonces', async () => {
    const csv = [
      'to,value,comment',
      `${NEW},1,first`,
      `${BLS_SENDER},0.5,"second, with a comma"`,
      `${BLS_SENDER},0.25,`,
      'f1nobody,1,',
      `${NEW},1,again`,
    ];
    const batch = zBatchReview.parse(await core.handlers.messages.reviewBatch({ from: SENDER, csv: csv.join('\r\n') }));
    expect(batch.rows.map(({ line, result }) => [line, result])).toEqual([
      [2, 'warning'],
      [3, 'pass'],
      [4, 'pass'],
      [5, 'fail'],
      [6, 'warning'],
    ]);
    expect(batch.rows.map(({ message }) => message?.nonce)).toEqual(['0', '1', '2', undefined, '3']);
    expect(batch.rows.map(({ simulatedExitCode }) => simulatedExitCode)).toEqual([0, 0, 0, undefined, 0]);
    expect(batch.rows[0]?.findings.map(({ id }) => id)).toContain('repeated');
    expect(batch.totalValue).toBe('2750000000000000000');
    expect(batch.calls.filter(({ method }) => method === 'GasEstimateMessageGas')).toHaveLength(2);
    expect(batch.calls.filter(({ method }) => method === 'StateCall')).toHaveLength(2);
  });

  it('says what it takes to take the place of a message that was signed elsewhere', async () => {
    const faucet = (await askNode(devnet, 'MpoolPending', [[]])) as unknown[];
    expect(faucet).toEqual([]);
    await core.handlers.wallet.requestFunds({ address: SENDER });
    const [pending] = (await askNode(devnet, 'MpoolPending', [[]])) as { Message: { From: string; Nonce: number; GasPremium: string } }[];
    const { From = '', Nonce = 0, GasPremium = '' } = pending?.Message ?? {};
    const prices = { gasLimit: '2000000', gasFeeCap: '1', gasPremium: `${GasPremium} attoFIL` };
    const answer = await review(draftOf(From, SENDER, { nonce: `${Nonce}`, ...prices }));
    expect(answer.nonces?.slots[0]).toMatchObject({ nonce: `${Nonce}`, holder: 'this' });
    expect(answer.replacement).toMatchObject({ oldPremium: GasPremium, isEnough: false });
    expect(answer.checks.find(({ id }) => id === 'replacement')).toMatchObject({ result: 'fail', action: { kind: 'change' } });
    await advance(devnet, core);
  });

  it('keeps drafts', async () => {
    const draft = draftOf(SENDER, '', { value: ' 1,5' });
    const { id } = await core.handlers.messages.saveDraft({ name: ' Rent ', draft });
    expect(core.topics.messages.draftsChanged.items()).toMatchObject([{ id, name: 'Rent', draft }]);
    await core.handlers.messages.removeDraft({ id });
    expect(core.topics.messages.draftsChanged.items()).toEqual([]);
  });

  it('tells the base fees of the accepted chain', async () => {
    const { tipsets } = zFeeHistory.parse(await core.handlers.messages.getFeeHistory({}));
    expect(tipsets.at(-1)?.height).toBe(core.topics.chain.headChanged.get().head?.height);
  });
});
