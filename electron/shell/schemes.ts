/**
 * The two custom schemes in Electron: each document has its own origin and the same headers as on the web host. Serves GET for the files
 * of its document only; a session handles only the scheme of its document.
 */
import type { Protocol } from 'electron';
import type { Zone } from '../../shared/ipc/define.ts';
import { readDocumentFile } from '../host/document-files.ts';
import { documentHeaders } from '../host/document-policy.ts';

const SCHEMES: Readonly<Record<Zone, string>> = { app: 'app', approval: 'approve' };

/** Origin of each document. */
export const DOCUMENT_ORIGINS: Readonly<Record<Zone, string>> = { app: 'app://bundle', approval: 'approve://bundle' };

/** Call before the app is ready. */
export function registerSchemes(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged(
    Object.values(SCHEMES).map((scheme) => ({
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    })),
  );
}

/** Serves one document to the windows of one session. */
export function serveDocument(protocol: Pick<Protocol, 'handle'>, zone: Zone, rendererFolder: string): void {
  const headers = documentHeaders({ connectSources: [] });
  protocol.handle(SCHEMES[zone], async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || `${url.protocol}//${url.host}` !== DOCUMENT_ORIGINS[zone]) {
      return new Response('Refused.', { status: 403, headers });
    }
    const file = await readDocumentFile(rendererFolder, zone, url.pathname);
    if (file === undefined) return new Response('Not found.', { status: 404, headers });
    return new Response(file.body, { headers: { ...headers, 'content-type': file.contentType } });
  });
}
