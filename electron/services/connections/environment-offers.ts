/**
 * Connections found in FULLNODE_API_INFO, MINER_API_INFO and a Lotus repo on this machine; offered, never used unasked.
 *
 * Tokens stay on the privileged side; a repo's token is read only when the offer is accepted.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { ConnectionDraft, ConnectionOffer } from '../../../shared/ipc/schemas/connections.ts';
import type { HostEnvironment, Logger } from '../../platform/ports.ts';
import { type ApiInfo, type ApiKind, parseApiInfo } from './api-info.ts';
import { findLotusRepo, type LotusRepo, readRepoToken } from './lotus-repo.ts';

/** A node or miner that was found. */
interface Found {
  readonly origin: string;
  readonly info: ApiInfo;
  readonly repo?: LotusRepo;
}

/** One source of offers: a list of nodes, and the miner of the first node. */
export interface OfferSource {
  readonly id: string;
  readonly nodes: readonly Found[];
  readonly miner?: Found;
}

export interface EnvironmentOffer {
  /** The part shown in the app. */
  readonly offer: ConnectionOffer;
  readonly node?: Found;
  readonly miner?: Found;
}

/** Reads the environment variables and Lotus repos. */
export async function readOfferSources(environment: HostEnvironment, logger: Logger): Promise<OfferSource[]> {
  const nodes = readVariable('FULLNODE_API_INFO', environment, 'node', logger);
  const minerVariable = environment.MINER_API_INFO === undefined ? 'STORAGE_API_INFO' : 'MINER_API_INFO';
  const [miner] = readVariable(minerVariable, environment, 'miner', logger);
  const [repoNode, repoMiner] = await Promise.all([readRepo('node', environment, logger), readRepo('miner', environment, logger)]);
  return [
    { id: 'environment', nodes, ...defined({ miner }) },
    { id: 'repo', nodes: repoNode === undefined ? [] : [repoNode], ...defined({ miner: repoMiner }) },
  ];
}

/** Offers that are not saved yet: each node, the first one with its miner, or the miner alone. */
export function offersOf(
  sources: readonly OfferSource[],
  saved: readonly { readonly httpUrl: string; readonly minerUrl?: string | undefined }[],
): EnvironmentOffer[] {
  const seen = new Set(saved.map(({ httpUrl }) => httpUrl));
  return sources.flatMap(({ id, nodes, miner }) => {
    const freshMiner = miner === undefined || saved.some(({ minerUrl }) => minerUrl === miner.info.httpUrl) ? undefined : miner;
    const offers: EnvironmentOffer[] = [];
    // Numbered by position, so that an offer keeps its id when an earlier one is accepted.
    for (const [index, node] of nodes.entries()) {
      if (!seen.has(node.info.httpUrl)) {
        seen.add(node.info.httpUrl);
        offers.push(offerOf(`${id}-${index + 1}`, node, offers.length === 0 ? freshMiner : undefined));
      }
    }
    return offers.length > 0 || freshMiner === undefined ? offers : [offerOf(`${id}-miner`, undefined, freshMiner)];
  });
}

function offerOf(id: string, node: Found | undefined, miner: Found | undefined): EnvironmentOffer {
  const first = node ?? miner;
  const origins = new Set([node?.origin, miner?.origin].filter((origin) => origin !== undefined));
  return {
    offer: {
      id,
      origin: [...origins].join(' and '),
      name: first?.info.host.slice(0, 50) ?? '',
      ...defined({ httpUrl: node?.info.httpUrl, wsUrl: node?.info.wsUrl, minerUrl: miner?.info.httpUrl }),
      hasToken: [node, miner].some((found) => found?.info.token !== undefined || found?.repo?.hasToken === true),
    },
    ...defined({ node, miner }),
  };
}

/** The draft of an offered node, with its tokens. */
export async function draftOfOffer(offer: EnvironmentOffer & { readonly node: Found }, name: string): Promise<ConnectionDraft> {
  const { info } = offer.node;
  const token = await tokenOf(offer.node);
  return {
    name,
    httpUrl: info.httpUrl,
    apiVersion: info.apiVersion,
    namespace: 'Filecoin',
    ...defined({ wsUrl: info.wsUrl, v2Url: info.v2Url, token }),
    ...(offer.miner === undefined ? {} : await minerOfOffer(offer.miner)),
  };
}

/** The miner's fields of a draft. An empty token removes one stored for another miner. */
export async function minerOfOffer(miner: Found): Promise<{ readonly minerUrl: string; readonly minerToken: string }> {
  return { minerUrl: miner.info.httpUrl, minerToken: (await tokenOf(miner)) ?? '' };
}

async function tokenOf({ info, repo }: Found): Promise<string | undefined> {
  return repo === undefined ? info.token : readRepoToken(repo);
}

function readVariable(
  variable: 'FULLNODE_API_INFO' | 'MINER_API_INFO' | 'STORAGE_API_INFO',
  environment: HostEnvironment,
  kind: ApiKind,
  logger: Logger,
): Found[] {
  return parseEntries(environment[variable] ?? '', kind, variable, logger).map((info) => ({ origin: variable, info }));
}

async function readRepo(kind: ApiKind, environment: HostEnvironment, logger: Logger): Promise<Found | undefined> {
  const repo = await findLotusRepo(kind, environment);
  const [info] = repo === undefined ? [] : parseEntries(repo.api, kind, repo.folder, logger);
  return repo === undefined || info === undefined ? undefined : { origin: repo.folder, info, repo };
}

function parseEntries(text: string, kind: ApiKind, origin: string, logger: Logger): ApiInfo[] {
  return parseApiInfo(text, kind).flatMap((result) => {
    if (result.ok) {
      return [result.info];
    }
    logger.warn('API info could not be parsed', { origin, reason: result.reason });
    return [];
  });
}
