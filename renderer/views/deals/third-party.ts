import type { PanelError } from '../../../shared/ipc/schemas/common.ts';

export interface ThirdPartyPage {
  readonly url: string;
  /** Who is asked when it is opened. */
  readonly host: string;
}

/** The page of a CID checker about a piece, `{cid}` replaced by it; undefined where there is none to be opened or no piece. */
export function cidCheckerPage(cidCheckerUrl: string | undefined, pieceCid: string): ThirdPartyPage | undefined {
  // From a node: a CID in any base, and nothing that could become another part of the address.
  return /^[A-Za-z0-9]{10,200}$/.test(pieceCid) ? page(cidCheckerUrl?.replaceAll('{cid}', pieceCid)) : undefined;
}

/** Whether a CID checker URL is the base of an API; with `{cid}` in it, it is a web page. */
export function isCheckerApi(cidCheckerUrl: string | undefined): boolean {
  return cidCheckerUrl !== undefined && !cidCheckerUrl.includes('{cid}');
}

/** Whether the whole market is not to be had from this endpoint, by asking again or later. */
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
