/**
 * Stands between Sextant and a node that is well, and is the fault: switched on, switched off, on one address throughout. HTTP calls
 * and WebSocket frames are passed on as they are until a test says otherwise.
 */
import { WebSocket } from 'ws';
import {
  answer,
  answerText,
  type HttpScript,
  type ScriptedNode,
  type SeenFrame,
  type SeenRequest,
  startScriptedNode,
} from '../scripted-node/scripted-node.ts';

/** What becomes of a frame of the node on its way to Sextant; undefined: it is lost. */
type FrameChange = (text: string) => string | undefined;
/** What becomes of a result of the node. */
type ResultChange = (result: unknown, request: SeenRequest) => unknown;

export interface FaultNode {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly port: number;
  /** Every HTTP call is answered by the script; WebSockets are broken and refused. */
  fail(script: HttpScript): void;
  /** Calls of these methods are answered by the script; all else goes on. */
  failMethods(methods: readonly string[], script: HttpScript): void;
  /** Results of these methods are changed; over HTTP. */
  change(methods: Readonly<Record<string, ResultChange>>): void;
  /** WebSockets are broken and refused; HTTP goes on. */
  refuseSockets(): void;
  dropSockets(): void;
  /** Frames of the node pass this on their way. */
  onNodeFrame(change: FrameChange): void;
  /** Sends a frame of nobody's to every WebSocket. */
  inject(text: string): void;
  /** WebSockets stay open and nothing passes, not even a pong. */
  freezeSockets(): void;
  /** Nothing listens any more. */
  goDown(): Promise<void>;
  /** As a node that is well, on the same address. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFaultNode(target: { readonly httpUrl: string; readonly wsUrl: string }): Promise<FaultNode> {
  const links = new Map<WebSocket, { readonly upstream: WebSocket; readonly waiting: string[] }>();
  let node: ScriptedNode | undefined;
  let frameChange: FrameChange = (text) => text;
  let isFrozen = false;

  const pass: HttpScript = (request, response) => void forward(target.httpUrl, request, response);
  const link = (socket: WebSocket, token: string | undefined): void => {
    const upstream = new WebSocket(target.wsUrl, token === undefined ? {} : { headers: { Authorization: token } });
    const waiting: string[] = [];
    links.set(socket, { upstream, waiting });
    upstream.on('open', () => {
      for (const text of waiting.splice(0)) upstream.send(text);
    });
    upstream.on('message', (data) => {
      const text = isFrozen ? undefined : frameChange(data.toString());
      if (text !== undefined) socket.send(text);
    });
    upstream.on('error', () => socket.terminate());
    upstream.on('close', () => socket.close());
    socket.on('close', () => {
      links.delete(socket);
      upstream.terminate();
    });
  };
  const passFrame = (socket: WebSocket, { text }: SeenFrame): void => {
    const held = links.get(socket);
    if (held?.upstream.readyState === WebSocket.OPEN) held.upstream.send(text);
    else held?.waiting.push(text);
  };
  const listen = async (port: number): Promise<ScriptedNode> => {
    const started = await startScriptedNode({ port });
    started.onRequest(pass);
    started.onConnection((socket) => link(socket, started.upgrades.at(-1)?.authorization));
    started.onFrame(passFrame);
    return started;
  };
  const required = (): ScriptedNode => {
    if (node === undefined) throw new Error('The node is down.');
    return node;
  };
  const goDown = async (): Promise<void> => {
    const stopping = node;
    node = undefined;
    await stopping?.stop();
  };
  const refuseSockets = (): void => {
    required().refuseUpgrades(503);
    required().dropSockets();
  };

  node = await listen(0);
  const { httpUrl, wsUrl } = node;
  const port = Number(new URL(httpUrl).port);
  return {
    httpUrl,
    wsUrl,
    port,
    fail: (script) => {
      required().onRequest(script);
      refuseSockets();
    },
    failMethods: (methods, script) =>
      required().onRequest((request, response, count) => (methods.includes(bareMethod(request)) ? script : pass)(request, response, count)),
    change: (changes) =>
      required().onRequest((request, response, count) => {
        const change = changes[bareMethod(request)];
        if (change === undefined) pass(request, response, count);
        else void forward(target.httpUrl, request, response, change);
      }),
    refuseSockets,
    dropSockets: () => required().dropSockets(),
    onNodeFrame: (change) => {
      frameChange = change;
    },
    inject: (text) => {
      for (const socket of links.keys()) socket.send(text);
    },
    freezeSockets: () => {
      isFrozen = true;
      // A socket that is not read answers no ping.
      for (const socket of links.keys()) socket.pause();
    },
    goDown,
    heal: async () => {
      frameChange = (text) => text;
      if (isFrozen) required().dropSockets();
      isFrozen = false;
      if (node === undefined) node = await listen(port);
      node.onRequest(pass);
      node.refuseUpgrades(undefined);
    },
    stop: goDown,
  };
}

/** Answers with a status and a text, whatever is asked. */
export const asText =
  (status: number, body: string, headers: Record<string, string> = {}): HttpScript =>
  (_request, response) =>
    answerText(response, status, body, headers);

/** Answers with a status and a JSON-RPC reply. */
export const asReply =
  (status: number, body: object): HttpScript =>
  (request, response) =>
    answer(response, status, request, body);

/** Answers with a text that knows the id of the request. */
export const asBody =
  (write: (id: string) => string): HttpScript =>
  (request, response) =>
    answerText(response, 200, write(String(request.call.id)));

function bareMethod(request: SeenRequest): string {
  return (request.call.method ?? '').replace(/^.*\./, '');
}

async function forward(
  url: string,
  request: SeenRequest,
  response: Parameters<HttpScript>[1],
  change?: ResultChange | undefined,
): Promise<void> {
  const { authorization } = request.headers;
  const headers = { 'Content-Type': 'application/json', ...(authorization === undefined ? {} : { Authorization: authorization }) };
  try {
    const reply = await fetch(new URL(request.path, url), { method: 'POST', headers, body: request.body });
    const text = await reply.text();
    const content = change === undefined ? undefined : (JSON.parse(text) as { result?: unknown });
    const body =
      content === undefined || change === undefined ? text : JSON.stringify({ ...content, result: change(content.result, request) });
    answerText(response, reply.status, body, { 'Content-Type': 'application/json' });
  } catch (error) {
    answerText(response, 502, String(error));
  }
}
