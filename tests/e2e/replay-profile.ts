/** A fresh profile that already knows a node, as one would after adding it under Endpoints in an earlier run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProfilePaths } from '../../electron/platform/profile-paths.ts';
import { ConnectionStore } from '../../electron/services/connections/connection-store.ts';
import { quietLogger } from '../builders/quiet-logger.ts';

export interface KnownNode {
  readonly name: string;
  readonly httpUrl: string;
  readonly wsUrl?: string;
  readonly minerUrl?: string;
}

/** Writes the profile and returns its folder; `remove` deletes it. */
export async function profileKnowing(node: KnownNode): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-replay-'));
  const noSecrets = { get: async () => undefined, set: async () => {}, delete: async () => {}, names: async () => [] };
  const store = new ConnectionStore({ paths: createProfilePaths(folder), secrets: noSecrets, logger: quietLogger });
  await store.load();
  await store.add('replay', { ...node, apiVersion: 'v1', namespace: 'Filecoin' });
  await store.setActive('replay');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
