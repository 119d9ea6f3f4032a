/**
 * Turns data into a frozen approval for signing.
 *
 * Refuses raw bytes that are in fact a message, a transaction or a permit of a contract; the signer worker refuses them as well. Called
 * when data is prepared for signing.
 */
import { defined } from '../../../../shared/collections/defined.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { blindMeaning } from '../../../../shared/domain/signatures/blind-signature.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Check } from '../../../../shared/ipc/schemas/drafts.ts';
import type { DataForm } from '../../../../shared/ipc/schemas/signatures.ts';
import { sanitise } from '../../../../shared/text/sanitise.ts';
import { bytesToSign } from '../../../../shared/validation/data-text.ts';
import type { FrozenData } from '../../../wallet/approvals.ts';
import type { VaultAccount } from '../../../wallet/vault-header.ts';
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
  title: 'Raw bytes are signed',
  detail:
    'Nothing in the signature marks it as data: the person who gave you these bytes can use it wherever they have a meaning, such as a deal. Sign them only if you know what they are for.',
  result: 'warning',
};

const HASH_WARNING: Check = {
  id: 'bare-hash',
  title: 'Possible hash of a permit or transaction',
  detail:
    'Contracts accept a signature of these 32 bytes as consent to whatever they are the hash of, for example a token transfer. The hash does not show what that is. Sign it only if you computed the hash yourself.',
  result: 'warning',
  isSevere: true,
};
const HASH_BYTES = 32;
/** Text of a token or a sentence: only one of 2^60 hashes consists of these characters, too few to search for one. */
const NO_HASH = /^[A-Za-z0-9 .,:_-]*$/;

const HIDDEN_WARNING: Check = {
  id: 'hidden-characters',
  title: 'Hidden or reordering characters',
  detail: 'Other programs may show this text differently. Marks in the text show where these characters are.',
  result: 'warning',
};

/** @throws SextantError `message-refused` for raw bytes that are a message, a transaction or a permit */
export function freezeData({ data, form, account, letter, nowMs }: FreezeDataInput): FrozenData {
  const meaning = form === 'lotus' ? blindMeaning(account.keyType, data) : undefined;
  if (meaning !== undefined) {
    throw new SextantError(
      'message-refused',
      `A raw signature of these bytes would be ${meaning}. Sign them with the FRC-0102 envelope instead.`,
    );
  }
  const text = textOf(data);
  const warnings = [
    ...(account.keyType === 'delegated' && data.length === HASH_BYTES && !NO_HASH.test(text ?? '\0') ? [HASH_WARNING] : []),
    ...(form === 'lotus' ? [RAW_WARNING] : []),
    ...(text !== undefined && hasHidden(text) ? [HIDDEN_WARNING] : []),
  ];
  return {
    kind: 'data',
    data,
    approval: {
      kind: 'data',
      ...frozenBase(account, { letter }, nowMs),
      form,
      dataHex: bytesToHex(data),
      ...defined({ text }),
      signedBytesHex: bytesToHex(bytesToSign(data, form, account.keyType)),
      warnings,
    },
  };
}

/** Return the data as text; undefined if it is empty or not UTF-8. */
function textOf(data: Uint8Array): string | undefined {
  try {
    return data.length === 0 ? undefined : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}

/** Whether the text has characters, other than line breaks, that are shown as marks. */
function hasHidden(text: string): boolean {
  return text.split('\n').some((line) => sanitise(line, line.length).segments.some(({ kind }) => kind === 'mark'));
}
