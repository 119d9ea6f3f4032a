/**
 * Wire format of a contract over any two-way pipe: a WebSocket, Electron's IPC, or a function call in tests.
 * The privileged side parses what comes from a document; a document trusts what its own host sends.
 */
import { z } from 'zod';
import type { Zone } from './define.ts';
import type { ErrorEnvelope, Reply, TopicFrame } from './envelope.ts';

const zName = z.string().min(3).max(100);

/** Sent by a document. */
export const zClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number().int().min(1), name: zName, input: z.unknown() }),
  z.object({ type: z.literal('subscribe'), topic: zName }),
  z.object({ type: z.literal('unsubscribe'), topic: zName }),
  /** Sent by a subscriber that saw a gap. */
  z.object({ type: z.literal('snapshot'), topic: zName }),
]);
export type ClientMessage = z.infer<typeof zClientMessage>;

/** Sent by a host. */
export type HostMessage =
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'frame'; readonly frame: TopicFrame }
  | { readonly type: 'refused'; readonly topic: string; readonly error: ErrorEnvelope };

/** Additional WebSocket messages: a challenge for the trusted document, then a welcome. */
export type SocketMessage = HostMessage | { readonly type: 'challenge'; readonly challenge: string } | { readonly type: 'welcome' };

/** The only message accepted before the welcome: the challenge, signed by the paired browser's key. */
export const zSocketProof = z.object({ type: z.literal('proof'), publicKey: z.string().max(200), signature: z.string().max(200) });
export type SocketProof = z.infer<typeof zSocketProof>;

/**
 * A document's end of a permanent pipe, as exposed by Electron's preload and the memory host. Uses JSON text like a socket, so that values
 * are the same on every host.
 */
export interface MessagePipe {
  /** A `ClientMessage`. */
  send(text: string): void;
  /** Receives `HostMessage`s. Returns a function to unsubscribe. */
  onMessage(listener: (text: string) => void): () => void;
}

/** Exposed by the preload of the app's window in addition to the pipe. */
export interface DesktopBridge extends MessagePipe {
  /** Full path of a file chosen in this window; empty if it is not on disk. */
  pathOfFile?(file: unknown): string;
}

/** Maximum size of a document's message, far above that of a draft with hex parameters. */
export const MAX_CLIENT_MESSAGE_BYTES = 4 * 1024 * 1024;

/** WebSocket subprotocol of this wire format; the app's session token is a second one with this prefix. */
export const SOCKET_PROTOCOL = 'sextant.v1';
export const SOCKET_TOKEN_PREFIX = 'token.';
/** Paths of the web host's endpoints at the origin of each document. */
export const SOCKET_PATH = '/socket';
export const SESSION_PATH = '/session';
/** WebSocket close code for an unknown session token or browser. */
export const CLOSE_UNAUTHORISED = 4401;
/** WebSocket close code at the end of a trusted session: no call is in progress, and a new proof opens the next one. */
export const CLOSE_SESSION_ENDED = 4402;

/** Electron's IPC channels, one for each direction, and the name under which the preload exposes the pipe. */
export const CHANNEL_TO_HOST = 'sextant:to-host';
export const CHANNEL_FROM_HOST = 'sextant:from-host';
export const BRIDGE_NAME = 'sextantBridge';

const ZONE_ARGUMENT = '--sextant-zone=';

/** The argument by which main tells a window's preload its zone. */
export function zoneArgument(zone: Zone): string {
  return `${ZONE_ARGUMENT}${zone}`;
}

/** The zone in a preload's arguments; the app by default. */
export function zoneOfArguments(argv: readonly string[]): Zone {
  return argv.includes(zoneArgument('approval')) ? 'approval' : 'app';
}
