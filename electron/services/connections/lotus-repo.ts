/**
 * A Lotus repo on this machine, as the Lotus command line looks for it: the file `api` has the address, `token` the token.
 *
 * Trusts nothing in the files: they are short texts of one line, and anything else counts as not there. The token is read when the
 * user takes the offer, not before.
 */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { HostEnvironment } from '../../platform/ports.ts';
import type { ApiKind } from './api-info.ts';

const MAX_FILE_BYTES = 8192;
const DEFAULT_FOLDER: Readonly<Record<ApiKind, string>> = { node: '.lotus', miner: '.lotusminer' };

export interface LotusRepo {
  readonly folder: string;
  /** What the file `api` says: a multiaddress. */
  readonly api: string;
  readonly hasToken: boolean;
}

/** The repo of the node or the miner, where there is one and its daemon has written its address; undefined otherwise. */
export async function findLotusRepo(kind: ApiKind, environment: HostEnvironment): Promise<LotusRepo | undefined> {
  const folder = folderOf(kind, environment);
  if (folder === undefined) {
    return undefined;
  }
  const api = await readLine(path.join(folder, 'api'));
  return api === undefined ? undefined : { folder, api, hasToken: await isSmallFile(path.join(folder, 'token')) };
}

/** The token of a repo; undefined where there is none. */
export function readRepoToken({ folder }: LotusRepo): Promise<string | undefined> {
  return readLine(path.join(folder, 'token'));
}

function folderOf(kind: ApiKind, { LOTUS_PATH, LOTUS_MINER_PATH, homeFolder }: HostEnvironment): string | undefined {
  const named = kind === 'node' ? LOTUS_PATH : LOTUS_MINER_PATH;
  if (named === undefined || named === '') {
    return homeFolder === undefined ? undefined : path.join(homeFolder, DEFAULT_FOLDER[kind]);
  }
  // Lotus expands the tilde itself (mitchellh/go-homedir).
  const isBelowHome = named === '~' || named.startsWith('~/');
  return isBelowHome ? (homeFolder === undefined ? undefined : path.join(homeFolder, named.slice(1))) : named;
}

/** A file of one short line. Whatever cannot be read is not offered: it may be another program's. */
async function readLine(file: string): Promise<string | undefined> {
  if (!(await isSmallFile(file))) {
    return undefined;
  }
  const buffer = Buffer.alloc(MAX_FILE_BYTES);
  const handle = await openReadable(file);
  if (handle === undefined) {
    return undefined;
  }
  try {
    const { bytesRead } = await handle.read(buffer, 0, MAX_FILE_BYTES, 0);
    const text = buffer.toString('utf8', 0, bytesRead).trim();
    return text === '' || /[\s\p{Cc}]/u.test(text) ? undefined : text;
  } finally {
    await handle.close();
  }
}

async function openReadable(file: string): Promise<Awaited<ReturnType<typeof open>> | undefined> {
  try {
    return await open(file, 'r');
  } catch (error) {
    return unreadable(error);
  }
}

async function isSmallFile(file: string): Promise<boolean> {
  try {
    const facts = await stat(file);
    return facts.isFile() && facts.size <= MAX_FILE_BYTES;
  } catch (error) {
    return unreadable(error) ?? false;
  }
}

/** A file that the system refuses counts as not there; anything else is a bug. */
function unreadable(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return undefined;
  }
  throw error;
}
