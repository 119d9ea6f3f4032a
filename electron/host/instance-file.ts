/**
 * One profile, one running Sextant: the file that says which process has it, and how a second start asks it for a link.
 *
 * Two writers would corrupt the journal and the practice chain, so the file is taken before anything else is opened, by
 * both hosts. It holds a secret that only this user can read (mode 0600); a file left by a process that died is replaced.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { INSTANCE_PATH } from './loopback-listener.ts';

const FILE_NAME = 'instance.json';
const START_PATIENCE_MS = 20_000;
const POLL_MS = 100;
const ASK_TIMEOUT_MS = 5000;

const zInstance = z.object({
  pid: z.number().int().positive(),
  host: z.enum(['electron', 'web']),
  /** Absent until the host listens, and for Electron, which does not. */
  port: z.number().int().optional(),
  secret: z.string().min(32),
});
type Instance = z.infer<typeof zInstance>;

export interface HeldProfile {
  /** For the listener's instance endpoint. */
  readonly secret: string;
  /** Tells later starts where to ask. */
  publishPort(port: number): void;
  release(): void;
}

export type ProfileClaim =
  | { readonly kind: 'held'; readonly profile: HeldProfile }
  /** Another process has it; `answer` is what its instance endpoint said, absent for a host that has none. */
  | { readonly kind: 'taken'; readonly host: 'electron' | 'web'; readonly file: string; readonly answer?: unknown };

/** Takes the profile for this process, or finds out who has it. A file that cannot be read counts as left behind. */
export async function claimProfile(folder: string, host: 'electron' | 'web'): Promise<ProfileClaim> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, FILE_NAME);
  const own: Instance = { pid: process.pid, host, secret: randomBytes(32).toString('base64url') };
  const giveUpMs = performance.now() + START_PATIENCE_MS;
  for (;;) {
    if (tryCreate(file, own)) return { kind: 'held', profile: hold(file, own) };
    const other = readInstance(file);
    if (other !== undefined && isAlive(other.pid)) {
      const taken = await ask(other, file);
      if (taken !== undefined) return taken;
      // Alive but silent: still starting, or a stranger that was given the dead one's process id.
      if (performance.now() < giveUpMs) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        continue;
      }
    }
    removeIfStill(file, other);
  }
}

/** Puts the file in place whole or not at all: a link to a finished file cannot replace another. */
function tryCreate(file: string, instance: Instance): boolean {
  const draft = writeDraft(file, instance);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft(file: string, instance: Instance): string {
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(instance), { flag: 'wx', mode: 0o600 });
  return draft;
}

function hold(file: string, own: Instance): HeldProfile {
  return {
    secret: own.secret,
    publishPort: (port) => renameSync(writeDraft(file, { ...own, port }), file),
    release: () => removeIfStill(file, own),
  };
}

function readInstance(file: string): Instance | undefined {
  try {
    return zInstance.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    // Gone, or damaged: both mean that nobody has it.
    return undefined;
  }
}

/** Removes the file unless somebody else has taken the profile meanwhile. */
function removeIfStill(file: string, expected: Instance | undefined): void {
  if (readInstance(file)?.secret === expected?.secret) rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function ask(other: Instance, file: string): Promise<Extract<ProfileClaim, { kind: 'taken' }> | undefined> {
  if (other.host === 'electron') return { kind: 'taken', host: 'electron', file };
  if (other.port === undefined) return undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${other.port}${INSTANCE_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    return { kind: 'taken', host: other.host, file, answer: await response.json() };
  } catch {
    // Nobody listens there (any more), or it took too long to answer.
    return undefined;
  }
}
