/** `protocol` and `session`: each session has handlers and locks of its own, as in Electron. */

type Handler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;
type PermissionRequest = (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void;

const registeredSchemes = new Set<string>();

class StandinProtocol {
  readonly handlers = new Map<string, Handler>();

  handle(scheme: string, handler: Handler): void {
    if (this.handlers.has(scheme)) throw new Error(`The scheme ${scheme} has been handled`);
    this.handlers.set(scheme, handler);
  }
}

export class StandinSession {
  readonly protocol = new StandinProtocol();
  readonly webRequest = {
    onBeforeRequest: (handler: BeforeRequest): void => {
      this.#beforeRequest = handler;
    },
  };
  permissionRequest: PermissionRequest | undefined;
  permissionCheck: ((contents: unknown, permission: string) => boolean) | undefined;
  #beforeRequest: BeforeRequest | undefined;

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler: (contents: unknown, permission: string) => boolean): void {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(_handler: () => boolean): void {
    // Chromium under test has no devices to ask for.
  }

  on(event: 'will-download', _handler: unknown): void {
    // The browser under test writes downloads by itself; what main says to them is asked of its handler.
    if (event !== 'will-download') throw new Error(`The stand-in session knows no event ${event}`);
  }

  /** Whether main's request filter lets an address through. */
  isAllowed(url: string): Promise<boolean> {
    const handler = this.#beforeRequest;
    if (handler === undefined) return Promise.resolve(true);
    return new Promise((resolve) => handler({ url }, (response) => resolve(response.cancel !== true)));
  }
}

const partitions = new Map<string, StandinSession>();

export const session = {
  defaultSession: new StandinSession(),
  fromPartition(name: string): StandinSession {
    const known = partitions.get(name) ?? new StandinSession();
    partitions.set(name, known);
    return known;
  },
};

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    for (const { scheme } of schemes) registeredSchemes.add(scheme);
  },
};

const MAPPED_SUFFIX = 'standin.test';

/** Chromium knows no scheme of ours: `app://bundle/x` is `https://bundle.app.standin.test/x` there. */
export function toPageUrl(url: string): string {
  return url.replace(/^([a-z]+):\/\/([^/?#]*)/, (whole, scheme: string, host: string) =>
    registeredSchemes.has(scheme) ? `https://${host}.${scheme}.${MAPPED_SUFFIX}` : whole,
  );
}

export function fromPageUrl(url: string): string {
  return url.replace(/^https:\/\/([^/?#]*)\.([a-z]+)\.standin\.test/, '$2://$1');
}
