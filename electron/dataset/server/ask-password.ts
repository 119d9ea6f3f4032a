/** Server password on the command line: from PGPASSWORD, or typed. Never an argument, which other users could see. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { ServerAddress } from './server-url.ts';

/** Prompt once, when a server requires it. */
export function passwordOf({ user, host }: ServerAddress): string | (() => Promise<string>) {
  const { PGPASSWORD: given } = process.env;
  if (given !== undefined) return given;
  let typed: Promise<string> | undefined;
  return () => {
    typed ??= process.stdin.isTTY ? ask(`Password of ${user} on ${host}: `) : Promise.resolve('');
    return typed;
  };
}

/** Input is not echoed. */
async function ask(question: string): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: mute, terminal: true });
  try {
    process.stderr.write(question);
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
