/**
 * `launch` starts a whole Sextant, on whichever host the project names, and gives its page. Specs use `page`, `openTrusted`
 * and `restart`, and never ask which host runs. A page error, a console error or a violation of the content policy in any
 * document fails the spec, and so does a bug that the privileged side logged.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import type { TestBrowser } from './hosts/chromium.ts';
import { launchTestBrowser } from './hosts/chromium.ts';
import type { HostProcess } from './hosts/host-process.ts';
import { endProcess } from './hosts/host-process.ts';
import { startStandin } from './hosts/standin.ts';
import { watchPage } from './hosts/watch-page.ts';
import { startWebHost } from './hosts/web.ts';

export interface LaunchOptions {
  /** An existing profile; a new one, removed after the test, where absent. */
  readonly profile?: string;
  /** Pace of the embedded node. */
  readonly blockTimeMs?: number;
  readonly seed?: string;
  readonly hasEmbeddedNode?: boolean;
  /** The embedded node also plays the hosted service. */
  readonly hasHostedService?: boolean;
  /** Sectors of the embedded node's large miner; none unless a test asks for them. */
  readonly largeMinerSectors?: number;
  /** Last epoch of network version 28 on the embedded node; it begins with 29 where absent. */
  readonly upgradeEpoch?: number;
  /** Of the host's process, beside our own. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Sextant {
  readonly profile: string;
  /** The app's page; another one after a restart. */
  readonly page: Page;
  /** Does what opens the trusted document and returns its page. */
  openTrusted(action: () => Promise<void>): Promise<Page>;
  /** Ends Sextant as a user would and starts it again with the same profile. */
  restart(): Promise<Page>;
  /** Ends Sextant without any warning, as a power cut would, and starts it again with the same profile. */
  restartAfterKill(): Promise<Page>;
  /** HTTP address of the embedded node. */
  nodeUrl(): string;
  /** Of the host as it runs now. */
  processId(): number;
  /** What the host wrote, for a failing test. */
  report(): string;
  /** What is allowed to appear on a document's console, or among the logged errors, in this spec; each use needs a reason. */
  allowConsoleError(pattern: RegExp): void;
}

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

interface TestFixtures {
  readonly launch: (options?: LaunchOptions) => Promise<Sextant>;
}

interface WorkerFixtures {
  readonly testBrowser: TestBrowser;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  testBrowser: [
    async ({ playwright }, use) => {
      const browser = await launchTestBrowser(playwright.chromium);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  launch: async ({ testBrowser }, use, info) => {
    const running: RunningSextant[] = [];
    const allowed: RegExp[] = [];
    const problems: string[] = [];
    const { context } = testBrowser;
    const onPage = (page: Page): void => watchPage(page, problems);
    context.on('page', onPage);
    const isFailed = (): boolean => info.status !== info.expectedStatus;
    await use(async (options = {}) => {
      const sextant = new RunningSextant(info.project.metadata.host, testBrowser, options, allowed);
      running.push(sextant);
      await sextant.start();
      return sextant;
    });
    if (isFailed()) for (const page of context.pages()) await tellPage(page);
    for (const sextant of running) {
      problems.push(...sextant.loggedErrors());
      await sextant.end();
    }
    context.off('page', onPage);
    await closePages(context);
    if (isFailed()) {
      for (const sextant of running) await info.attach('host', { body: sextant.report(), contentType: 'text/plain' });
    }
    expect(problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))).toEqual([]);
  },
});

export { expect };

/** What a failed spec had before it, in the output itself: where the tests run, nobody can open the screenshots. */
async function tellPage(page: Page): Promise<void> {
  try {
    const seen = await page.locator('body').ariaSnapshot({ timeout: 5000 });
    process.stdout.write(`\n--- ${page.url().replace(/\?.*(?=#|$)/, '')}\n${seen.slice(0, 6000)}\n---\n`);
  } catch {
    // The page is gone: there is nothing to tell.
  }
}

class RunningSextant implements Sextant {
  readonly profile: string;
  readonly #host: string;
  readonly #browser: TestBrowser;
  readonly #options: LaunchOptions;
  readonly #allowed: RegExp[];
  readonly #isProfileOurs: boolean;
  #process: HostProcess | undefined;
  #page: Page | undefined;
  #output = '';

