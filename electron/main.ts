/**
 * Composition root for Electron: the services of the web host, with windows for the app and the trusted document.
 * Options: --profile DIR --block-time-ms N --seed S --large-miner N --no-devnet.
 */
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, safeStorage, session, shell } from 'electron';
import type { TrustedPurpose } from '../shared/ipc/schemas/app.ts';
import { composeHost, STOP_TIMEOUT_MS } from './compose.ts';
import { claimProfile } from './host/instance-file.ts';
import { IpcHost } from './host/ipc-host.ts';
import { createSecretFileStore, PLAIN_CIPHER } from './persistence/secret-file-store.ts';
import { readHostOptions } from './platform/host-options.ts';
import { installPath } from './platform/install-paths.ts';
import { JsonLineLogger } from './platform/json-line-logger.ts';
import { openLogFile } from './platform/log-file.ts';
import { logUncaughtErrors } from './platform/log-uncaught-errors.ts';
import { createProfilePaths } from './platform/profile-paths.ts';
import { systemClock } from './platform/system-clock.ts';
import { lockDownSession } from './shell/lock-down.ts';
import { menuTemplate } from './shell/menu.ts';
import { createSafeStorageCipher } from './shell/safe-storage-cipher.ts';
import { DOCUMENT_ORIGINS, registerSchemes, serveDocument } from './shell/schemes.ts';
import { createTrustedWindows } from './shell/trusted-windows.ts';
import { createWindowFactory } from './shell/windows.ts';

/** In memory only, so that the trusted document leaves nothing on disk. */
const TRUSTED_PARTITION = 'sextant-trusted';

const options = readHostOptions(process.argv.slice(1), false);
const paths = createProfilePaths(options.profileFolder);
const logger = new JsonLineLogger({ clock: systemClock, write: openLogFile(paths.file('logs', 'sextant.log')) });
logUncaughtErrors(logger);

app.setName('Sextant');
app.setPath('userData', options.profileFolder);
app.setPath('sessionData', paths.file('browser'));
app.enableSandbox();
registerSchemes(protocol);

if (app.requestSingleInstanceLock()) {
  // Not awaited at the top level: Electron is ready only after its main module has been evaluated.
  void app.whenReady().then(start).catch(failToStart);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const claim = await claimProfile(options.profileFolder, 'electron');
  if (claim.kind === 'taken') {
    dialog.showErrorBox(
      'Sextant is already running',
      `Another instance uses ${options.profileFolder}. If none is running, remove ${claim.file}.`,
    );
    app.exit(1);
    return;
  }
  process.on('exit', () => claim.profile.release());

  const rendererFolder = installPath('out/renderer');
  const sessions = { app: session.defaultSession, approval: session.fromPartition(TRUSTED_PARTITION) };
  for (const zone of ['app', 'approval'] as const) {
    lockDownSession(sessions[zone], DOCUMENT_ORIGINS[zone]);
    serveDocument(sessions[zone].protocol, zone, rendererFolder);
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)));

  const createDocumentWindow = createWindowFactory({
    createWindow: (windowOptions) => new BrowserWindow(windowOptions),
    preloadFile: installPath('out/preload/preload.cjs'),
    isDark: () => nativeTheme.shouldUseDarkColors,
    openExternal: (url) => void shell.openExternal(url),
    logger: logger.child('shell'),
  });
  const trustedWindows = createTrustedWindows({
    createWindow: (url) => openDocument('approval', url, 560, 820),
  });
  const hasKeyStore = await safeStorage.isAsyncEncryptionAvailable();
  const host = await composeHost({
    host: 'electron',
    options,
    paths,
    logger,
    // Without a key store the vault seals tokens; until a vault exists, only the file mode protects them, as on the web host.
    secrets: createSecretFileStore(paths.file('secrets.json'), hasKeyStore ? createSafeStorageCipher(safeStorage) : PLAIN_CIPHER),
    trusted: {
      open: async (purpose: TrustedPurpose) => {
        await trustedWindows.open(purpose);
        return {};
      },
    },
  });
  const ipcHost = new IpcHost({
    ipcMain,
    dispatch: host.dispatch,
    publisher: host.publisher,
    logger: logger.child('ipc'),
    origins: DOCUMENT_ORIGINS,
  });

  async function openDocument(zone: 'app' | 'approval', url: string, width: number, height: number): Promise<BrowserWindow> {
    const window = createDocumentWindow({ zone, origin: DOCUMENT_ORIGINS[zone], session: sessions[zone], width, height });
    ipcHost.admit(window.webContents, zone);
    await window.loadURL(url);
    return window;
  }

  // A promise, so that a second start while the first window loads does not open another.
  let appWindow: Promise<BrowserWindow> | undefined;
  async function showApp(): Promise<void> {
    const known = appWindow;
    const window = await known;
    if (window !== undefined && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore();
      window.focus();
      return;
    }
    if (appWindow === known) appWindow = openDocument('app', `${DOCUMENT_ORIGINS.app}/`, 1440, 900);
    await appWindow;
  }

  app.on('second-instance', () => void showApp());
  app.on('activate', () => void showApp());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let isStopping = false;
  app.on('will-quit', (event) => {
    // `app.exit` does not emit this event, and quitting twice must not interrupt saving.
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => app.exit(1), STOP_TIMEOUT_MS).unref();
    ipcHost.close();
    void host
      .stop()
      .catch((error) => logger.error('Stopping failed', { stack: String(error) }))
      .finally(() => app.exit(0));
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  await showApp();
}

function failToStart(error: unknown): void {
  logger.error('Could not start Sextant', { stack: error instanceof Error ? error.stack : String(error) });
  dialog.showErrorBox('Could not start Sextant', error instanceof Error ? error.message : String(error));
  app.exit(1);
}
