/** One window's page: the document, its preload, and what main hears of it. */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Cdp, CdpSession } from './cdp.ts';
import { pageWorldSource, preloadWorldSource } from './page-worlds.ts';
import { record } from './record.ts';
import type { StandinSession } from './sessions.ts';
import { fromPageUrl, toPageUrl } from './sessions.ts';

const PRELOAD_WORLD = 'preload';

export interface WebPreferences {
  readonly preload?: string;
  readonly session?: StandinSession;
  readonly sandbox?: boolean;
  readonly contextIsolation?: boolean;
  readonly nodeIntegration?: boolean;
  readonly additionalArguments?: readonly string[];
}

interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  readonly frameId: string;
  readonly request: { readonly url: string; readonly method: string; readonly headers: Record<string, string>; readonly postData?: string };
}

export interface FrameLike {
  readonly origin: string;
  readonly parent: null;
}

type WindowOpenHandler = (details: { url: string }) => { action: string };

export class StandinWebContents extends EventEmitter {
  readonly session: StandinSession;
  readonly started: Promise<void>;
  targetId: string | undefined;
  #page: CdpSession | undefined;
  #preloadContext: string | undefined;
  #url = '';
  #isLoading = false;
  #isDestroyed = false;
  #onLoaded: (() => void) | undefined;
  #outbox: Promise<unknown> = Promise.resolve();
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });
  readonly #onIpc: (contents: StandinWebContents, name: string, values: unknown[]) => void;

  constructor(
    browser: Promise<Cdp>,
    preferences: WebPreferences,
    size: { width: number; height: number },
    session: StandinSession,
    onIpc: (contents: StandinWebContents, name: string, values: unknown[]) => void,
  ) {
    super();
    if (preferences.sandbox !== true || preferences.contextIsolation !== true || preferences.nodeIntegration === true) {
      throw new Error('The stand-in opens sandboxed and isolated windows only.');
    }
    this.session = session;
    this.#onIpc = onIpc;
    this.started = browser.then((cdp) => this.#start(cdp, preferences, size));
  }

  get mainFrame(): FrameLike {
    return { origin: /^[a-z]+:\/\/[^/]*/.exec(this.#url)?.[0] ?? 'null', parent: null };
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpen = handler;
  }

  /** Chromium's own; the page that stands in for it is not told. */
  setWebRTCIPHandlingPolicy(): void {}

  /** Asks main about a window that the page opened. */
  onWindowOpen(url: string): void {
    const { action } = this.#windowOpen({ url: fromPageUrl(url) });
    record('window-open', { url: fromPageUrl(url), action });
  }

  send(name: string, ...values: unknown[]): void {
    const expression = `globalThis.__standinDeliver?.(${JSON.stringify(name)}, ${JSON.stringify(values)})`;
    this.#outbox = this.#outbox
      .then(() => this.started)
      .then(() => this.#page?.send('Runtime.evaluate', { expression, uniqueContextId: this.#preloadContext }))
      // The document that was meant is gone.
      .catch(() => undefined);
  }

  async loadURL(url: string): Promise<void> {
    await this.started;
    this.#isLoading = true;
    const loaded = new Promise<void>((resolve) => {
      this.#onLoaded = resolve;
    });
    const result = await this.#page?.send<{ errorText?: string }>('Page.navigate', { url: toPageUrl(url) });
    if (result?.errorText !== undefined) throw new Error(`${result.errorText} loading '${url}'`);
    await loaded;
  }

  /** The page is gone. */
  markDestroyed(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#onLoaded?.();
    this.emit('destroyed');
  }

  async #start(cdp: Cdp, preferences: WebPreferences, size: { width: number; height: number }): Promise<void> {
    const target = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank', newWindow: true, ...size });
    this.targetId = target.targetId;
    const attached = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId: target.targetId, flatten: true });
    const page = cdp.session(attached.sessionId);
    this.#page = page;
    const channel = `standin-${randomBytes(9).toString('hex')}`;
    const preload = preferences.preload === undefined ? '' : readFileSync(preferences.preload, 'utf8');
    if (/^\s*(import|export)\s/m.test(preload)) throw new Error('A sandboxed preload must be CommonJS.');
    this.#listen(page);
    await Promise.all([
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Runtime.addBinding', { name: '__standin', executionContextName: PRELOAD_WORLD }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldSource(channel) }),
      page.send('Page.addScriptToEvaluateOnNewDocument', {
        worldName: PRELOAD_WORLD,
        source: preloadWorldSource(channel, preferences.additionalArguments ?? [], preload),
      }),
      page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
  }

  #listen(page: CdpSession): void {
    page.on<{ context: { name: string; uniqueId: string; auxData?: { frameId?: string } } }>('Runtime.executionContextCreated', (event) => {
      if (event.context.name === PRELOAD_WORLD && event.context.auxData?.frameId === this.targetId) {
        this.#preloadContext = event.context.uniqueId;
      }
    });
    page.on<{ name: string; payload: string }>('Runtime.bindingCalled', (event) => {
      if (event.name === '__standin') this.#fromPreload(event.payload);
    });
    page.on<{ frame: { parentId?: string; url: string; urlFragment?: string } }>('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#url = fromPageUrl(frame.url + (frame.urlFragment ?? ''));
      this.emit('did-navigate', {}, this.#url);
    });
    page.on<{ frameId: string; url: string }>('Page.navigatedWithinDocument', (event) => {
      if (event.frameId === this.targetId) this.#url = fromPageUrl(event.url);
    });
    page.on('Page.loadEventFired', () => {
      if (this.#url === '' || this.#url === 'about:blank') return;
      this.#isLoading = false;
      this.#onLoaded?.();
      this.emit('standin-painted');
    });
    page.on<{ url: string }>('Page.windowOpen', (event) => this.onWindowOpen(event.url));
    page.on('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    page.on<PausedRequest>('Fetch.requestPaused', (event) => void this.#answer(page, event));
  }

  #fromPreload(payload: string): void {
    const message: { name?: string; values?: unknown[]; preloadError?: string } = JSON.parse(payload);
    if (message.preloadError !== undefined) record('preload-error', message.preloadError);
    else if (message.name !== undefined) this.#onIpc(this, message.name, message.values ?? []);
  }

  async #answer(page: CdpSession, event: PausedRequest): Promise<void> {
    const { requestId, request } = event;
    const url = fromPageUrl(request.url);
    const reply = (method: string, params: Record<string, unknown>): Promise<unknown> =>
      // The page may have been closed while main was thinking.
      page.send(method, { requestId, ...params }).catch(() => undefined);
    const isNavigation = event.resourceType === 'Document' && event.frameId === this.targetId;
    if (isNavigation && !this.#isLoading && !this.#mayNavigate(url)) {
      await reply('Fetch.failRequest', { errorReason: 'Aborted' });
      return;
    }
    if (!(await this.session.isAllowed(url))) {
      record('request-refused', url);
      await reply('Fetch.failRequest', { errorReason: 'BlockedByClient' });
      return;
    }
    const handler = this.session.protocol.handlers.get(url.slice(0, url.indexOf(':')));
    if (handler === undefined) {
      record('request-outside', url);
      await reply('Fetch.failRequest', { errorReason: 'InternetDisconnected' });
      return;
    }
    try {
      const body = request.postData === undefined ? {} : { body: request.postData };
      const response = await handler(new Request(url, { method: request.method, headers: request.headers, ...body }));
      await reply('Fetch.fulfillRequest', {
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      });
    } catch (error) {
      record('protocol-error', { url, message: String(error) });
      await reply('Fetch.failRequest', { errorReason: 'Failed' });
    }
  }

  #mayNavigate(url: string): boolean {
    let isPrevented = false;
    this.emit('will-navigate', {
      url,
      preventDefault: () => {
        isPrevented = true;
      },
    });
    record('will-navigate', { url, isPrevented });
    if (!isPrevented) this.#isLoading = true;
    return !isPrevented;
  }
}
