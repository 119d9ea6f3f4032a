/** Objects of ChainReadObj: base64 of the bytes that hash to the CID. */
import { z } from 'zod';
import { base64ToBytes } from '../../domain/encoding/bytes.ts';
import { MAX_BYTE_STRING } from '../../domain/encoding/cbor.ts';
import { domainValue } from './primitives.ts';

/** The FVM's block limit is 1 MiB (ref-fvm `fvm/src/machine/mod.rs` max_block_size); older blocks had the limit of cbor-gen. */
const MAX_BLOCK_BYTES = MAX_BYTE_STRING;
const MAX_BASE64_LENGTH = Math.ceil(MAX_BLOCK_BYTES / 3) * 4;
/** Maximum reply: the block with its JSON-RPC envelope. */
export const MAX_OBJECT_REPLY_BYTES = MAX_BASE64_LENGTH + 4096;

/** The CID is not checked here. */
export const zNodeObject = domainValue(z.string().max(MAX_BASE64_LENGTH), base64ToBytes);
