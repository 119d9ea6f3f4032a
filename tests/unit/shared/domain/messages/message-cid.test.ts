import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { cidFromParts } from '../../../../../shared/domain/encoding/cid.ts';
import { parseMessageCid, readCidText } from '../../../../../shared/domain/messages/message-cid.ts';

const CID = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
const DIGEST = new Uint8Array(32).fill(7);

function codeOf(text: string): string {
  try {
    parseMessageCid(text);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'read';
}

describe('parseMessageCid', () => {
  it('reads the CID of a message, with spaces around it', () => {
    expect(parseMessageCid(` ${CID}\n`)).toBe(CID);
  });

  it.each([
    ['', 'cid-empty'],
    ['nonsense', 'cid'],
    ['hello-world-123', 'cid'],
    [`0x${'ab'.repeat(32)}`, 'cid-eth-hash'],
    ['0xd388ab098ed3e84c0d808776440b48f685198498', 'cid-eth-digits'],
    ['t01000', 'cid-address'],
    [`${CID.slice(0, 20)} ${CID.slice(20)}`, 'cid-space'],
    [CID.toUpperCase(), 'cid-case'],
    [`${CID.slice(0, 30)}1${CID.slice(31)}`, 'cid-encoding'],
    [`${CID.slice(0, -1)}x`, 'cid-end'],
    [CID.slice(0, -1), 'cid-end'],
    [CID.slice(0, 57), 'cid-length'],
    [cidFromParts(0xf101, 0x1012, DIGEST), 'cid-piece'],
    [cidFromParts(0xf102, 0xb401, DIGEST), 'cid-sector'],
    [cidFromParts(0x55, 0x12, DIGEST), 'cid-raw'],
    [cidFromParts(0x70, 0x12, DIGEST), 'cid-file'],
    [cidFromParts(0x71, 0x12, DIGEST), 'cid-other'],
    [cidFromParts(0x71, 0xb220, DIGEST.subarray(1)), 'cid-other'],
  ])('refuses %j as %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('tells every kind of wrong text by another sentence', () => {
    const texts = ['', 'nonsense', CID.toUpperCase(), CID.slice(0, -1), 't01000', `0x${'ab'.repeat(32)}`];
    const sentences = texts.map((text) => {
      try {
        return readCidText(text);
      } catch (error) {
        return error instanceof DomainError ? error.message : '';
      }
    });
    expect(new Set(sentences).size).toBe(texts.length);
  });
});
