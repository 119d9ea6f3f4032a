/**
 * A Lotus repo on this machine, as the Lotus command line looks for it: the file `api` has the address, `token` the token.
 *
 * The files are untrusted: anything but a short text of one line counts as absent. The token is read only when the user accepts the
 * offer.
 */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { HostEnvironment } from '../../platform/ports.ts';
import type { ApiKind } from './api-info.ts';

const MAX_FILE_BYTES = 8192;
const DEFAULT_FOLDER: Readonly<Record<ApiKind, string>> = { node: '.lotus', miner: '.lotusminer' };

export interface LotusRepo {
  readonly folder: string;
  /** Content of the file `api`: a multiaddress. */
  readonly api: string;
  readonly hasToken: boolean;
}

/** The repo of the node or miner; undefined if it does not exist or its daemon has not written the file `api`. */
export async function findLotusRepo(kind: ApiKind, environment: HostEnvironment): Promise<LotusRepo | undefined> {
  const folder = folderOf(kind, environment);
  if (folder === undefined) {
    return undefined;
  }
  const api = await readLine(path.join(folder, 'api'));
  return api === undefined ? undefined : { folder, api, hasToken: await isSmallFile(path.join(folder, 'token')) };
}

/** The token of a repo; undefined if it has none. */
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

/** Read a file of one short line; undefined for any other file. */
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

/** A system error counts as an absent file; anything else is a bug. */
function unreadable(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return undefined;
  }
  throw error;
}
