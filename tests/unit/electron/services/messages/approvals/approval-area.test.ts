/** Data that is approved: a signer that lies about it is found out before anybody gets the signature. */
import { describe, expect, it } from 'vitest';
import { type ApprovalAreaOptions, createApprovalArea } from '../../../../../../electron/services/messages/approvals/approval-area.ts';
import type { VaultAccount } from '../../../../../../electron/wallet/vault-header.ts';
import { utf8ToBytes } from '../../../../../../shared/domain/encoding/bytes.ts';
import { keyFromPrivateKey } from '../../../../../../shared/domain/keys/key.ts';
import { envelopeOf, signData } from '../../../../../../shared/domain/signatures/data-signature.ts';
import type { Signature, SignatureType } from '../../../../../../shared/domain/signatures/signature.ts';
import { KeepingLogger } from '../../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../../builders/manual-clock.ts';
import { GENESIS } from '../../../wallet/sample-messages.ts';

const TEXT = 'I am the owner of this miner.';

/** Only what data needs is there: anything else that is reached ends the test. */
function areaSigning(type: SignatureType, sign: () => Signature) {
  const { address } = keyFromPrivateKey(type, new Uint8Array(32).fill(7));
  const account: VaultAccount = {
    address,
    label: 'Main key',
    keyType: type,
    origin: { kind: 'random' },
    createdAtMs: 0,
    genesisCids: [GENESIS],
    isExported: false,
  };
  const options = {
    connections: { getActive: () => undefined },
    wallet: { findAccount: () => account, signData: async () => sign() },
    journal: {},
    reviewer: {},
    pusher: {},
    known: {},
    clock: new ManualClock(),
    logger: new KeepingLogger(),
    onSigned: () => undefined,
    onChange: () => undefined,
  } as unknown as ApprovalAreaOptions;
  const { handlers } = createApprovalArea(options);
  return async () => {
    const data = { encoding: 'text', text: TEXT } as const;
    const { approvalId } = await handlers.messages.prepareDataSignature({ from: address, data, form: 'frc-0102' });
    const confirmed = handlers.approval.confirmApproval({ id: approvalId, isNewNetworkAccepted: false });
    return { confirmed, outcome: () => handlers.messages.getApprovalOutcome({ approvalId }) };
  };
}

describe.each(['secp256k1', 'bls', 'delegated'] as const)('data that a %s key signs', (type) => {
  const signed = (byte: number, text: string) => () =>
    signData(keyFromPrivateKey(type, new Uint8Array(32).fill(byte)), utf8ToBytes(text), envelopeOf(type));

  it('is handed out where the signature is the key’s over exactly this data', async () => {
    const { confirmed } = await areaSigning(type, signed(7, TEXT))();
    await expect(confirmed).resolves.toMatchObject({ kind: 'data', signature: { keyType: type } });
  });

  it.each([
    ['another key', 9, TEXT],
    ['other data', 7, `${TEXT}.`],
  ])('is thrown away where it is of %s', async (_what, byte, text) => {
    const { confirmed, outcome } = await areaSigning(type, signed(byte, text))();
    await expect(confirmed).rejects.toMatchObject({ code: 'internal' });
    expect(await outcome()).toEqual({ status: 'waiting' });
  });
});
