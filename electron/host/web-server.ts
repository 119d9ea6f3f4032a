/**
 * The web host's two doors: the app on one loopback port, the trusted document on another, so that they are two origins.
 *
 * A start link leads through the trusted origin, which pairs the browser, and on to the app with a ticket of the app's own.
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

/** The printed link may wait for its reader, for example until a port is forwarded. */
const START_TICKET_LIFE_MS = 12 * 60 * 60_000;
/** The app is opened by the start page as soon as it is paired. */
const APP_TICKET_LIFE_MS = 2 * 60_000;

const zTicket = z.string().min(1).max(200);
const zSessionRequest = z.object({ ticket: zTicket });
const zPairRequest = z.object({ ticket: zTicket, publicKey: z.string().max(200) });

export interface WebServerOptions extends Pick<WsHostOptions, 'dispatch' | 'publisher' | 'logger'> {
  readonly clock: Clock;
  readonly rendererFolder: string;
  /** Port of the app, the trusted document on the next one; 0 for two free ports. */
  readonly port: number;
  readonly instanceSecret: string;
  /** What a second start is told besides the fresh link. */
  readonly describe: () => Readonly<Record<string, unknown>>;
}

export interface WebServer {
  readonly port: number;
  readonly appOrigin: string;
  readonly trustedOrigin: string;
  /** A fresh URL that pairs a browser and opens the app in it, once. */
  mintStartUrl(): string;
  /** Where the trusted document is; it holds no secret and opens in a paired browser only. */
  trustedUrl(purpose: TrustedPurpose): string;
  /** Ends the sessions of the trusted document once their calls are answered; a new proof opens the next. */
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
