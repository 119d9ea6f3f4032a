/**
 * Turns data that is no message into a frozen approval.
 *
 * Refuses raw bytes whose signature would be a message, a transaction or a contract's permission that nobody has read; the signer
 * worker refuses them as well. Called when data is prepared for signing.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { blindMeaning } from '../../../shared/domain/blind-signature.ts';
import { bytesToHex } from '../../../shared/domain/bytes.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import type { DataForm } from '../../../shared/ipc/schemas/signatures.ts';
import { sanitise } from '../../../shared/text/sanitise.ts';
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

const HASH_WARNING: Check = {
  id: 'bare-hash',
  title: 'These 32 bytes may be the hash of a permit or a transaction',
  detail:
    'Contracts accept such a signature for what the hash stands for, for example to move tokens, and the hash does not show what that is. Sign it only if you computed the hash yourself.',
  result: 'warning',
  isSevere: true,
};
const HASH_BYTES = 32;
/** Letters and digits of a token or a sentence: one of 2^60 hashes is written in them, so that nobody can look for one that is. */
const NO_HASH = /^[A-Za-z0-9 .,:_-]*$/;

const HIDDEN_WARNING: Check = {
  id: 'hidden-characters',
  title: 'The text has characters that cannot be seen or that reorder others',
  detail: 'Other programs may show it differently, so that it reads as another text. The marks in the text show where they are.',
  result: 'warning',
};

/** @throws SextantError `message-refused` for raw bytes that are more than data */
export function freezeData({ data, form, account, letter, nowMs }: FreezeDataInput): FrozenData {
  const meaning = form === 'lotus' ? blindMeaning(account.keyType, data) : undefined;
  if (meaning !== undefined) {
    throw new SextantError('message-refused', `A raw signature of these bytes would be ${meaning}. Sign them in the envelope of FRC-0102.`);
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

/** The data as text where it is UTF-8; undefined where it is not, or nothing. */
function textOf(data: Uint8Array): string | undefined {
  try {
    return data.length === 0 ? undefined : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}

/** Whether there is anything in it, besides line ends, that is drawn as a mark. */
function hasHidden(text: string): boolean {
  return text.split('\n').some((line) => sanitise(line, line.length).segments.some(({ kind }) => kind === 'mark'));
}
