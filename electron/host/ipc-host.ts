/**
 * Serves the contract over Electron's IPC, with one check of all senders.
 *
 * Accepts messages only from the main frame of a window that the shell opened and that shows the window's document: the zone follows from
 * the window and the frame's origin, never from the message. Other messages (subframes, navigated pages, other windows) are dropped and
 * logged.
 */
import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import type { Zone } from '../../shared/ipc/define.ts';
import { CHANNEL_FROM_HOST, CHANNEL_TO_HOST } from '../../shared/ipc/wire.ts';
import type { HostSessionOptions } from './host-session.ts';
import { HostSession } from './host-session.ts';

export interface IpcHostOptions extends Pick<HostSessionOptions, 'dispatch' | 'publisher' | 'logger'> {
  readonly ipcMain: Pick<IpcMain, 'on' | 'removeListener'>;
  /** Origin of each zone's document, for example app://bundle */
  readonly origins: Readonly<Record<Zone, string>>;
}

interface OwnWindow {
  readonly zone: Zone;
  session: HostSession | undefined;
}

export class IpcHost {
  readonly #options: IpcHostOptions;
  readonly #windows = new Map<WebContents, OwnWindow>();
  readonly #onMessage = (event: IpcMainEvent, text: unknown): void => this.#receive(event, text);

  constructor(options: IpcHostOptions) {
    this.#options = options;
    options.ipcMain.on(CHANNEL_TO_HOST, this.#onMessage);
  }

  /** Accepts a window for one zone. Its session ends with the document; a reload starts a new one. */
  admit(contents: WebContents, zone: Zone): void {
    const own: OwnWindow = { zone, session: undefined };
    this.#windows.set(contents, own);
    const endSession = (): void => {
      own.session?.close();
      own.session = undefined;
    };
    contents.on('did-navigate', endSession);
    contents.on('render-process-gone', endSession);
    contents.on('destroyed', () => {
      endSession();
      this.#windows.delete(contents);
    });
  }

  close(): void {
    this.#options.ipcMain.removeListener(CHANNEL_TO_HOST, this.#onMessage);
    for (const own of this.#windows.values()) own.session?.close();
    this.#windows.clear();
  }

  /** Undefined for senders that are not accepted. */
  #zoneOf(event: IpcMainEvent): Zone | undefined {
    const own = this.#windows.get(event.sender);
    const frame = event.senderFrame;
    if (own === undefined || frame === null || frame.parent !== null) return undefined;
    return frame.origin === this.#options.origins[own.zone] ? own.zone : undefined;
  }

  #receive(event: IpcMainEvent, text: unknown): void {
    const { dispatch, publisher, logger } = this.#options;
    const zone = this.#zoneOf(event);
    const own = this.#windows.get(event.sender);
    if (zone === undefined || own === undefined) {
      logger.warn('A message from an unaccepted frame was dropped', { origin: event.senderFrame?.origin ?? 'none' });
      return;
    }
    const { sender } = event;
    own.session ??= new HostSession({
      zone,
      dispatch,
      publisher,
      logger,
      send: (message) => {
        if (!sender.isDestroyed()) sender.send(CHANNEL_FROM_HOST, JSON.stringify(message));
      },
    });
    own.session.receive(text);
  }
}
