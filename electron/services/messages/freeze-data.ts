/**
 * Turns data that is no message into a frozen approval.
 *
 * Refuses raw bytes whose signature would be a message, a transaction or a contract's permission that nobody has read; the signer
 * worker refuses them as well. Called when data is prepared for signing.
 */
import { blindMeaning } from '../../../shared/domain/blind-signature.ts';
import { bytesToHex } from '../../../shared/domain/bytes.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import type { DataForm } from '../../../shared/ipc/schemas/signatures.ts';
import { bytesToSign } from '../../../shared/validation/data-text.ts';
import type { FrozenData } from '../../wallet/approvals.ts';
import type { VaultAccount } from '../../wallet/vault-header.ts';
import { frozenBase } from './freeze-approval.ts';

export interface FreezeDataInput {
  readonly data: Uint8Array;
  readonly form: DataForm;
  readonly account: VaultAccount;
  readonly letter: 'f' | 't';
  readonly nowMs: number;
}

const RAW_WARNING: Check = {
  id: 'raw',
  title: 'These bytes are signed as they are',
  detail:
    'Nothing in the signature says that it is only data: whoever gave you these bytes may use it wherever the same bytes mean something, such as a deal. Sign them only if you know what they are for.',
  result: 'warning',
};

/** @throws SextantError `message-refused` for raw bytes that are more than data */
export function freezeData({ data, form, account, letter, nowMs }: FreezeDataInput): FrozenData {
  const meaning = form === 'lotus' ? blindMeaning(account.keyType, data) : undefined;
  if (meaning !== undefined) {
    throw new SextantError('message-refused', `A raw signature of these bytes would be ${meaning}. Sign them in the envelope of FRC-0102.`);
  }
  const text = printableText(data);
  return {
    kind: 'data',
    data,
    approval: {
      kind: 'data',
      ...frozenBase(account, { letter }, nowMs),
      form,
      dataHex: bytesToHex(data),
      ...(text === undefined ? {} : { text }),
      signedBytesHex: bytesToHex(bytesToSign(data, form, account.keyType)),
      warnings: form === 'lotus' ? [RAW_WARNING] : [],
    },
  };
}

/** Printable ASCII and line ends: of anything else the look of a text says too little. */
function printableText(data: Uint8Array): string | undefined {
  const isPrintable = data.length > 0 && data.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a);
  return isPrintable ? new TextDecoder().decode(data) : undefined;
}
