/** Encodes a decoded tree: the exact inverse of method-decode.ts. */
import { addressToBytes } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import { encodeRlePlus } from '../encoding/bitfield.ts';
import { concatBytes, hexToBytes, utf8ToBytes } from '../encoding/bytes.ts';
import { type CborValue, CborWriter, cborLink, encodeBigIntBytes } from '../encoding/cbor.ts';
import type { Decoded, DecodedValue } from '../encoding/decoded-value.ts';

/** Encode parameters or a return value. */
export function encodeDecoded({ form, value, isUnwrapped }: Decoded): Uint8Array {
  if (value.kind === 'nothing') return new Uint8Array();
  return form === 'hex' || isUnwrapped === true ? contentOf(value) : encodeValue(value);
}

/** The CBOR of one value. */
function encodeValue(value: DecodedValue): Uint8Array {
  const writer = new CborWriter();
  writeValue(writer, value);
  return writer.finish();
}

function writeValue(writer: CborWriter, value: DecodedValue): void {
  switch (value.kind) {
    case 'integer':
      if (value.isBig) writer.bytes(contentOf(value));
      else writer.integer(value.value);
      return;
    case 'boolean':
      writer.boolean(value.value);
      return;
    case 'none':
      writer.null();
      return;
    case 'cid':
      writer.link(value.value);
      return;
    case 'text':
      writer.textBytes(value.encoding ?? utf8ToBytes(value.value));
      return;
    case 'list':
      writer.array(value.items.length);
      for (const item of value.items) writeValue(writer, item);
      return;
    case 'record':
      writer.array(value.fields.length);
      for (const field of value.fields) writeValue(writer, field.value);
      return;
    case 'map':
      writer.value(cborOf(value));
      return;
    default:
      writer.bytes(contentOf(value));
  }
}

/** A tree decoded without a shape. */
function cborOf(value: DecodedValue): CborValue {
  switch (value.kind) {
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return value.value;
    case 'cid':
      return cborLink(value.value);
    case 'none':
      return null;
    case 'list':
      return value.items.map(cborOf);
    case 'map':
      return Object.fromEntries(value.entries.map(({ name, value: item }) => [name, cborOf(item)]));
    default:
      throw new DomainError('params', `A value of kind ${value.kind} cannot be encoded without its shape.`);
  }
}

/** Return the content of a byte string value. Throws `DomainError` `params` for other values. */
export function contentOf(value: DecodedValue): Uint8Array {
  switch (value.kind) {
    case 'bytes':
      return value.value;
    case 'address':
      return addressToBytes(value.value);
    case 'amount':
    case 'integer':
      return value.encoding ?? encodeBigIntBytes(value.value);
    case 'bitfield':
      return value.encoding ?? encodeRlePlus(value.value);
    case 'signature':
      return concatBytes(Uint8Array.of(value.type), value.data);
    case 'embedded':
      return encodeValue(value.value);
    case 'call':
      return encodeDecoded(value.params);
    case 'callReturn':
      return encodeDecoded(value.returned);
    case 'contractCall':
      return concatBytes(hexToBytes(value.selector), value.data);
    case 'revert':
      return value.data;
    default:
      throw new DomainError('params', `A value of kind ${value.kind} is not a byte string.`);
  }
}
