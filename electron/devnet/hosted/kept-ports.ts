/**
 * The ports of the hosted service, kept in its folder: connections that were saved to it work after a restart. A port that another
 * process has taken meanwhile is replaced by a free one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { RpcServer } from '../rpc/rpc-server.ts';

const zPorts = z.record(z.string(), z.number().int().min(1024).max(65_535));

/** @param file where the ports are kept; they are new at each start without it */
export async function listenAsBefore(servers: Readonly<Record<string, RpcServer>>, file: string | undefined): Promise<void> {
  const kept = file === undefined ? {} : readPorts(file);
  for (const [name, server] of Object.entries(servers)) {
    try {
      await server.listen(kept[name] ?? 0);
    } catch (error) {
      if (kept[name] === undefined || !isTaken(error)) throw error;
      await server.listen(0);
    }
  }
  if (file === undefined) return;
  writeFileSync(file, JSON.stringify(Object.fromEntries(Object.entries(servers).map(([name, { port }]) => [name, port]))));
}

/** Nothing is lost with a file that cannot be read: the ports are new then. */
function readPorts(file: string): Readonly<Record<string, number>> {
  if (!existsSync(file)) return {};
  const ports = zPorts.safeParse(parsed(readFileSync(file, 'utf8')));
  return ports.success ? ports.data : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
