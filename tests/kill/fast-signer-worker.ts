/** The signer worker as it is, with a key derivation that takes no time: it is killed hundreds of times, and scrypt takes half a second. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Done = (error: Error | null, derived: Buffer) => void;

/** Depends on the passphrase and the salt, as scrypt does. */
function fastScrypt(secret: Buffer, salt: Buffer, length: number, _options: object, done: Done): void {
  const derived = crypto.createHash('shake256', { outputLength: length }).update(secret).update(salt).digest();
  setImmediate(() => done(null, derived));
}

Object.assign(crypto, { scrypt: fastScrypt });
syncBuiltinESMExports();
await import('../../electron/wallet/signer-worker.ts');
