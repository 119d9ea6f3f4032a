/** What a document in Electron may not do, asked of the handlers that the shell installs. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserWindowConstructorOptions, Session, WebContents } from 'electron';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseExternalLink } from '../../electron/shell/external-link.ts';
import { lockDownContents, lockDownSession } from '../../electron/shell/lock-down.ts';
import { serveDocument } from '../../electron/shell/schemes.ts';
import { createWindowFactory } from '../../electron/shell/windows.ts';
import { createSample } from '../contract/sample.ts';

const { logger } = createSample();

describe('external links', () => {
  test.each(['https://filfox.info/en/message/bafy2', 'https://docs.filecoin.io/?a=b#c'])('%s is handed to the system', (url) => {
    expect(parseExternalLink(url)).toBe(url);
  });

  test.each([
    'http://example.org/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'app://bundle/',
    'smb://host/share',
    'ms-msdt:/id',
    'https://user:secret@example.org/',
    'https://',
    '',
    'not an address',
    `https://example.org/${'a'.repeat(3000)}`,
  ])('%s is not', (url) => {
    expect(parseExternalLink(url)).toBeUndefined();
  });
});

describe('windows', () => {
  class FakeContents extends EventEmitter {
    open: ((details: { url: string }) => { action: string }) | undefined;
    webRtcPolicy: string | undefined;
    setWebRTCIPHandlingPolicy(policy: string): void {
      this.webRtcPolicy = policy;
    }
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
      this.open = handler;
    }
  }

  function lockedContents() {
    const contents = new FakeContents();
    const opened: string[] = [];
    lockDownContents(contents as unknown as WebContents, { origin: 'app://bundle', openExternal: (url) => opened.push(url), logger });
    return { contents, opened };
  }

  test.each([
    { url: 'app://bundle/', isLeft: false },
    { url: 'app://bundle/assets/x.js', isLeft: false },
    { url: 'app://bundle.evil/', isLeft: true },
    { url: 'app://bundle', isLeft: true },
    { url: 'approve://bundle/', isLeft: true },
    { url: 'https://example.org/', isLeft: true },
    { url: 'file:///etc/passwd', isLeft: true },
    { url: 'data:text/html,x', isLeft: true },
  ])('navigating to $url is prevented: $isLeft', ({ url, isLeft }) => {
    const { contents } = lockedContents();
    let isPrevented = false;
    contents.emit('will-navigate', {
      url,
      preventDefault: () => {
        isPrevented = true;
      },
    });
    expect(isPrevented).toBe(isLeft);
  });

  test('peer connections may send nothing over UDP', () => {
    expect(lockedContents().contents.webRtcPolicy).toBe('disable_non_proxied_udp');
  });

  test('no window is ever opened; an https link goes to the system', () => {
    const { contents, opened } = lockedContents();
    for (const url of ['https://example.org/', 'http://example.org/', 'app://bundle/', 'approve://bundle/', 'javascript:1']) {
      expect(contents.open?.({ url })).toEqual({ action: 'deny' });
    }
    expect(opened).toEqual(['https://example.org/']);
  });

  test('windows are sandboxed and isolated, and know their zone', () => {
    const made: BrowserWindowConstructorOptions[] = [];
    const create = createWindowFactory({
      createWindow: (options) => {
        made.push(options);
        throw new Error('no window in this test');
      },
      preloadFile: 'preload.cjs',
      isDark: () => true,
      openExternal: () => {},
      logger,
    });
    for (const zone of ['app', 'approval'] as const) {
      const session = {} as Session;
      expect(() => create({ zone, origin: 'app://bundle', session, width: 800, height: 600 })).toThrow('no window');
    }
    for (const { webPreferences } of made) {
      expect(webPreferences).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
      });
    }
    expect(made.map((options) => options.webPreferences?.additionalArguments)).toEqual([
      ['--sextant-zone=app'],
      ['--sextant-zone=approval'],
    ]);
  });
});

describe('session', () => {
  type Answer = (isGranted: boolean) => void;
  type Filter = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

  function lockedSession() {
    const installed: {
      request?: (contents: unknown, permission: string, answer: Answer) => void;
      check?: (contents: unknown, permission: string) => boolean;
      device?: () => boolean;
      filter?: Filter;
    } = {};
    const session = {
      setPermissionRequestHandler: (handler: typeof installed.request) => Object.assign(installed, { request: handler }),
      setPermissionCheckHandler: (handler: typeof installed.check) => Object.assign(installed, { check: handler }),
      setDevicePermissionHandler: (handler: typeof installed.device) => Object.assign(installed, { device: handler }),
      webRequest: { onBeforeRequest: (handler: Filter) => Object.assign(installed, { filter: handler }) },
      on: () => {},
    };
    lockDownSession(session as unknown as Session, 'app://bundle');
    return installed;
  }

  test('every permission but writing text to the clipboard is denied', () => {
    const { request, check, device } = lockedSession();
    const granted: string[] = [];
    for (const permission of [
      'clipboard-read',
      'clipboard-sanitized-write',
      'media',
      'geolocation',
      'notifications',
      'midi',
      'pointerLock',
      'fullscreen',
      'openExternal',
      'hid',
      'serial',
      'usb',
      'fileSystem',
      'display-capture',
    ]) {
      request?.({}, permission, (isGranted) => {
        if (isGranted) granted.push(permission);
      });
      if (check?.({}, permission)) granted.push(permission);
    }
    expect(granted).toEqual(['clipboard-sanitized-write', 'clipboard-sanitized-write']);
    expect(device?.()).toBe(false);
  });

  test.each([
    { url: 'app://bundle/assets/x.js', isCancelled: false },
    { url: 'data:image/svg+xml,x', isCancelled: false },
    { url: 'blob:app://bundle/8f0c', isCancelled: false },
    { url: 'blob:app://bundle.evil/8f0c', isCancelled: true },
    { url: 'blob:https://example.org/8f0c', isCancelled: true },
    { url: 'app://bundle.evil/x', isCancelled: true },
    { url: 'approve://bundle/', isCancelled: true },
    { url: 'http://127.0.0.1:1234/rpc/v1', isCancelled: true },
    { url: 'https://example.org/', isCancelled: true },
    { url: 'ws://127.0.0.1:1234/', isCancelled: true },
    { url: 'file:///etc/passwd', isCancelled: true },
    { url: 'data:text/html,x', isCancelled: true },
  ])('a request to $url is cancelled: $isCancelled', ({ url, isCancelled }) => {
    let response: { cancel?: boolean } | undefined;
    lockedSession().filter?.({ url }, (given) => {
      response = given;
    });
    expect(response).toEqual({ cancel: isCancelled });
  });
});

describe('downloads', () => {
  function download(url: string) {
    let handler: ((event: unknown, item: unknown) => void) | undefined;
    const session = {
      setPermissionRequestHandler: () => {},
      setPermissionCheckHandler: () => {},
      setDevicePermissionHandler: () => {},
      webRequest: { onBeforeRequest: () => {} },
      on: (event: string, given: typeof handler) => {
        if (event === 'will-download') handler = given;
      },
    };
    lockDownSession(session as unknown as Session, 'app://bundle');
    const told: string[] = [];
    handler?.(
      { preventDefault: () => told.push('refused') },
      { getURL: () => url, setSaveDialogOptions: () => told.push('asked'), setSavePath: () => told.push('written unasked') },
    );
    return told;
  }

  test('what the document made itself is written where the user says', () => {
    expect(download('blob:app://bundle/8f0c')).toEqual(['asked']);
  });

  test.each([
    'app://bundle/assets/x.js',
    'blob:app://bundle.evil/8f0c',
    'blob:approve://bundle/8f0c',
    'https://example.org/x.exe',
    'data:text/plain,x',
    'file:///etc/passwd',
  ])('%s is not written', (url) => {
    expect(download(url)).toEqual(['refused']);
  });
});

describe('schemes', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sextant-schemes-'));
    writeFileSync(path.join(folder, 'index.html'), 'the app');
    writeFileSync(path.join(folder, 'approve.html'), 'the trusted document');
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(zone: 'app' | 'approval', url: string, method = 'GET'): Promise<Response> {
    let handler: ((request: Request) => Response | Promise<Response>) | undefined;
    const protocol = {
      handle: (_scheme: string, given: typeof handler) => {
        handler = given;
      },
    };
    serveDocument(protocol as Parameters<typeof serveDocument>[0], zone, folder);
    if (handler === undefined) throw new Error('nothing was installed');
    return handler(new Request(url, { method }));
  }

  test('each scheme serves its document under the policy, and nothing of the other', async () => {
    const app = await ask('app', 'app://bundle/');
    expect([await app.text(), app.headers.get('content-security-policy')]).toEqual([
      'the app',
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(app.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await (await ask('approval', 'approve://bundle/')).text()).toBe('the trusted document');
    expect((await ask('app', 'app://bundle/approve.html')).status).toBe(404);
    expect((await ask('approval', 'approve://bundle/index.html')).status).toBe(404);
  });

  test.each([
    { url: 'app://elsewhere/', status: 403 },
    { url: 'app://bundle/%2e%2e/%2e%2e/package.json', status: 404 },
    { url: 'app://bundle/assets/..%2findex.html', status: 404 },
    { url: 'app://bundle/package.json', status: 404 },
  ])('$url answers $status', async ({ url, status }) => {
    expect((await ask('app', url)).status).toBe(status);
  });

  test('only GET is answered', async () => {
    expect((await ask('app', 'app://bundle/', 'POST')).status).toBe(403);
  });
});
