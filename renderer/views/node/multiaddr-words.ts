/** Formats multiaddresses as host, protocol and port. */
const HOSTS = new Set(['ip4', 'ip6', 'ip6zone', 'dns', 'dns4', 'dns6', 'dnsaddr']);
const TRANSPORTS: Readonly<Record<string, string>> = { tcp: 'TCP', udp: 'UDP' };
const LAYERS: Readonly<Record<string, string>> = {
  quic: 'QUIC',
  'quic-v1': 'QUIC',
  ws: 'WebSocket',
  wss: 'WebSocket over TLS',
  tls: 'TLS',
  http: 'HTTP',
  https: 'HTTPS',
  webtransport: 'WebTransport',
  'webrtc-direct': 'WebRTC',
};
const WITHOUT_VALUE = new Set([...Object.keys(LAYERS), 'p2p-circuit']);

export interface MultiaddrWords {
  /** `203.0.113.7`, `[2001:db8::1]`, `node.example.org`. */
  readonly host: string;
  /** `TCP 1347`, `UDP 1347 QUIC`. */
  readonly port: string;
  readonly isRelayed: boolean;
}

/**
 * Parse the text form of a multiaddress; undefined if it has no host.
 *
 * @param text such as `/ip4/203.0.113.7/udp/1347/quic-v1/p2p/12D3…`
 */
export function multiaddrWords(text: string): MultiaddrWords | undefined {
  const parts = text.split('/');
  if (parts[0] !== '' || parts.length > 60) return undefined;
  let host: string | undefined;
  let isRelayed = false;
  const port: string[] = [];
  for (let index = 1; index < parts.length; ) {
    const name = parts[index] ?? '';
    const hasValue = !WITHOUT_VALUE.has(name);
    const value = hasValue ? (parts[index + 1] ?? '') : '';
    if (HOSTS.has(name) && name !== 'ip6zone') host ??= name === 'ip6' ? `[${value}]` : value;
    // The parts after a relay describe the peer itself.
    else if (name === 'p2p-circuit') isRelayed = true;
    else if (!isRelayed && TRANSPORTS[name] !== undefined) port.push(`${TRANSPORTS[name]} ${value}`);
    else if (!isRelayed && LAYERS[name] !== undefined) port.push(LAYERS[name]);
    index += hasValue ? 2 : 1;
  }
  return host === undefined || host === '' || host === '[]' ? undefined : { host, port: port.join(' '), isRelayed };
}
