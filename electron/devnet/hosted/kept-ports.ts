/**
 * The ports of the hosted service, stored in its folder, so that saved connections work after a restart. A port in use by another
 * process is replaced by a free one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { RpcServer } from '../rpc/rpc-server.ts';

const zPorts = z.record(z.string(), z.number().int().min(1024).max(65_535));

/** @param file file of the ports; without it, ports are new at each start */
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

/** An unreadable file is ignored: the ports are new then. */
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
