import { describe, expect, it } from 'vitest';
import { gapDraft, replacementDraft } from '../../../../../../electron/services/messages/drafts/replacement-drafts.ts';
import type { SentMessage } from '../../../../../../electron/wallet/sent-message.ts';
import { attoFil, FIL } from '../../../../../../shared/domain/amounts/amount.ts';
import { highestBaseFee } from '../../../../../../shared/domain/messages/base-fee-band.ts';
import { parseDraft } from '../../../../../../shared/validation/forms.ts';
import { scriptedConnection } from '../scripted-node.ts';
import { sentMessage } from '../sent-message-of.ts';

const BASE_FEE = 5000n;
const CHAIN = { slice: { get: () => ({ connectionId: 'scripted' }) }, tipsets: [{ baseFee: BASE_FEE.toString() }] };

function optionsOf(sent: SentMessage, script: Record<string, unknown> | undefined) {
  const active = script === undefined ? undefined : scriptedConnection(script).active;
  return {
    connections: { getActive: () => active, requireActive: async () => active },
    chain: CHAIN,
    journal: { get: (id: string) => (id === sent.intent.id ? sent : undefined) },
  } as unknown as Parameters<typeof replacementDraft>[0];
}

const waiting = sentMessage(3n, { value: attoFil(FIL + 1n), method: 2n, params: Uint8Array.of(0x80) });

describe('a draft that replaces', () => {
  it('is the same message at higher prices, to the attoFIL', async () => {
    const draft = await replacementDraft(optionsOf(waiting, { GasEstimateGasPremium: '100' }), 'sent 3', 'speed-up');
    const parsed = parseDraft(draft);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    const { message } = waiting;
    expect(parsed.fields).toMatchObject({
      from: message.from,
      to: message.to,
      value: message.value,
      method: 2n,
      params: { kind: 'bytes', bytes: message.params },
      nonce: 3n,
      replacesId: 'sent 3',
      gasLimit: message.gasLimit,
      gasPremium: 1251n,
      gasFeeCap: highestBaseFee(BASE_FEE) + 1251n,
    });
  });

  it('offers what is offered now where that is more', async () => {
    const draft = await replacementDraft(optionsOf(waiting, { GasEstimateGasPremium: '9000' }), 'sent 3', 'speed-up');
    expect(draft.gasPremium).toBe('0.000009');
  });

  it('holds a node that asks for absurd prices to 0.07 FIL, also where it names an absurd base fee', async () => {
    const absurd = (10n ** 20n).toString();
    const feeOf = async (baseFee: string, as: 'speed-up' | 'cancel') => {
      const options = { ...optionsOf(waiting, { GasEstimateGasPremium: absurd }), chain: { ...CHAIN, tipsets: [{ baseFee }] } };
      const parsed = parseDraft(await replacementDraft(options as never, 'sent 3', as));
      return parsed.ok ? (parsed.fields.gasFeeCap ?? 0n) * waiting.message.gasLimit : undefined;
    };
    for (const as of ['speed-up', 'cancel'] as const) {
      expect(await feeOf('5000', as)).toBe((FIL * 7n) / 100n);
      expect(await feeOf(absurd, as)).toBe((FIL * 7n) / 100n);
    }
  });

  it('cancels by a transfer of nothing to oneself', async () => {
    const draft = await replacementDraft(optionsOf(waiting, {}), 'sent 3', 'cancel');
    expect(draft).toMatchObject({ to: draft.from, value: '0', method: '0', params: { kind: 'none' }, nonce: '3', replacesId: 'sent 3' });
    expect(draft.gasLimit).toBeUndefined();
  });

  it('is made without a node too', async () => {
    const draft = await replacementDraft(optionsOf(waiting, undefined), 'sent 3', 'speed-up');
    expect(draft.gasPremium).toBe('0.000001251');
  });

  it('is made of a message that a node rejected, at the same nonce', async () => {
    const draft = await replacementDraft(optionsOf(sentMessage(3n, { stage: 'rejected' }), {}), 'sent 3', 'speed-up');
    expect(draft).toMatchObject({ nonce: '3', replacesId: 'sent 3' });
  });

  it.each(['final', 'replaced', 'failed'] as const)('is not made of a message that is %s', async (stage) => {
    await expect(replacementDraft(optionsOf(sentMessage(3n, { stage }), {}), 'sent 3', 'cancel')).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('is not made of what is unknown, or of another network', async () => {
    await expect(replacementDraft(optionsOf(waiting, {}), 'other', 'cancel')).rejects.toMatchObject({ code: 'not-found' });
    const elsewhere = sentMessage(3n, { genesisCid: 'bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd4' });
    await expect(replacementDraft(optionsOf(elsewhere, {}), 'sent 3', 'cancel')).rejects.toMatchObject({ code: 'wrong-network' });
  });
});

it('a draft fills a gap with nothing', async () => {
  const draft = await gapDraft(optionsOf(waiting, {}), waiting.message.from, '4');
  expect(draft).toMatchObject({ to: draft.from, value: '0', nonce: '4' });
});
