/** Guesses the type of a block in a node's blockstore from its bytes. */

import { stateTreeRoot } from '../actors/actor-entry.ts';
import { actorManifest } from '../actors/actor-manifest.ts';
import { actorStateCodec } from '../actors/actor-state-codec.ts';
import { messageMeta, messageReceipt } from '../actors/block-collections.ts';
import { STATE_LAYOUTS } from '../actors/state-layout.ts';
import { decodeBlockHeader } from '../chain/block-header.ts';
import { DomainError } from '../domain-error.ts';
import { decodeCbor } from '../encoding/cbor.ts';
import { type Cid, cidParts } from '../encoding/cid.ts';
import { decodeBlock } from '../ipld/codec.ts';
import { decodeMessage, decodeSignedMessage } from '../messages/message.ts';
import { ACTOR_TYPES } from '../methods/actor-type.ts';

const RAW = 0x55;
const BLOCK = 'a block header';

type Attempt = readonly [what: string, read: (bytes: Uint8Array) => unknown];

const ATTEMPTS: readonly Attempt[] = [
  [BLOCK, decodeBlockHeader],
  ['a message', decodeMessage],
  ['a signed message', decodeSignedMessage],
  ['a state root', (bytes) => decodeBlock(stateTreeRoot, bytes)],
  ['a block’s message roots', (bytes) => decodeBlock(messageMeta, bytes)],
  ['a message receipt', (bytes) => decodeBlock(messageReceipt.v16, bytes)],
  ['an actor manifest', (bytes) => decodeBlock(actorManifest, bytes)],
  ...STATE_LAYOUTS.toReversed().flatMap((layout) =>
    ACTOR_TYPES.filter((type) => type !== 'account').flatMap((type): Attempt[] => {
      const codec = actorStateCodec(type, layout);
      return codec === undefined ? [] : [[`the state of a ${type} actor`, (bytes) => decodeBlock(codec, bytes)]];
    }),
  ),
];

/** Describe the bytes of a CID, for use after "is": the first match, specific types first. */
export function guessObject(cid: Cid, bytes: Uint8Array): string {
  if (cidParts(cid).codec === RAW) return 'raw bytes, such as contract bytecode';
  for (const [what, read] of ATTEMPTS) {
    if (isRead(() => read(bytes))) return what;
  }
  return isRead(() => decodeCbor(bytes)) ? 'other CBOR, such as a HAMT or AMT node' : 'not CBOR';
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
