import { rm, writeFile } from 'node:fs/promises';

/** Overwrites a journal where its mirror is lost too, so that it cannot be restored. */
export async function damageJournal(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content);
  await rm(`${path}.mirror`, { force: true });
}
