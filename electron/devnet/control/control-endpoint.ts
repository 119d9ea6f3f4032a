/**
 * Control URL of the embedded node: faucet, clock, and control of its mempool and fees.
 * Anyone with the random path can use it, except web pages: requests with an Origin, or with a body that is not declared as
 * JSON (which needs a CORS preflight), are rejected. Called by Sextant and by tests.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Address, addressToBytes, idAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../shared/domain/addresses/eth-address.ts';
import { FIL } from '../../../shared/domain/amounts/amount.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { MINIMUM_BASE_FEE } from '../../../shared/domain/messages/gas.ts';
import { BLOCK_DELAY_SECONDS } from '../chain/block-builder.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { FAUCET, ownerName, VERIFIED_ROOT } from '../chain/genesis.ts';
import type { OutgoingMessage } from '../chain/keys.ts';
import { ServiceError } from '../hosted/service-reply.ts';
import type { HostedService } from '../hosted/start-hosted.ts';
import { minerOf, numberOf } from '../miners/miners.ts';
import { SERVICE_REWARDS_ACTOR } from '../rewards/bootstrap.ts';
import { SET_SHARES, setSharesParams } from '../rewards/stream-methods.ts';
import { addressJson } from '../rpc/chain-json.ts';
import { readBody } from '../rpc/http-endpoint.ts';
import { type JsonValue, writeJson } from '../rpc/json-writer.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { REWARD_ID, VERIFIED_REGISTRY_ID } from '../state/state.ts';
import { ADD_VERIFIER } from '../verified/registry-methods.ts';
import type { ProducerClock } from './producer-clock.ts';

const MAX_BODY_BYTES = 10_000;
const MAX_ADVANCE_EPOCHS = 2_880;
/** Below the depth of finality. */
const MAX_REORG_DEPTH = 25;
export const MAX_UPGRADE_EPOCH = 999_999_999;
const FAUCET_ATTO_FIL = 100n * FIL;
const FAUCET_GAS_LIMIT = 3_000_000n;
const VERIFIER_GAS_LIMIT = 12_000_000n;
const SHARES_GAS_LIMIT = 20_000_000n;
const MAX_STREAM_ID = 1_000_000;
const FAUCET_PREMIUM = 1_000_000n;
/** For the gas of its messages. */
const CONTROL_ATTO_FIL = 10n * FIL;
const CONTROL_GAS_LIMIT = 20_000_000n;
const CHANGE_WORKER = 3n;

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
  /** Runs commands of the hosted service. */
  readonly hosted?: HostedService | undefined;
}

/** Handle `POST <control URL>/<command>`. */
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
    reply(response, 200, await run(command, parseBody(body), options));
  } catch (error) {
    // Report the mempool's rejection to the caller.
    const status =
      error instanceof ControlError || error instanceof ServiceError ? error.status : error instanceof RpcError ? 400 : undefined;
    if (status === undefined || !(error instanceof Error)) throw error;
    reply(response, status, { error: error.message });
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
    // rejected below
  }
  throw new ControlError(400, 'The body must be a JSON object.');
}

