import { describe, expect, it } from 'vitest';
import { permissionsOf, TokenIssuer } from '../../../../../electron/devnet/rpc/tokens.ts';

const issuer = new TokenIssuer(new Uint8Array(32).fill(1));
const other = new TokenIssuer(new Uint8Array(32).fill(2));

describe('tokens', () => {
  it('say what they allow, and only when they are ours and whole', () => {
    const token = issuer.issue(['read', 'sign']);
    expect(issuer.verify(token)).toEqual(['read', 'sign']);
    expect(other.verify(token)).toBeUndefined();
    for (const bad of ['', '.', 'a.b', `${token}x`, token.replace(/\.[^.]*\./, '.eyJBbGxvdyI6WyJhZG1pbiJdfQ.'), `${token}.a`]) {
      expect(issuer.verify(bad)).toBeUndefined();
    }
  });

  it('are not needed to read', () => {
    expect(permissionsOf(issuer, undefined, null)).toEqual(['read']);
    expect(permissionsOf(issuer, '', '')).toEqual(['read']);
    expect(permissionsOf(issuer, 'Basic abc', null)).toBeUndefined();
    expect(permissionsOf(issuer, undefined, issuer.issue(['read', 'write']))).toEqual(['read', 'write']);
  });
});
