/**
 * Emulates the hosted service beside the node, on loopback only: three networks, the file of deals, the CID checker and custom
 * endpoints. Mainnet uses the node's own chain; the test networks have small chains, opened at the first request.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defined } from '../../../shared/collections/defined.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { ProducerClock } from '../control/producer-clock.ts';
import type { DevnetOptions } from '../devnet-options.ts';
import { type OpenedChain, openChain } from '../open-chain.ts';
import type { JsonValue } from '../rpc/json-writer.ts';
import { LOOPBACK, RpcServer } from '../rpc/rpc-server.ts';
import { PERMISSIONS, TokenIssuer } from '../rpc/tokens.ts';
import { HOSTED_FOLDER } from '../store/chain-folder.ts';
import { keptTokenSecret } from '../store/token-secret.ts';
import { CidChecker } from './cid-checker.ts';
import { CustomEndpoints } from './custom-endpoints.ts';
import { type DealsForm, DealsObject } from './deals-object.ts';
import { HostedNetwork, PUBLIC_PATHS } from './hosted-network.ts';
import {
  DEFAULT_DEALS_EVERY_MS,
  HOSTED_NETWORKS,
  type HostedAddresses,
  type HostedNetworkName,
  type HostedOptions,
  type HostedUrls,
} from './hosted-options.ts';
import { listenAsBefore } from './kept-ports.ts';
import { ServiceError } from './service-reply.ts';

const DEALS_PATH = '/StateMarketDeals.json';
const CHECKER_PATH = '/cid-checker';
const CUSTOM_PATH = '/custom-endpoints';
const PORTS_FILE = 'ports.json';
/** Initial history of the test networks' chains, shorter than the node's own. */
const SMALL_HISTORY_EPOCHS = 40;
const DEFAULT_SEED = 'sextant';

export interface HostedStart {
  readonly hosted: HostedOptions;
  readonly node: DevnetOptions;
  /** Milliseconds per epoch. */
  readonly blockTimeMs: number;
}

export class HostedService {
  readonly #start: HostedStart;
  readonly #servers: Readonly<Record<HostedNetworkName | 'service', RpcServer>>;
  readonly #filesFolder: string;
  readonly #isFolderTemporary: boolean;
  readonly #small: OpenedChain[] = [];
  readonly #clocks: ProducerClock[] = [];
  #networks: Readonly<Record<HostedNetworkName, HostedNetwork>> | undefined;
  #deals: DealsObject | undefined;
  #custom: CustomEndpoints | undefined;

