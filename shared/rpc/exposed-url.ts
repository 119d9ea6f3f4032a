/**
 * Whether data sent to a URL is unencrypted on the network: http or ws to another machine.
 *
 * @param url a complete URL, as typed
 */
export function isExposedUrl(url: string): boolean {
  const host = /^(?:http|ws):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url.trim())?.[1]?.toLowerCase();
  return host !== undefined && host !== '' && !isLoopback(host);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(host) || host === '[::1]';
}
