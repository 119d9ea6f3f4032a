import type { PanelError } from '../../../shared/ipc/schemas/common.ts';

export interface ThirdPartyPage {
  readonly url: string;
  /** Host contacted when the page is opened. */
  readonly host: string;
}

/** A CID checker's page for a piece, with `{cid}` replaced; undefined without an https URL or a valid CID. */
export function cidCheckerPage(cidCheckerUrl: string | undefined, pieceCid: string): ThirdPartyPage | undefined {
  // From a node: a CID in any base, with no character that could change the URL.
  return /^[A-Za-z0-9]{10,200}$/.test(pieceCid) ? page(cidCheckerUrl?.replaceAll('{cid}', pieceCid)) : undefined;
}

/** Whether a CID checker URL is the base of an API; with `{cid}` in it, it is a web page. */
export function isCheckerApi(cidCheckerUrl: string | undefined): boolean {
  return cidCheckerUrl !== undefined && !cidCheckerUrl.includes('{cid}');
}

/** Whether the endpoint cannot return the whole market, now or on retry. */
export function isMarketMissing({ code, details }: PanelError): boolean {
  return (
    code === 'method-not-served' ||
    code === 'capability-missing' ||
    (details?.method === 'StateMarketDeals' && (code === 'endpoint-bad-reply' || code === 'endpoint-timeout' || code === 'node-error'))
  );
}

function page(text: string | undefined): ThirdPartyPage | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url?.protocol === 'https:' ? { url: url.href, host: url.host } : undefined;
}
