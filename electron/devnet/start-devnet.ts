/**
 * The embedded node: a chain of its own behind the JSON-RPC of a Filecoin node, on loopback only.
 * Callers are Sextant's worker, the command line and tests; whoever connects is untrusted and has `read` without a token.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { answerControl, type ControlOptions } from './control/control-endpoint.ts';
import { ProducerClock } from './control/producer-clock.ts';
import { DEFAULT_BLOCK_TIME_MS, type DevnetOptions, type RunningDevnet } from './devnet-options.ts';
import { openChain } from './open-chain.ts';
import { addChainMethods } from './rpc/chain-methods.ts';
import { addDealMethods } from './rpc/deal-methods.ts';
import type { MethodTable } from './rpc/dispatcher.ts';
import { addGasMethods } from './rpc/gas-methods.ts';
import { answerHttp } from './rpc/http-endpoint.ts';
import { addMessageMethods } from './rpc/message-methods.ts';
import { MethodTableBuilder } from './rpc/method-table.ts';
import { addMinerMethods } from './rpc/miner-methods.ts';
import { addMpoolMethods } from './rpc/mpool-methods.ts';
import { addNodeMethods, type NodeFacts, networkNameOf } from './rpc/node-methods.ts';
import { serveSocket } from './rpc/socket-endpoint.ts';
import { addStateMethods } from './rpc/state-methods.ts';
import { addStorageMinerMethods } from './rpc/storage-miner-methods.ts';
import { permissionsOf, TokenIssuer } from './rpc/tokens.ts';

const LOOPBACK = '127.0.0.1';
const MAX_SOCKET_FRAME_BYTES = 104_857_600;

/** Starts the node in this thread and resolves once it listens. Rejects when the port is taken or the data folder cannot be used. */
export async function startDevnet(options: DevnetOptions = {}): Promise<RunningDevnet> {
  const { chain, log } = openChain(options);
  const issuer = new TokenIssuer(chain.random.bytes('api-secret', randomBytes(16).toString('hex')));
  const networkName = networkNameOf(chain);
  const clock = new ProducerClock(chain, options.blockTimeMs ?? DEFAULT_BLOCK_TIME_MS, (error) => {
    process.stderr.write(`The embedded node stopped producing: ${error instanceof Error ? error.stack : String(error)}\n`);
  });

  const facts: { networkName: string; port: number } = { networkName, port: 0 };
  const tableFor = (version: 'v0' | 'v1'): MethodTable => nodeTable(chain, version, facts);
  const nodePaths = new Map([
    ['/rpc/v1', tableFor('v1')],
    ['/rpc/v0', tableFor('v0')],
  ]);
  const minerTable = new MethodTableBuilder();
  addStorageMinerMethods(minerTable, chain);
  const minerPaths = new Map<string, MethodTable>([['/rpc/v0', minerTable]]);
  const controlPath = `/control/${randomBytes(24).toString('base64url')}`;

  const control: ControlOptions = { chain, clock, networkName };
  const node = rpcServer(nodePaths, issuer, (request, response, path) => {
    if (!path.startsWith(`${controlPath}/`)) return false;
    void answerControl(request, response, path.slice(controlPath.length + 1), control);
    return true;
  });
  const miner = rpcServer(minerPaths, issuer, () => false);
  try {
    await listen(node.server, options.port ?? 0);
    await listen(miner.server, 0);
  } catch (error) {
    await Promise.all([node.close(), miner.close()]);
    log.close();
    throw error;
  }
  facts.port = portOf(node.server);
  if (options.isPaused !== true) clock.start();

  const base = `${LOOPBACK}:${facts.port}`;
  return {
    httpUrl: `http://${base}/rpc/v1`,
    wsUrl: `ws://${base}/rpc/v1`,
    minerUrl: `http://${LOOPBACK}:${portOf(miner.server)}/rpc/v0`,
    controlUrl: `http://${base}${controlPath}`,
    tokens: {
      read: issuer.issue(['read']),
      write: issuer.issue(['read', 'write']),
      sign: issuer.issue(['read', 'write', 'sign']),
      admin: issuer.issue(['read', 'write', 'sign', 'admin']),
    },
    async stop() {
      clock.stop();
      await Promise.all([node.close(), miner.close()]);
      log.close();
    },
  };
}

function nodeTable(chain: ReturnType<typeof openChain>['chain'], version: 'v0' | 'v1', facts: NodeFacts): MethodTable {
  const table = new MethodTableBuilder();
  addNodeMethods(table, chain, version, facts);
  addChainMethods(table, chain);
  addMessageMethods(table, chain, version);
  addMpoolMethods(table, chain);
  addGasMethods(table, chain);
  addStateMethods(table, chain);
  addMinerMethods(table, chain);
  addDealMethods(table, chain);
  return table;
}

interface RpcServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** One HTTP server with JSON-RPC over HTTP and WebSocket on these paths. */
function rpcServer(
  paths: ReadonlyMap<string, MethodTable>,
  issuer: TokenIssuer,
  other: (request: IncomingMessage, response: ServerResponse, path: string) => boolean,
): RpcServer {
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    // Only an address with a query needs the parser; the plain path is the busy case.
    const url = target.includes('?') ? new URL(target, `http://${LOOPBACK}`) : undefined;
    const path = url?.pathname ?? target;
    const table = paths.get(path);
    if (table !== undefined) {
      answerHttp(request, response, url, { table, issuer }).catch(() => response.destroy());
    } else if (!other(request, response, path)) {
      request.resume();
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('404 page not found\n');
    }
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_SOCKET_FRAME_BYTES,
    handleProtocols: (protocols) => [...protocols][0] ?? false,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', `http://${LOOPBACK}`);
    const table = paths.get(url.pathname);
    const permissions = permissionsOf(issuer, request.headers.authorization, url.searchParams.get('token'));
    if (table === undefined || permissions === undefined) {
      socket.end(
        `HTTP/1.1 ${table === undefined ? '404 Not Found' : '401 Unauthorized'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connection) => serveSocket(connection, table, permissions));
  });
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        for (const connection of sockets.clients) connection.terminate();
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
