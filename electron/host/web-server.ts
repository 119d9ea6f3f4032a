/**
 * The web host's two doors: the app on one loopback port, the trusted document on another, so that they are two origins.
 * Each has its own tokens and serves its own zone; the only thing that passes from one to the other is a ticket that
 * opens the trusted document, and that is worth nothing to the app's origin (see decisions/0004).
 */
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import { writePurpose } from '../../shared/ipc/trusted-purpose.ts';
import type { Clock } from '../platform/ports.ts';
import { LoopbackListener } from './loopback-listener.ts';
import { TokenSpace } from './token-space.ts';
import type { WsHostOptions } from './ws-host.ts';

/** The printed link may wait for its reader, for example until a port is forwarded. */
const START_TICKET_LIFE_MS = 12 * 60 * 60_000;
/** The trusted document is opened by the click that asked for it. */
const TRUSTED_TICKET_LIFE_MS = 2 * 60_000;

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
  /** A fresh address that opens the app once. */
  mintStartUrl(): string;
  /** A fresh address that opens the trusted document once, soon. */
  mintTrustedUrl(purpose: TrustedPurpose): string;
  close(): Promise<void>;
}

export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { clock, dispatch, publisher, logger, rendererFolder } = options;
  const appTokens = new TokenSpace(clock);
  const trustedTokens = new TokenSpace(clock);
  const common = { dispatch, publisher, logger, rendererFolder };
  const mintStartUrl = (): string => `${app.origin}/#${new URLSearchParams({ ticket: appTokens.mintTicket(START_TICKET_LIFE_MS) })}`;
  const app = new LoopbackListener({
    ...common,
    zone: 'app',
    tokens: appTokens,
    instance: { secret: options.instanceSecret, answer: () => ({ url: mintStartUrl(), ...options.describe() }) },
  });
  const trusted = new LoopbackListener({ ...common, zone: 'approval', tokens: trustedTokens });
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
    mintTrustedUrl(purpose) {
      const fields = new URLSearchParams({ ticket: trustedTokens.mintTicket(TRUSTED_TICKET_LIFE_MS), ...writePurpose(purpose) });
      return `${trusted.origin}/#${fields}`;
    },
    async close() {
      await Promise.all([app.close(), trusted.close()]);
    },
  };
}