  constructor(host: string, browser: TestBrowser, options: LaunchOptions, allowed: RegExp[]) {
    this.#host = host;
    this.#browser = browser;
    this.#options = options;
    this.#allowed = allowed;
    this.#isProfileOurs = options.profile === undefined;
    this.profile = options.profile ?? mkdtempSync(path.join(tmpdir(), 'sextant-e2e-'));
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('Sextant is not running.');
    return this.#page;
  }

  async start(): Promise<Page> {
    const { context, cdpUrl } = this.#browser;
    if (this.#host === 'standin') {
      const opened = context.waitForEvent('page');
      // Looked at below; a host that dies first is told with its own words.
      opened.catch(() => undefined);
      const standin = startStandin(cdpUrl, this.#arguments(), this.#options.environment);
      this.#process = standin;
      const died = new Promise<never>((_, reject) => {
        standin.child.once('exit', (code) => reject(new Error(`The stand-in ended with ${code}: ${standin.output()}`)));
      });
      died.catch(() => undefined);
      this.#page = await Promise.race([opened, died]);
      await this.#page.waitForURL(/standin\.test/);
    } else {
      const web = await startWebHost(this.#arguments(), this.#options.environment);
      this.#process = web;
      this.#page = await context.newPage();
      await this.#page.goto(web.url);
      // The start page pairs the browser and goes on to the app.
      await this.#page.waitForURL((url) => url.pathname !== '/start');
    }
    return this.#page;
  }

  async openTrusted(action: () => Promise<void>): Promise<Page> {
    const opened = this.#browser.context.waitForEvent('page');
    await action();
    const page = await opened;
    await page.waitForLoadState('domcontentloaded');
    return page;
  }

  restart(): Promise<Page> {
    return this.#startAgain('SIGTERM');
  }

  restartAfterKill(): Promise<Page> {
    return this.#startAgain('SIGKILL');
  }

  nodeUrl(): string {
    const ready = this.#log().findLast((line) => line.message === 'The embedded node listens');
    return String(ready?.fields?.httpUrl);
  }

  processId(): number {
    const { pid } = this.#process?.child ?? {};
    if (pid === undefined) throw new Error('Sextant is not running.');
    return pid;
  }

  /** What the privileged side itself calls an error: bugs, and replies or topics that do not fit their schema. */
  loggedErrors(): string[] {
    return this.#log()
      .filter((line) => line.level === 'error')
      .map((line) => `logged: ${line.message} ${JSON.stringify(line.fields)}`);
  }

  allowConsoleError(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  async end(): Promise<void> {
    await this.#stop('SIGTERM');
    if (this.#isProfileOurs) rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  report(): string {
    return this.#output + (this.#process?.output() ?? '');
  }

  async #startAgain(signal: 'SIGTERM' | 'SIGKILL'): Promise<Page> {
    await this.#stop(signal);
    return this.start();
  }

  async #stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    // The documents first: one that is left open would complain about the host that went away.
    await closePages(this.#browser.context);
    if (this.#process !== undefined) {
      await endProcess(this.#process.child, signal);
      this.#output += this.#process.output();
    }
    this.#process = undefined;
    this.#page = undefined;
  }

  #log(): LogLine[] {
    const file = path.join(this.profile, 'logs', 'sextant.log');
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  #arguments(): string[] {
    const { blockTimeMs, seed, hasEmbeddedNode = true, hasHostedService = false, largeMinerSectors = 0, upgradeEpoch } = this.#options;
    return [
      '--profile',
      this.profile,
      '--large-miner',
      String(largeMinerSectors),
      ...(upgradeEpoch === undefined ? [] : ['--upgrade-at', String(upgradeEpoch)]),
      ...(blockTimeMs === undefined ? [] : ['--block-time-ms', String(blockTimeMs)]),
      ...(seed === undefined ? [] : ['--seed', seed]),
      ...(hasEmbeddedNode ? [] : ['--no-devnet']),
      ...(hasHostedService ? ['--hosted'] : []),
    ];
  }
}

/** Closes every page but one blank one, which keeps the browser alive. */
async function closePages(context: BrowserContext): Promise<void> {
  if (!context.pages().some((page) => page.url() === 'about:blank')) await context.newPage();
  for (const page of context.pages()) if (page.url() !== 'about:blank') await page.close();
}
