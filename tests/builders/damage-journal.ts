import { rm, writeFile } from 'node:fs/promises';

/** Overwrite a journal and its mirror, so that it cannot be restored. */
export async function damageJournal(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content);
  await rm(`${path}.mirror`, { force: true });
}
