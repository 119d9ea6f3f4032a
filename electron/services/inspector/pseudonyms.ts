/**
 * Replaces hosts, addresses and peer IDs in saved calls by pseudonyms, consistently within a file.
 *
 * Takes recorded calls, which are already masked. Encoded parameters, which may contain addresses, are masked as a whole; other encoded data is
 * unchanged. Called by the exports.
 */
import { filecoinAddressOf } from '../../../shared/rpc/repair-shapes.ts';
import { MASK } from '../../../shared/text/mask.ts';
import type { RecordedBody, RecordedCall } from './call-source.ts';
import { MemoryBody } from './recorded-body.ts';
import { remainingText } from './recorded-text.ts';

/** Longer bodies are omitted. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const URL_HOST = /(:\\?\/\\?\/)([^\s/"'\\?#]+)/g;
const MULTIADDRESS = /(\/(?:ip4|ip6|dns|dns4|dns6|dnsaddr)\/)([^\s/"\\]+)/g;
const IP_ADDRESS = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g;
/** Not inside base64. */
const ADDRESS = /(?<![\w+=-])(?:[ft](?:0\d{1,19}|[123][a-z2-7]{20,90}|4\d{1,19}f[a-z2-7]{6,100})|0x[0-9a-f]{40})(?![\w+=])/gi;
const PEER_ID = /(?<![\w+=-])(?:12D3Koo[1-9A-HJ-NP-Za-km-z]{20,60}|Qm[1-9A-HJ-NP-Za-km-z]{44})(?![\w+=])/g;
const ENCODED = /("(?:Params|Return)"\s*:\s*")[^"]+"/g;

export class Pseudonyms {
  readonly #names = new Map<string, Map<string, string>>();
  /** Hosts of the endpoints, which are also replaced outside URLs. */
  readonly #ownHosts = new Set<string>();
  #ownHost: RegExp | undefined;

  async ofCall(call: RecordedCall): Promise<RecordedCall> {
    const { summary, url, requestHeaders, responseHeaders, failure, note, request, response } = call;
    this.#learn(url);
    const { errorMessage, paramsPreview, connectionId } = summary;
    const texts = (headers: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.ofText(value)]));
    return {
      ...call,
      summary: {
        ...summary,
        connectionName: this.#nameOf('endpoint', connectionId),
        paramsPreview: this.ofText(paramsPreview),
        ...(errorMessage === undefined ? {} : { errorMessage: this.ofText(errorMessage) }),
      },
      url: this.ofText(url),
      requestHeaders: texts(requestHeaders),
      request: await this.#ofBody(request),
      ...(responseHeaders === undefined ? {} : { responseHeaders: texts(responseHeaders) }),
      ...(response === undefined ? {} : { response: await this.#ofBody(response) }),
      ...(note === undefined ? {} : { note: this.ofText(note) }),
      ...(failure === undefined
        ? {}
        : {
            failure: {
              ...failure,
              message: this.ofText(failure.message),
              ...(failure.nodeMessage === undefined ? {} : { nodeMessage: this.ofText(failure.nodeMessage) }),
            },
          }),
    };
  }

  ofText(text: string): string {
    const hidden = text
      .replace(ENCODED, `$1${MASK}"`)
      .replace(URL_HOST, (_, before: string, host: string) => before + this.#hostName(host))
      .replace(MULTIADDRESS, (_, before: string, host: string) => before + this.#hostName(host))
      .replace(IP_ADDRESS, (host) => this.#hostName(host));
    const own = this.#ownHost === undefined ? hidden : hidden.replace(this.#ownHost, (host) => this.#hostName(host));
    return own
      .replace(PEER_ID, (peer) => this.#nameOf('peer', peer))
      .replace(ADDRESS, (address) => this.#nameOf(`${address.slice(0, 2)}-address`, canonical(address), 'address'));
  }

  #learn(url: string): void {
    const host = URL.parse(url)?.hostname ?? '';
    if (host === '' || this.#ownHosts.has(host)) return;
    this.#ownHosts.add(host);
    const longestFirst = [...this.#ownHosts]
      .sort((left, right) => right.length - left.length)
      .map((name) => name.replaceAll(/[^\w-]/g, '\\$&'));
    this.#ownHost = new RegExp(String.raw`(?<![\w.-])(?:${longestFirst.join('|')})(?![\w-])`, 'gi');
  }

  /** Without the port, which does not identify the owner but is useful. */
  #hostName(hostAndPort: string): string {
    const [, host = hostAndPort, port = ''] = /^(.*?)(:\d{1,5})?$/.exec(hostAndPort.replace(/^.*@/, '')) ?? [];
    return /^host-\d+$/.test(host) ? hostAndPort : this.#nameOf('host', host.toLowerCase()) + port;
  }

  /** Return a pseudonym such as `host-3`, counted per kind. */
  #nameOf(prefix: string, wanted: string, kind = prefix): string {
    const names = this.#names.get(kind) ?? new Map<string, string>();
    this.#names.set(kind, names);
    const number = names.get(wanted) ?? String(names.size + 1);
    names.set(wanted, number);
    return `${prefix}-${number}`;
  }

  async #ofBody(body: RecordedBody): Promise<RecordedBody> {
    const { sizeBytes, recordedBytes, isTruncated } = body.facts;
    if (recordedBytes > MAX_BODY_BYTES) return new MemoryBody('', sizeBytes, true);
    let text = '';
    const pieces = remainingText(body, PIECE_BYTES);
    let piece = await pieces.next();
    for (; piece.done !== true; piece = await pieces.next()) text += piece.value;
    return new MemoryBody(this.ofText(text), sizeBytes, isTruncated || !piece.value);
  }
}

/** Return the same text for every form of an address. */
function canonical(address: string): string {
  return address.startsWith('0x') ? (filecoinAddressOf(address.toLowerCase()) ?? address) : `f${address.slice(1)}`;
}
