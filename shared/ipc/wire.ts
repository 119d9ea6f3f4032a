/**
 * The messages that carry a contract over any two-way pipe: a WebSocket, Electron's IPC, or a function call in tests.
 * The privileged side parses what comes from a document; a document trusts what its own host sends.
 */
import { z } from 'zod';
import type { Zone } from './define.ts';
import type { ErrorEnvelope, Reply, TopicFrame } from './envelope.ts';

const zName = z.string().min(3).max(100);

/** What a document sends. */
export const zClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number().int().min(1), name: zName, input: z.unknown() }),
  z.object({ type: z.literal('subscribe'), topic: zName }),
  z.object({ type: z.literal('unsubscribe'), topic: zName }),
  /** Sent by a subscriber that saw a gap. */
  z.object({ type: z.literal('snapshot'), topic: zName }),
]);
export type ClientMessage = z.infer<typeof zClientMessage>;

/** What a host sends. */
export type HostMessage =
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'frame'; readonly frame: TopicFrame }
  | { readonly type: 'refused'; readonly topic: string; readonly error: ErrorEnvelope };

/** What a WebSocket carries besides: the trusted document's is challenged first; a document that may speak is greeted. */
export type SocketMessage = HostMessage | { readonly type: 'challenge'; readonly challenge: string } | { readonly type: 'welcome' };

/** The only message that the host takes before its greeting: the challenge, signed by the key that this browser was paired with. */
export const zSocketProof = z.object({ type: z.literal('proof'), publicKey: z.string().max(200), signature: z.string().max(200) });
export type SocketProof = z.infer<typeof zSocketProof>;

/**
 * A document's end of a pipe that is always there: what Electron's preload exposes, and what the memory host hands out.
 * It carries JSON text, as a socket does, so that a value means the same on every host.
 */
export interface MessagePipe {
  /** A `ClientMessage`. */
  send(text: string): void;
  /** A `HostMessage`. Returns the way to stop. */
  onMessage(listener: (text: string) => void): () => void;
}

/** What the preload of the app's window exposes beside the pipe. */
export interface DesktopBridge extends MessagePipe {
  /** Full path of a file that a person chose in this window; empty where there is none on disk. */
  pathOfFile?(file: unknown): string;
}

/** No message of a document is longer than this; a draft with its parameters as hex fits many times over. */
export const CLIENT_MESSAGE_BYTES_AT_MOST = 4 * 1024 * 1024;

/** The WebSocket subprotocol of this wire format; the app's session token travels beside it as a second one with this prefix. */
export const SOCKET_PROTOCOL = 'sextant.v1';
export const SOCKET_TOKEN_PREFIX = 'token.';
/** Paths of a web host's own endpoints, below the origin of each document. */
export const SOCKET_PATH = '/socket';
export const SESSION_PATH = '/session';
/** WebSocket close code for a session token or a browser that the host does not know (any more). */
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

/** The zone among a preload's arguments; the app's where none is named. */
export function zoneOfArguments(argv: readonly string[]): Zone {
  return argv.includes(zoneArgument('approval')) ? 'approval' : 'app';
}
