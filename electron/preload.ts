/**
 * The bridge of one window: JSON text both ways for the calls and topics of its zone, the path of a file that was chosen in the app, and
 * nothing else.
 *
 * Runs in the sandbox, in a world of its own. Which names exist is derived from the contract; the zone is told by main when
 * it opens the window. That is tidiness, not the defence: main's gate decides by window and origin (host/ipc-host.ts).
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { contract } from '../shared/ipc/contract.ts';
import { definitionsOf } from '../shared/ipc/derive.ts';
import type { DesktopBridge } from '../shared/ipc/wire.ts';
import { BRIDGE_NAME, CHANNEL_FROM_HOST, CHANNEL_TO_HOST, zClientMessage, zoneOfArguments } from '../shared/ipc/wire.ts';

declare const process: { readonly argv: readonly string[] };

const zone = zoneOfArguments(process.argv);
const names = new Set(definitionsOf(contract, zone).map((entry) => entry.name));

const bridge: DesktopBridge = {
  send(text) {
    const message = zClientMessage.parse(JSON.parse(text));
    if (!names.has(message.type === 'call' ? message.name : message.topic)) throw new Error('This window has no such call.');
    ipcRenderer.send(CHANNEL_TO_HOST, text);
  },
  onMessage(listener) {
    const forward = (_event: unknown, text: unknown): void => {
      if (typeof text === 'string') listener(text);
    };
    ipcRenderer.on(CHANNEL_FROM_HOST, forward);
    return () => {
      ipcRenderer.removeListener(CHANNEL_FROM_HOST, forward);
    };
  },
  // A market file is loaded by its path; nothing is chosen in the trusted document.
  ...(zone === 'app' ? { pathOfFile: (file: unknown): string => webUtils.getPathForFile(file as File) } : {}),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