async function run(command: string, body: Record<string, unknown>, options: ControlOptions): Promise<JsonValue> {
  const { chain, clock, networkName, hosted } = options;
  switch (command) {
    case 'info':
      return {
        networkName,
        genesisTime: chain.genesisTime,
        blockDelaySeconds: BLOCK_DELAY_SECONDS,
        blockTimeMs: clock.blockTimeMs,
        isPaused: !clock.isRunning,
        headHeight: chain.head.height,
        networkVersion: chain.networkVersionAt(chain.head.height),
        upgradeEpoch: chain.rules.upgradeEpoch,
        streams: chain.rules.streams,
        faucet: { address: addressJson(chain.keys.get(FAUCET).address), value: FAUCET_ATTO_FIL.toString() },
      };
    case 'faucet':
      return faucet(chain, body.address);
    case 'advance': {
      const epochs = wholeNumber(body.epochs, 'epochs', MAX_ADVANCE_EPOCHS);
      for (let count = 0; count < epochs; count += 1) {
        chain.advance();
        // Let subscribers read in between: one burst would overflow their buffers.
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
    case 'drop-message':
      return { isDropped: chain.pool.drop(text(body.cid, 'cid')) };
    case 'hold-base-fee':
      chain.fixBaseFee(body.baseFee === undefined ? undefined : fixedBaseFee(body.baseFee));
      return { baseFee: chain.nextBaseFeeOf(chain.head).toString() };
    case 'hold-sender':
      chain.excludeSender(parsedAddress(body.address), body.isHeld !== false);
      return {};
    case 'add-control':
      return addControl(chain, parsedAddress(body.miner), parsedAddress(body.address));
    case 'add-verifier':
      return addVerifier(chain, parsedAddress(body.address), amount(body.allowance, 'allowance'));
    case 'upgrade':
      return scheduleUpgrade(chain, body.epoch);
    case 'set-shares':
      return writeShares(chain, body);
    case 'null-round':
      chain.forceNullRound();
      return {};
    default: {
      const answer = hosted?.command(command, body);
      if (answer === undefined) throw new ControlError(404, 'No such command.');
      return answer;
    }
  }
}

/** Send a signed transfer from the faucet account. */
function faucet(chain: DevnetChain, address: unknown): JsonValue {
  const call = { to: parsedAddress(address), value: FAUCET_ATTO_FIL, gasLimit: FAUCET_GAS_LIMIT, method: 0n, params: new Uint8Array() };
  return { cid: send(chain, FAUCET, call), value: FAUCET_ATTO_FIL.toString() };
}

/** Set the last epoch of network version 28 on a chain that still runs it. */
function scheduleUpgrade(chain: DevnetChain, epoch: unknown): JsonValue {
  const { height } = chain.head;
  if (chain.networkVersionAt(height) === 29) throw new ControlError(400, 'This chain runs network version 29 already.');
  const upgradeEpoch = epoch === undefined ? height : wholeNumber(epoch, 'epoch', MAX_UPGRADE_EPOCH);
  if (upgradeEpoch < height) throw new ControlError(400, `The field epoch must be at least ${height}, the height of the head.`);
  chain.scheduleUpgrade(upgradeEpoch);
  return { upgradeEpoch };
}

/** Send SetShares from the writer of the service stream: shares in units of 10^-18 by address. */
function writeShares(chain: DevnetChain, { id, shares }: Record<string, unknown>): JsonValue {
  if (chain.rules.streams === 'one') throw new ControlError(400, 'This chain has no stream with shares. Start one with --streams mainnet.');
  if (typeof shares !== 'object' || shares === null || Array.isArray(shares)) {
    throw new ControlError(400, 'The field shares must be an object of shares (units of 10^-18) by address.');
  }
  const rows = Object.entries(shares).map(([address, share]) => ({ recipient: parsedAddress(address), share: amount(share, 'shares') }));
  const params = encodeBlock(setSharesParams, { id: BigInt(wholeNumber(id, 'id', MAX_STREAM_ID)), shares: rows });
  const call = { to: idAddress(REWARD_ID), value: 0n, gasLimit: SHARES_GAS_LIMIT, method: SET_SHARES, params };
  return { cid: send(chain, SERVICE_REWARDS_ACTOR, call) };
}

/** Add a control address to a miner: its owner funds the address and sends ChangeWorkerAddress. */
function addControl(chain: DevnetChain, minerAddress: Address, address: Address): JsonValue {
  const state = chain.stateAfterHead();
  const id = state.resolve(minerAddress);
  const miner = id === undefined ? undefined : minerOf(state, id);
  if (id === undefined || miner === undefined) throw new ControlError(400, 'The field miner must be the address of a miner.');
  const { owner, worker, controlAddresses } = miner.info.value;
  const name = ownerName(id);
  if (state.resolve(chain.keys.get(name).address) !== numberOf(owner)) {
    throw new ControlError(400, 'The owner of this miner is no longer a key of the node.');
  }
  const known = state.resolve(address);
  const controls = controlAddresses.filter((control) => numberOf(control) !== known);
  // Fund it first, from the same sender: a control address must exist.
  send(chain, name, { to: address, value: CONTROL_ATTO_FIL, gasLimit: FAUCET_GAS_LIMIT, method: 0n, params: new Uint8Array() });
  const params = encodeCbor([addressToBytes(worker), [...controls, address].map(addressToBytes)]);
  return { cid: send(chain, name, { to: idAddress(id), value: 0n, gasLimit: CONTROL_GAS_LIMIT, method: CHANGE_WORKER, params }) };
}

/** Add a verifier, as the registry's root key can until network version 28; the allowance is in bytes. */
function addVerifier(chain: DevnetChain, address: Address, allowance: bigint): JsonValue {
  if (chain.networkVersionAt(chain.head.height + 1) === 29) {
    throw new ControlError(400, 'Verifiers cannot be added since network version 29. Start a chain with --upgrade-at to practise it.');
  }
  const params = encodeCbor([addressToBytes(address), encodeBigIntBytes(allowance)]);
  const to = idAddress(VERIFIED_REGISTRY_ID);
  return { cid: send(chain, VERIFIED_ROOT, { to, value: 0n, gasLimit: VERIFIER_GAS_LIMIT, method: ADD_VERIFIER, params }) };
}

function send(chain: DevnetChain, name: string, call: Pick<OutgoingMessage, 'to' | 'value' | 'gasLimit' | 'method' | 'params'>): string {
  const key = chain.keys.get(name);
  const nonce = chain.pool.nextNonce(key.address, chain.stateAfterHead());
  const gasFeeCap = chain.nextBaseFeeOf(chain.head) * 20n + FAUCET_PREMIUM;
  return chain.push(chain.keys.sign(key, { ...call, nonce, gasFeeCap, gasPremium: FAUCET_PREMIUM }));
}

function parsedAddress(address: unknown): Address {
  if (typeof address === 'string') {
    try {
      return address.startsWith('0x') ? addressFromEthAddress(address) : parseAddress(address);
    } catch {
      // rejected below
    }
  }
  throw new ControlError(400, 'The field address must be a Filecoin or an Ethereum address.');
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new ControlError(400, `The field ${name} must be text.`);
}

/** An integer of any size, as text. */
function amount(value: unknown, name: string): bigint {
  if (typeof value === 'string' && /^\d{1,40}$/.test(value)) return BigInt(value);
  throw new ControlError(400, `The field ${name} must be an integer as text.`);
}

/** Limit the base fee to its minimum and a sane maximum. */
function fixedBaseFee(value: unknown): bigint {
  const baseFee = amount(value, 'baseFee');
  if (baseFee < MINIMUM_BASE_FEE || baseFee > FIL)
    throw new ControlError(400, `The field baseFee must be from ${MINIMUM_BASE_FEE} to ${FIL}.`);
  return baseFee;
}

function wholeNumber(value: unknown, name: string, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ControlError(400, `The field ${name} must be an integer from 1 to ${most}.`);
}

function reply(response: ServerResponse, status: number, value: JsonValue): void {
  const text = writeJson(value);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