  private constructor(start: HostedStart) {
    this.#start = start;
    this.#servers = { mainnet: new RpcServer(), testnet: new RpcServer(), hyperspace: new RpcServer(), service: new RpcServer() };
    const folder = this.#folder('files');
    this.#isFolderTemporary = folder === undefined;
    this.#filesFolder = folder ?? mkdtempSync(path.join(tmpdir(), 'sextant-hosted-'));
    mkdirSync(this.#filesFolder, { recursive: true });
  }

  /** Listen on its ports. Requests before `serve` wait. */
  static async listen(start: HostedStart): Promise<HostedService> {
    const service = new HostedService(start);
    try {
      await listenAsBefore(service.#servers, service.#folder(PORTS_FILE));
      return service;
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  get addresses(): HostedAddresses {
    const service = `http://${this.#host('service')}`;
    return {
      networks: { mainnet: this.#urls('mainnet'), testnet: this.#urls('testnet'), hyperspace: this.#urls('hyperspace') },
      deals: `${service}${DEALS_PATH}`,
      cidChecker: `${service}${CHECKER_PATH}`,
      custom: `${service}${CUSTOM_PATH}`,
      filesFolder: this.#filesFolder,
      blockTimeMs: this.#start.blockTimeMs,
    };
  }

  /** Start serving, with the node's chain as mainnet. */
  serve(mainnet: DevnetChain): void {
    const { hosted } = this.#start;
    const { deals, cidChecker, custom } = this.addresses;
    // Tokens of the node and of custom endpoints are not interchangeable.
    const folder = this.#folder('');
    const issuer = new TokenIssuer(folder === undefined ? randomBytes(32) : keptTokenSecret(folder));
    const networkOf = (name: HostedNetworkName): HostedNetwork =>
      new HostedNetwork({
        name,
        hosted,
        issuer,
        port: this.#servers[name].port,
        filesFolder: this.#filesFolder,
        openChain: () => (name === 'mainnet' ? mainnet : this.#openSmall(name)),
        dealsUrl: deals,
        cidCheckerUrl: cidChecker,
      });
    const networks = { mainnet: networkOf('mainnet'), testnet: networkOf('testnet'), hyperspace: networkOf('hyperspace') };
    const customNetwork = (name: HostedNetworkName) => ({
      host: this.#host(name),
      path: (version: 'v0' | 'v1') => networks[name].customPath(version),
    });
    const endpoints = new CustomEndpoints({
      issuer,
      url: custom,
      networks: { mainnet: customNetwork('mainnet'), testnet: customNetwork('testnet'), hyperspace: customNetwork('hyperspace') },
      decisionMs: hosted.decisionMs,
      file: this.#folder('custom-endpoints.json'),
    });
    const object = new DealsObject({ chain: () => mainnet, everyMs: hosted.dealsEveryMs ?? DEFAULT_DEALS_EVERY_MS });
    const checker = new CidChecker(object);
    this.#networks = networks;
    this.#deals = object;
    this.#custom = endpoints;
    for (const name of HOSTED_NETWORKS) {
      this.#servers[name].serve(
        (at) => networks[name].publicPath(at) ?? endpoints.find(name, at),
        () => false,
      );
    }
    // Backends follow their chain from now on; an unused window of heads is cheap.
    void networks.mainnet.chain;
    this.#servers.service.serve(
      () => undefined,
      (request, response, at) => {
        const url = URL.parse(request.url ?? '/', `http://${LOOPBACK}`) ?? undefined;
        const form = FORM_OF.get(at);
        if (form !== undefined) object.answer(request, response, form);
        else if (at.startsWith(`${CHECKER_PATH}/`)) {
          checker.answer(request, response, at.slice(CHECKER_PATH.length), url).catch(() => response.destroy());
        } else if (at === CUSTOM_PATH || at.startsWith(`${CUSTOM_PATH}/`)) {
          endpoints.answer(request, response, at.slice(CUSTOM_PATH.length)).catch(() => response.destroy());
        } else return false;
        return true;
      },
    );
  }

  /** Run a command of the control URL; undefined if it is not a command of this service. */
  command(name: string, body: Readonly<Record<string, unknown>>): JsonValue | undefined {
    const custom = this.#custom;
    const networks = this.#networks;
    if (custom === undefined || networks === undefined || this.#deals === undefined) return undefined;
    const id = typeof body.id === 'string' ? body.id : '';
    switch (name) {
      case 'hosted-info':
        return {
          ...this.addresses,
          backends: Object.fromEntries(HOSTED_NETWORKS.map((network) => [network, networks[network].backendHeads])),
        };
      case 'renew-deals': {
        const { tipset, deals } = this.#deals.renew();
        return { epoch: tipset.height, deals: deals.length };
      }
      case 'custom-requests':
        return custom.list();
      case 'custom-approve': {
        const { permissions, lifetimeSeconds } = body;
        const granted = Array.isArray(permissions) ? PERMISSIONS.filter((permission) => permissions.includes(permission)) : undefined;
        if (lifetimeSeconds !== undefined && typeof lifetimeSeconds !== 'number') {
          throw new ServiceError(400, 'The field lifetimeSeconds must be a whole number.');
        }
        return custom.approve(id, granted, lifetimeSeconds);
      }
      case 'custom-refuse':
        return custom.refuse(id, typeof body.reason === 'string' ? body.reason : 'Refused by the operator.');
      case 'custom-revoke':
        return custom.revoke(id);
      default:
        return undefined;
    }
  }

  async close(): Promise<void> {
    for (const clock of this.#clocks) clock.stop();
    this.#custom?.close();
    for (const network of Object.values(this.#networks ?? {})) network.stop();
    await Promise.all(Object.values(this.#servers).map((server) => server.close()));
    for (const { log } of this.#small) log.close();
    if (this.#isFolderTemporary) rmSync(this.#filesFolder, { recursive: true, force: true });
  }

  #openSmall(name: HostedNetworkName): DevnetChain {
    const { node, blockTimeMs } = this.#start;
    const folder = this.#folder(name);
    const opened = openChain({
      seed: `${node.seed ?? DEFAULT_SEED} ${name}`,
      historyEpochs: Math.min(node.historyEpochs ?? SMALL_HISTORY_EPOCHS, SMALL_HISTORY_EPOCHS),
      ...defined({ genesisTime: node.genesisTime, keptEpochs: node.keptEpochs, dataFolder: folder }),
    });
    this.#small.push(opened);
    const clock = new ProducerClock(opened.chain, blockTimeMs, (error) => {
      process.stderr.write(`Practice network ${name} stopped producing blocks: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
    this.#clocks.push(clock);
    if (node.isPaused !== true) clock.start();
    return opened.chain;
  }

  /** A path in the data folder; undefined without a data folder. */
  #folder(name: string): string | undefined {
    const { dataFolder } = this.#start.node;
    if (dataFolder === undefined) return undefined;
    mkdirSync(path.join(dataFolder, HOSTED_FOLDER), { recursive: true });
    return path.join(dataFolder, HOSTED_FOLDER, name);
  }

  #host(name: HostedNetworkName | 'service'): string {
    return `${LOOPBACK}:${this.#servers[name].port}`;
  }

  #urls(name: HostedNetworkName): HostedUrls {
    // The path of version 1, without a trailing slash, so that others can be appended.
    const at = Object.entries(PUBLIC_PATHS[name]).find(([, version]) => version === 'v1')?.[0] ?? '/';
    const rest = `${this.#host(name)}${at === '/' ? '' : at}`;
    return { httpUrl: `http://${rest}`, wsUrl: `ws://${rest}` };
  }
}

const FORM_OF: ReadonlyMap<string, DealsForm> = new Map([
  [DEALS_PATH, ''],
  [`${DEALS_PATH}.zst`, '.zst'],
  [`${DEALS_PATH}.gz`, '.gz'],
]);
