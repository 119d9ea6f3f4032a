/** Stands where the `electron` module would: what Sextant's main uses of it, and nothing more. See README.md. */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { Cdp } from './cdp.ts';
import { record } from './record.ts';
import { protocol, session } from './sessions.ts';
import type { WebPreferences } from './web-contents.ts';
import { StandinWebContents } from './web-contents.ts';

export { protocol, session };

const windows = new Set<BrowserWindow>();
let isQuitting = false;
let isReady = false;
let markEvaluated: () => void = () => {};
/** Electron is ready only after its main module has been evaluated. */
const evaluated = new Promise<void>((resolve) => {
  markEvaluated = resolve;
});

const browser: Promise<Cdp> = connect();
const ready = Promise.all([browser, evaluated]).then(() => {
  isReady = true;
});

async function connect(): Promise<Cdp> {
  const cdp = await Cdp.open(process.env.STANDIN_CDP ?? '');
  cdp.onClose(() => process.exit(0));
  cdp.on<{ targetInfo: { targetId: string; type: string; openerId?: string } }>('Target.targetCreated', ({ targetInfo }) => {
    // A window that one of our pages opened, which Chromium does before anybody is asked: main's answer is always no.
    const isOurs = [...windows].some((window) => window.webContents.targetId === targetInfo.openerId);
    if (targetInfo.type === 'page' && targetInfo.openerId !== undefined && isOurs) closeTarget(targetInfo.targetId);
  });
  cdp.on<{ targetId: string }>('Target.targetDestroyed', ({ targetId }) => {
    for (const window of windows) if (window.webContents.targetId === targetId) window.markGone();
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  return cdp;
}

function closeTarget(targetId: string): void {
  // Already closed is as good.
  void browser.then((cdp) => cdp.send('Target.closeTarget', { targetId })).catch(() => undefined);
}

class PreventableEvent {
  isPrevented = false;
  preventDefault(): void {
    this.isPrevented = true;
  }
}

class App extends EventEmitter {
  readonly isPackaged = process.env.STANDIN_PACKAGED === '1';
  readonly #paths = new Map<string, string>();
  #name = 'standin';

  whenReady(): Promise<void> {
    return ready;
  }

  isReady(): boolean {
    return isReady;
  }

  getName(): string {
    return this.#name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getPath(name: string): string {
    return this.#paths.get(name) ?? path.join(process.cwd(), name);
  }

  setPath(name: string, folder: string): void {
    this.#paths.set(name, folder);
    record('path', { name, folder });
  }

  enableSandbox(): void {
    if (isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    record('sandbox', true);
  }

  requestSingleInstanceLock(): boolean {
    return process.env.STANDIN_IS_SECOND !== '1';
  }

  quit(): void {
    if (isQuitting) return;
    const before = new PreventableEvent();
    this.emit('before-quit', before);
    if (before.isPrevented) return;
    isQuitting = true;
    for (const window of [...windows]) window.close();
    const event = new PreventableEvent();
    this.emit('will-quit', event);
    record('will-quit', { isPrevented: event.isPrevented });
    if (event.isPrevented) isQuitting = false;
    else this.exit(0);
  }

  exit(code: number): void {
    // Gives the messages to the test and to the browser time to leave.
    setTimeout(() => process.exit(code), 20);
  }
}

export const app = new App();

class IpcMain extends EventEmitter {}
export const ipcMain = new IpcMain();

interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly show?: boolean;
  readonly webPreferences?: WebPreferences;
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: StandinWebContents;
  #isVisible: boolean;

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  constructor(options: WindowOptions) {
    super();
    if (!isReady) throw new Error('Cannot create BrowserWindow before app is ready');
    const { width = 800, height = 600, show = true, webPreferences = {} } = options;
    this.#isVisible = show;
    this.webContents = new StandinWebContents(
      browser,
      webPreferences,
      { width, height },
      webPreferences.session ?? session.defaultSession,
      (contents, name, values) => ipcMain.emit(name, { sender: contents, senderFrame: contents.mainFrame }, ...values),
    );
    windows.add(this);
    this.webContents.once('standin-painted', () => this.emit('ready-to-show'));
    const { session: _session, ...plain } = webPreferences;
    record('window', { width, height, webPreferences: plain });
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.#isVisible = true;
    record('show', this.webContents.getURL());
  }

  focus(): void {
    record('focus', this.webContents.getURL());
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    record('restore', this.webContents.getURL());
  }

  isDestroyed(): boolean {
    return !windows.has(this);
  }

  close(): void {
    const { targetId } = this.webContents;
    this.markGone();
    if (targetId !== undefined) closeTarget(targetId);
  }

  /** The page is gone, closed by main, by the page or by the test. */
  markGone(): void {
    if (!windows.delete(this)) return;
    this.webContents.markDestroyed();
    this.emit('closed');
    if (windows.size === 0 && !isQuitting) app.emit('window-all-closed');
  }
}

interface MenuItemOptions {
  readonly role?: string;
  readonly label?: string;
  readonly submenu?: readonly MenuItemOptions[];
}

export class Menu {
  readonly items: readonly MenuItemOptions[];

  static buildFromTemplate(template: readonly MenuItemOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu): void {
    record('menu', menu.items);
  }

  constructor(items: readonly MenuItemOptions[]) {
    this.items = items;
  }
}

export const shell = {
  openExternal: async (url: string): Promise<void> => record('open-external', url),
};

export const dialog = {
  showErrorBox: (title: string, content: string): void => record('error-box', { title, content }),
};

export const nativeTheme = { shouldUseDarkColors: true };

const SEAL = 'standin-sealed:';

/** As the system's key store behaves towards main; nothing here is secret. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => process.env.STANDIN_HAS_NO_KEY_STORE !== '1',
  encryptStringAsync: async (text: string): Promise<Buffer> => Buffer.from(SEAL + Buffer.from(text).toString('base64')),
  decryptStringAsync: async (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
    const text = sealed.toString();
    if (!text.startsWith(SEAL)) throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    return { result: Buffer.from(text.slice(SEAL.length), 'base64').toString(), shouldReEncrypt: false };
  },
};

export { markEvaluated };

/** The test process asks for a quit, or for a second start to be announced; when it goes, so does the stand-in. */
process.on('message', (message) => {
  if (message === 'quit') app.quit();
  else if (message === 'second-instance') app.emit('second-instance', {}, [], process.cwd());
});
process.on('disconnect', () => process.exit(0));
