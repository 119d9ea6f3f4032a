/**
 * Whether what is sent to an address can be read on its way: plain http or ws, to another machine than this one.
 *
 * @param url a complete address, as typed
 */
export function isExposedAddress(url: string): boolean {
  const host = /^(?:http|ws):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url.trim())?.[1]?.toLowerCase();
  return host !== undefined && host !== '' && !isLoopback(host);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host) || host === '[::1]';
}
