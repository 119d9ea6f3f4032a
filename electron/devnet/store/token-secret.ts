/**
 * The secret for signing a node's tokens, stored in its data folder, so that tokens survive restarts.
 *
 * Anyone who can read the file can create tokens: it is readable by its owner only. It belongs to the node, not the chain: it stays
 * when a chain is set aside. Used by the standalone node, and for custom endpoints of the hosted service; the node inside
 * Sextant creates new tokens at each start.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const TOKEN_SECRET_FILE = 'token-secret';
const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

/** @throws Error if the file has other content: it is not replaced, because saved tokens would become invalid */
export function keptTokenSecret(folder: string): Uint8Array {
  const file = path.join(folder, TOKEN_SECRET_FILE);
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8').trim();
    if (!new RegExp(`^[0-9a-f]{${SECRET_BYTES * 2}}$`).test(text)) {
      throw new Error(`${file} does not contain a token secret. Delete it to create new tokens`);
    }
    chmodSync(file, OWNER_ONLY);
    return Buffer.from(text, 'hex');
  }
  const secret = randomBytes(SECRET_BYTES);
  mkdirSync(folder, { recursive: true });
  const part = `${file}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, `${secret.toString('hex')}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  renameSync(part, file);
  return secret;
}
