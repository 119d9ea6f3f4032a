/** Parses data to sign or verify. */
import { base64ToBytes, hexToBytes, utf8ToBytes } from '../domain/encoding/bytes.ts';
import { envelopeOf, wrapData } from '../domain/signatures/data-signature.ts';
import type { SignatureType } from '../domain/signatures/signature.ts';
import type { DataForm, DataText } from '../ipc/schemas/signatures.ts';

/** The bytes. Whitespace in hex and base64 is ignored. Throws `DomainError` `hex` or `base64`. */
export function readDataText({ encoding, text }: DataText): Uint8Array {
  switch (encoding) {
    case 'text':
      return utf8ToBytes(text);
    case 'hex':
      return hexToBytes(text.replace(/\s/g, ''));
    case 'base64':
      return base64ToBytes(text.replace(/\s/g, ''));
    default:
      return encoding satisfies never;
  }
}

/** The bytes that a key of this type signs: the data, or the data in an envelope. */
export function bytesToSign(data: Uint8Array, form: DataForm, type: SignatureType): Uint8Array {
  switch (form) {
    case 'lotus':
      return data;
    case 'frc-0102':
      return wrapData(data, envelopeOf(type));
    default:
      return form satisfies never;
  }
}
