/** The state of an actor whose fields this release does not know: by the names of the node, else by position. */
import { blake2b } from '@noble/hashes/blake2.js';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../../../../electron/rpc/answer-cache.ts';
import { ActorStateReader } from '../../../../../electron/services/actors/actor-state-reader.ts';
import { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidFromParts } from '../../../../../shared/domain/encoding/cid.ts';
import { LAST_NETWORK_VERSION } from '../../../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

/** A reward state with a sixteenth field. */
const block = encodeCbor(Array.from({ length: 16 }, (_, index) => BigInt(index)));
const head = cidFromParts(0x71, 0xb220, blake2b(block, { dkLen: 32 }));
const PINNED = { height: 100, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'], timeMs: 0 };

function read(script: Parameters<typeof scriptedConnection>[0], type: 'reward' | undefined = 'reward') {
  const { active } = scriptedConnection({ StateNetworkVersion: LAST_NETWORK_VERSION + 1, ...script });
  const reader = new ActorStateReader(systemClock, new AnswerCache({ maxEntries: 100, maxBytes: 1_000_000 }));
  return reader.readState(new PinnedNode(active.client, PINNED, 'test'), active, { address: 't02', type, head });
}

const sixteen = { form: 'cbor', value: { kind: 'list', items: Array.from({ length: 16 }, () => expect.anything()) } };

it('uses the field names of a newer node, including unknown ones', async () => {
  const state = await read({ StateReadState: { State: { Epoch: 5, NewField: '7' } } });
  expect(state).toMatchObject({ source: 'node', json: { Epoch: 5, NewField: '7' } });
});

it('shows a block with a different number of fields by position, with the reason', async () => {
  const state = await read({ ChainReadObj: bytesToBase64(block) });
  expect(state).toMatchObject({ source: 'raw', raw: sixteen, problem: expect.stringMatching(/^The state of t02 could not be read/) });
});

it('shows the block of an unknown actor type, also if the node refuses to read it', async () => {
  expect(await read({ ChainReadObj: bytesToBase64(block) }, undefined)).toMatchObject({ source: 'raw', raw: sixteen });
  const refused = new SextantError('node-error', 'The node answered with an error.', { details: { nodeMessage: 'unknown actor code' } });
  expect(await read({ StateReadState: refused, ChainReadObj: bytesToBase64(block) })).toMatchObject({ source: 'raw', raw: sixteen });
});

it('throws the first error if the block cannot be read either', async () => {
  const refused = new SextantError('node-error', 'The node answered with an error.');
  await expect(read({ StateReadState: refused })).rejects.toBe(refused);
  await expect(read({ StateReadState: refused, ChainReadObj: bytesToBase64(block.slice(1)) })).rejects.toBe(refused);
});
