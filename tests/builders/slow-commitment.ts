import { createHash } from 'node:crypto';

/** Reference CommP, bit by bit: 254 bits of data, two zero bits, a tree of sha-256 truncated by two bits. */
export function slowCommitment(data: Uint8Array): Buffer {
  let size = 128;
  while ((size / 128) * 127 < data.length) size *= 2;
  const leaves: Buffer[] = [];
  for (let leaf = 0; leaf < size / 32; leaf += 1) {
    const node = Buffer.alloc(32);
    for (let bit = 0; bit < 254; bit += 1) {
      const at = leaf * 254 + bit;
      const isSet = ((data[at >> 3] ?? 0) >> (at & 7)) & 1;
      if (isSet === 1) node[bit >> 3] = (node[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    leaves.push(node);
  }
  let level = leaves;
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, index) => {
      const node = createHash('sha256')
        .update(level[index * 2] as Buffer)
        .update(level[index * 2 + 1] as Buffer)
        .digest();
      node[31] = (node[31] ?? 0) & 0x3f;
      return node;
    });
  }
  return level[0] as Buffer;
}
