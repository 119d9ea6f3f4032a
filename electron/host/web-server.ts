/**
 * The two listeners of the web host: the app on one loopback port, the trusted document on another, so that their origins differ.
 *
 * A start link opens the trusted origin, which pairs the browser, and then the app with a ticket of its own.
 * The app never gets anything that opens the trusted document's socket (see decisions/0019).
 */
import { z } from 'zod';
import { PAIR_PATH, START_PATH } from '../../shared/ipc/pairing.ts';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import { writePurpose } from '../../shared/ipc/trusted-purpose.ts';
import { SESSION_PATH } from '../../shared/ipc/wire.ts';
import type { Clock } from '../platform/ports.ts';
import type { TicketExchange } from './loopback-listener.ts';
import { LoopbackListener } from './loopback-listener.ts';
import { PairedBrowsers } from './paired-browsers.ts';
import { TokenSpace } from './token-space.ts';
import type { WsHostOptions } from './ws-host.ts';

/** Long, because the user may first have to forward a port. */
const START_TICKET_LIFE_MS = 12 * 60 * 60_000;
/** Short, because the start page opens the app right after pairing. */
const APP_TICKET_LIFE_MS = 2 * 60_000;

const zTicket = z.string().min(1).max(200);
const zSessionRequest = z.object({ ticket: zTicket });
const zPairRequest = z.object({ ticket: zTicket, publicKey: z.string().max(200) });

export interface WebServerOptions extends Pick<WsHostOptions, 'dispatch' | 'publisher' | 'logger'> {
  readonly clock: Clock;
  readonly rendererFolder: string;
  /** Port of the app; the trusted document uses the next one. 0: two free ports. */
  readonly port: number;
  readonly instanceSecret: string;
  /** Facts for a second start, besides the new link. */
  readonly describe: () => Readonly<Record<string, unknown>>;
}

export interface WebServer {
  readonly port: number;
  readonly appOrigin: string;
  readonly trustedOrigin: string;
  /** A new single-use URL that pairs a browser and opens the app in it. */
  mintStartUrl(): string;
  /** URL of the trusted document; contains no secret and works only in a paired browser. */
  trustedUrl(purpose: TrustedPurpose): string;
  /** Ends the sessions of the trusted document after their pending calls; a new session needs a new proof. */
  endTrustedSessions(): void;
  close(): Promise<void>;
}

export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { clock, dispatch, publisher, logger, rendererFolder } = options;
  const tokens = new TokenSpace(clock);
  const browsers = new PairedBrowsers(clock);
  const common = { dispatch, publisher, logger, rendererFolder };
  const mintStartUrl = (): string => `${app.origin}${START_PATH}#${ticketFragment(browsers.mintTicket(START_TICKET_LIFE_MS))}`;
  const session: TicketExchange = {
    path: SESSION_PATH,
    answer(body) {
      const request = zSessionRequest.safeParse(body).data;
      const token = request === undefined ? undefined : tokens.exchange(request.ticket);
      return token === undefined ? undefined : { token };
    },
  };
  const pair: TicketExchange = {
    path: PAIR_PATH,
    answer(body) {
      const request = zPairRequest.safeParse(body).data;
      if (request === undefined || !browsers.pair(request.ticket, request.publicKey)) return undefined;
      return { url: `${app.origin}/#${ticketFragment(tokens.mintTicket(APP_TICKET_LIFE_MS))}` };
    },
  };
  const app = new LoopbackListener({
    ...common,
    zone: 'app',
    admission: { kind: 'token', tokens },
    exchange: session,
    startOrigin: () => trusted.origin,
    instance: { secret: options.instanceSecret, answer: () => ({ url: mintStartUrl(), ...options.describe() }) },
  });
  const trusted = new LoopbackListener({ ...common, zone: 'approval', admission: { kind: 'key', browsers, clock }, exchange: pair });
  const port = await app.listen(options.port);
  try {
    await trusted.listen(options.port === 0 ? 0 : port + 1);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    port,
    appOrigin: app.origin,
    trustedOrigin: trusted.origin,
    mintStartUrl,
    trustedUrl: (purpose) => `${trusted.origin}/#${new URLSearchParams(writePurpose(purpose))}`,
    endTrustedSessions: () => trusted.endTrustedSessions(),
    async close() {
      await Promise.all([app.close(), trusted.close()]);
    },
  };
}

function ticketFragment(ticket: string): string {
  return new URLSearchParams({ ticket }).toString();
}
