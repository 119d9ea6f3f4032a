/**
 * The bridge of one window: JSON messages for the calls and topics of its zone, and the path of a file chosen in the app.
 *
 * Runs sandboxed in an isolated world. The names come from the contract, the zone from main when it opens the window. This check is not a
 * security control: main checks window and origin (host/ipc-host.ts).
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
    if (!names.has(message.type === 'call' ? message.name : message.topic)) throw new Error('Unknown call for this window.');
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
  // For market files, which are loaded by path; the trusted document opens no files.
  ...(zone === 'app' ? { pathOfFile: (file: unknown): string => webUtils.getPathForFile(file as File) } : {}),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
