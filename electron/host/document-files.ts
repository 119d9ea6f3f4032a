/**
 * Reads the files of a document. Request paths are untrusted: only the document itself and plain file names in the assets folder are
 * accepted, so no path needs normalising and none leads elsewhere.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Zone } from '../../shared/ipc/define.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** The documents of both zones and of start links; each origin serves only its own. */
export type DocumentName = Zone | 'start';
const DOCUMENTS: Readonly<Record<DocumentName, string>> = { app: 'index.html', approval: 'approve.html', start: 'start.html' };

const ASSET = /^\/assets\/([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;

export interface DocumentFile {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Read the file at a URL path; undefined if it does not exist. */
export async function readDocumentFile(folder: string, name: DocumentName, urlPath: string): Promise<DocumentFile | undefined> {
  const relative = fileFor(name, urlPath);
  if (relative === undefined) return undefined;
  const contentType = CONTENT_TYPES[path.extname(relative)];
  if (contentType === undefined) return undefined;
  try {
    return { contentType, body: new Uint8Array(await readFile(path.join(folder, relative))) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return undefined;
    throw error;
  }
}

function fileFor(name: DocumentName, urlPath: string): string | undefined {
  const document = DOCUMENTS[name];
  if (urlPath === '/' || urlPath === `/${document}`) return document;
  const asset = ASSET.exec(urlPath)?.[1];
  return asset === undefined ? undefined : path.join('assets', asset);
}
