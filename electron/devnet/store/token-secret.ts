/**
 * The secret that a node's tokens are signed with, kept in its data folder, so that tokens outlive a restart.
 *
 * Whoever reads the file can make tokens: it is readable by its owner only. It belongs to the node and not to the chain: it stays
 * where a chain is set aside. Called where the node is run alone, and for the custom endpoints of the hosted service; the node inside
 * Sextant makes new tokens at each start.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const TOKEN_SECRET_FILE = 'token-secret';
const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

/** @throws Error where the file holds something else: it is not replaced, since saved tokens would end with it */
export function keptTokenSecret(folder: string): Uint8Array {
  const file = path.join(folder, TOKEN_SECRET_FILE);
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8').trim();
    if (!new RegExp(`^[0-9a-f]{${SECRET_BYTES * 2}}$`).test(text)) {
      throw new Error(`${file} holds no secret for tokens. Delete it, and new tokens are made`);
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
