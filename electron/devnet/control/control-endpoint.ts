/**
 * The control address of the embedded node: faucet and clock.
 * Who knows the random path may use it; a web page cannot, because a request with an Origin, or one whose body is not
 * declared as JSON (which a page cannot send elsewhere without asking first), is refused. Called by Sextant and by tests.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Address, parseAddress } from '../../../shared/domain/address.ts';
import { FIL } from '../../../shared/domain/amount.ts';
import { BLOCK_DELAY_SECONDS } from '../chain/block-builder.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { FAUCET } from '../chain/genesis.ts';
import { addressJson } from '../rpc/chain-json.ts';
import { readBody } from '../rpc/http-endpoint.ts';
import { type JsonValue, writeJson } from '../rpc/json-writer.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import type { ProducerClock } from './producer-clock.ts';

const MAX_BODY_BYTES = 10_000;
const MAX_ADVANCE_EPOCHS = 2_880;
/** Less than the depth at which a tipset is final. */
const MAX_REORG_DEPTH = 25;
const FAUCET_ATTO_FIL = 100n * FIL;
const FAUCET_GAS_LIMIT = 3_000_000n;
const FAUCET_PREMIUM = 1_000_000n;

class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ControlOptions {
  readonly chain: DevnetChain;
  readonly clock: ProducerClock;
  readonly networkName: string;
}

/** Answers `POST <control address>/<command>`. */
export async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  command: string,
  options: ControlOptions,
): Promise<void> {
  try {
    refuseForeign(request);
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined) throw new ControlError(413, 'The request is too large.');
    send(response, 200, await run(command, parseBody(body), options));
  } catch (error) {
    // What the pool refuses (a recipient that nobody can use) is an answer like any other.
    const status = error instanceof ControlError ? error.status : error instanceof RpcError ? 400 : undefined;
    if (status === undefined || !(error instanceof Error)) throw error;
    send(response, status, { error: error.message });
  }
}

function refuseForeign(request: IncomingMessage): void {
  if (request.headers.origin !== undefined) throw new ControlError(403, 'Requests from web pages are refused.');
  if (request.method !== 'POST') throw new ControlError(405, 'Use POST.');
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new ControlError(415, 'Send application/json.');
}

function parseBody(body: string): Record<string, unknown> {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // falls through to the refusal
  }
  throw new ControlError(400, 'The body must be a JSON object.');
}

async function run(command: string, body: Record<string, unknown>, { chain, clock, networkName }: ControlOptions): Promise<JsonValue> {
  switch (command) {
    case 'info':
      return {
        networkName,
        genesisTime: chain.genesisTime,
        blockDelaySeconds: BLOCK_DELAY_SECONDS,
        blockTimeMs: clock.blockTimeMs,
        isPaused: !clock.isRunning,
        headHeight: chain.head.height,
        faucet: { address: addressJson(chain.keys.get(FAUCET).address), value: FAUCET_ATTO_FIL.toString() },
      };
    case 'faucet':
      return faucet(chain, body.address);
    case 'advance': {
      const epochs = wholeNumber(body.epochs, 'epochs', MAX_ADVANCE_EPOCHS);
      for (let count = 0; count < epochs; count += 1) {
        chain.advance();
        // Subscribers read in between: what is sent in one go would overflow their buffers.
        await nextTurn();
      }
      chain.settle();
      return { headHeight: chain.head.height };
    }
    case 'pause':
      clock.stop();
      return { isPaused: true };
    case 'resume':
      clock.start();
      return { isPaused: false };
    case 'reorg':
      return { depth: chain.reorg(wholeNumber(body.depth, 'depth', MAX_REORG_DEPTH)), headHeight: chain.head.height };
    case 'null-round':
      chain.forceNullRound();
      return {};
    default:
      throw new ControlError(404, 'No such command.');
  }
}

/** A really signed transfer from the faucet account. */
function faucet(chain: DevnetChain, address: unknown): JsonValue {
  const key = chain.keys.get(FAUCET);
  const { state, nextBaseFee } = chain.executionOf(chain.head);
  const message = chain.keys.sign(key, {
    to: recipient(address),
    nonce: chain.pool.nextNonce(key.address, state),
    value: FAUCET_ATTO_FIL,
    gasLimit: FAUCET_GAS_LIMIT,
    gasFeeCap: nextBaseFee * 20n + FAUCET_PREMIUM,
    gasPremium: FAUCET_PREMIUM,
    method: 0n,
    params: new Uint8Array(),
  });
  return { cid: chain.push(message), value: FAUCET_ATTO_FIL.toString() };
}

function recipient(address: unknown): Address {
  if (typeof address === 'string') {
    try {
      return parseAddress(address);
    } catch {
      // falls through to the refusal
    }
  }
  throw new ControlError(400, 'The field address must be a Filecoin address.');
}

function wholeNumber(value: unknown, name: string, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ControlError(400, `The field ${name} must be a whole number from 1 to ${most}.`);
}

function send(response: ServerResponse, status: number, value: JsonValue): void {
  const text = writeJson(value);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
