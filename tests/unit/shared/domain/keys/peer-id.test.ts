import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { formatPeerId, parsePeerId } from '../../../../../shared/domain/keys/peer-id.ts';

/** Of libp2p's specs, peer-ids/peer-ids.md. */
const HASHED = 'QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N';

describe('peer ids', () => {
  it('are read and written again', () => {
    const hashed = parsePeerId(HASHED);
    expect(bytesToHex(hashed)).toMatch(/^1220/);
    expect(hashed).toHaveLength(34);
    expect(formatPeerId(hashed)).toBe(HASHED);
    const key = hexToBytes(`002408011220${'ab'.repeat(32)}`);
    const text = formatPeerId(key) ?? '';
    expect(text).toMatch(/^12D3Koo/);
    expect(parsePeerId(text)).toEqual(key);
  });

  it.each(['', 'Qm', '12D3KooW', `${HASHED}1`, HASHED.replace('Y', '0'), 'a'.repeat(5000)])('%s is none', (text) => {
    expect(() => parsePeerId(text)).toThrow('Not a valid peer ID');
  });

  it.each(['', '12', '1220ab', `1221${'ab'.repeat(33)}`, `0041${'ab'.repeat(65)}`, '0000'])('nor are the bytes %s', (hex) => {
    expect(formatPeerId(hexToBytes(hex))).toBeUndefined();
  });
});
