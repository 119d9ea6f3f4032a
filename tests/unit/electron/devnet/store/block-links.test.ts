import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { expect, it } from 'vitest';
import { linksOf } from '../../../../../electron/devnet/store/block-links.ts';
import { type Cid, cidFromParts, cidOfDagCbor, cidToBytes } from '../../../../../shared/domain/encoding/cid.ts';
import { encodeWithCborg } from '../../../../builders/cborg-links.ts';

const link = (cid: Cid): CID => CID.decode(cidToBytes(cid));
const block = fc.uint8Array({ minLength: 1, maxLength: 8 }).map(cidOfDagCbor);
/** Code of an actor, a piece, a sealed sector, and dag-cbor of another hash. */
const elsewhere = fc
  .constantFrom([0x55, 0xb220], [0xf101, 0x1012], [0xf102, 0xb401], [0x71, 0x12])
  .map(([codec = 0, hash = 0]) => cidFromParts(codec, hash, new Uint8Array(32).fill(7)));

interface Tree {
  readonly value: unknown;
  readonly links: readonly Cid[];
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer().map((value): Tree => ({ value, links: [] })),
    fc.constantFrom(null, true, 'text with \u0001q inside', 2n ** 60n).map((value): Tree => ({ value, links: [] })),
    // Bytes that look like a link, without its tag.
    block.map((cid): Tree => ({ value: Uint8Array.of(0, ...cidToBytes(cid)), links: [] })),
    elsewhere.map((cid): Tree => ({ value: link(cid), links: [] })),
    block.map((cid): Tree => ({ value: link(cid), links: [cid] })),
    fc.array(tie('tree'), { maxLength: 5 }).map(
      (items): Tree => ({
        value: items.map(({ value }) => value),
        links: items.flatMap(({ links }) => links),
      }),
    ),
    tie('tree').map((item): Tree => ({ value: { key: item.value }, links: item.links })),
  ),
}));

it('links to blocks of the chain are found in whatever a block holds, and no others', () => {
  fc.assert(
    fc.property(tree, ({ value, links }) => {
      expect(linksOf(encodeWithCborg(value))).toEqual(links);
    }),
    { numRuns: 300 },
  );
});
