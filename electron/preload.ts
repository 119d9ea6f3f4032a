/**
 * The bridge of one window: JSON text both ways for the calls and topics of its zone, and nothing else.
 *
 * Runs in the sandbox, in a world of its own. Which names exist is derived from the contract; the zone is told by main when
 * it opens the window. That is tidiness, not the defence: main's gate decides by window and origin (host/ipc-host.ts).
 */
import { contextBridge, ipcRenderer } from 'electron';
import { contract } from '../shared/ipc/contract.ts';
import { definitionsOf } from '../shared/ipc/derive.ts';
import type { MessagePipe } from '../shared/ipc/wire.ts';
import { BRIDGE_NAME, CHANNEL_FROM_HOST, CHANNEL_TO_HOST, zClientMessage, zoneOfArguments } from '../shared/ipc/wire.ts';

declare const process: { readonly argv: readonly string[] };

const names = new Set(definitionsOf(contract, zoneOfArguments(process.argv)).map((entry) => entry.name));

const bridge: MessagePipe = {
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
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
