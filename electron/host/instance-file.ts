/**
 * The lock file of a profile: which process uses it, and how a second start requests a link from it.
 *
 * Two processes would corrupt the journal and the practice chain, so both hosts create this file before they open anything else. It
 * contains a secret readable only by this user (mode 0600). A file left by a dead process is replaced.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { INSTANCE_PATH } from './loopback-listener.ts';

const FILE_NAME = 'instance.json';
const START_TIMEOUT_MS = 20_000;
const POLL_MS = 100;
const QUERY_TIMEOUT_MS = 5000;

const zInstance = z.object({
  pid: z.number().int().positive(),
  host: z.enum(['electron', 'web']),
  /** Absent until the web host listens, and for Electron. */
  port: z.number().int().optional(),
  secret: z.string().min(32),
});
type Instance = z.infer<typeof zInstance>;

export interface ClaimedProfile {
  /** Authenticates requests to the listener's instance endpoint. */
  readonly secret: string;
  /** Publishes the port to later starts. */
  publishPort(port: number): void;
  release(): void;
}

export type ProfileClaim =
  | { readonly kind: 'claimed'; readonly profile: ClaimedProfile }
  /** Another process uses it; `answer` is from its instance endpoint, absent for Electron. */
  | { readonly kind: 'taken'; readonly host: 'electron' | 'web'; readonly file: string; readonly answer?: unknown };

/** Claims the profile for this process, or returns the process that uses it. An unreadable file counts as stale. */
export async function claimProfile(folder: string, host: 'electron' | 'web'): Promise<ProfileClaim> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, FILE_NAME);
  const own: Instance = { pid: process.pid, host, secret: randomBytes(32).toString('base64url') };
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (tryCreate(file, own)) return { kind: 'claimed', profile: claimedProfile(file, own) };
    const other = readInstance(file);
    if (other !== undefined && isAlive(other.pid)) {
      const taken = await queryInstance(other, file);
      if (taken !== undefined) return taken;
      // No answer: the process is still starting, or its id was reused by another program.
      if (performance.now() < deadlineMs) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        continue;
      }
    }
    removeIfUnchanged(file, other);
  }
}

/** Creates the file atomically: linking a complete file fails if the name exists. */
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

function claimedProfile(file: string, own: Instance): ClaimedProfile {
  return {
    secret: own.secret,
    publishPort: (port) => renameSync(writeDraft(file, { ...own, port }), file),
    release: () => removeIfUnchanged(file, own),
  };
}

function readInstance(file: string): Instance | undefined {
  try {
    return zInstance.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    // Missing or damaged: not in use.
    return undefined;
  }
}

/** Removes the file unless another process has claimed the profile. */
function removeIfUnchanged(file: string, expected: Instance | undefined): void {
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

async function queryInstance(other: Instance, file: string): Promise<Extract<ProfileClaim, { kind: 'taken' }> | undefined> {
  if (other.host === 'electron') return { kind: 'taken', host: 'electron', file };
  if (other.port === undefined) return undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${other.port}${INSTANCE_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    return { kind: 'taken', host: other.host, file, answer: await response.json() };
  } catch {
    // Nothing listens there, or the request timed out.
    return undefined;
  }
}
