/** Probes of the node's software and API versions. */
import { z } from 'zod';
import { tipsetSelectorToJson } from '../../../shared/domain/chain/tipset-selector.ts';
import { apiVersionText, compatibilityOf } from '../../../shared/rpc/api-version.ts';
import { v2UrlOf } from '../../../shared/rpc/version-url.ts';
import { zNodeFinalityStatus } from '../../../shared/validation/node/finality-status.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import type { ConnectionTarget } from './connection-link.ts';
import type { Finding, Probe, ProbeContext } from './passport-probe.ts';
import { notAnswered, quoted } from './passport-words.ts';

const zVersion = z.object({
  Version: z.string().max(300),
  APIVersion: z.number().int().nonnegative().optional(),
  BlockDelay: z.number().positive().optional(),
  Agent: z.string().max(100).optional(),
});

/** Software by its version text; the first match counts. */
const FAMILIES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Sextant devnet', /sextant-devnet/i],
  ['Forest', /forest/i],
  ['Venus', /venus/i],
  ['Lotus', /lotus|^v?1\.\d+\.\d+[-+\w.]*\+(?:mainnet|calibnet|git|debug|2k|butterflynet)/i],
];

async function probeSoftware({ endpoint, known }: ProbeContext): Promise<Finding> {
  const why = 'software';
  const version = await endpoint.ask('Version', [], { why, schema: zVersion });
  const client = await endpoint.ask('web3_clientVersion', [], { why, schema: z.string().max(300) });
  const reported = [version.ok ? `${version.value.Agent ?? ''} ${version.value.Version}` : '', client.ok ? client.value : '']
    .join(' ')
    .trim();
  if (version.ok && version.value.BlockDelay !== undefined) {
    known.blockDelaySeconds = version.value.BlockDelay;
  }
  if (!version.ok && !client.ok) {
    return notAnswered(version.error, 'Neither Version nor web3_clientVersion is served, so the software is unknown.');
  }
  // Older Lotus versions report only a version number and build.
  const family = FAMILIES.find(([, pattern]) => pattern.test(reported) || (version.ok && pattern.test(version.value.Version)))?.[0];
  if (family !== undefined) {
    known.software = family;
  }
  const text = quoted(version.ok ? version.value.Version : client.ok ? client.value : '');
  return {
    status: 'good',
    value: family === undefined ? text : `${family}, ${text}`,
    ...(client.ok ? { meaning: `web3_clientVersion: ${quoted(client.value)}.` } : {}),
  };
}

async function probeApiVersion({ endpoint }: ProbeContext): Promise<Finding> {
  const version = await endpoint.ask('Version', [], { why: 'API version', schema: zVersion });
  if (!version.ok) {
    return notAnswered(version.error, 'The reference client requires Version and would not connect.');
  }
  const { APIVersion } = version.value;
  if (APIVersion === undefined) {
    return { status: 'limited', value: 'unknown', meaning: 'Version reports no APIVersion, so the reference client would not connect.' };
  }
  const { isCompatible, words } = compatibilityOf(APIVersion, endpoint.target.apiVersion);
  return { status: isCompatible ? 'good' : 'limited', value: apiVersionText(APIVersion), meaning: words };
}

const PATH = /\/rpc\/v[012]$/;
const VERSIONS = ['v0', 'v1'] as const;

function pathOf(target: ConnectionTarget, version: string): string | undefined {
  const url = URL.parse(target.httpUrl);
  if (url === null || !PATH.test(url.pathname)) {
    return undefined;
  }
  url.pathname = url.pathname.replace(PATH, `/rpc/${version}`);
  return url.href;
}

async function probePaths({ endpoint }: ProbeContext): Promise<Finding> {
  const served: string[] = [];
  const absent: string[] = [];
  for (const version of VERSIONS) {
    const url = pathOf(endpoint.target, version);
    if (url === undefined) continue;
    const client = endpoint.openClient(url);
    const answer = await endpoint.ask('Version', [], { why: `/rpc/${version} served`, schema: z.unknown(), client });
    (answer.ok ? served : absent).push(`/rpc/${version}`);
  }
  const own = `/rpc/${endpoint.target.apiVersion}`;
  return {
    status: served.includes('/rpc/v1') ? 'good' : 'limited',
    value: served.length === 0 ? 'none' : served.join(', '),
    meaning: `${absent.length === 0 ? 'Both are served' : `Not served: ${absent.join(', ')}`}; this endpoint uses ${own}.`,
  };
}

/** The v2 API has no Version method, so this reads a tipset by tag. */
async function probeV2({ endpoint }: ProbeContext): Promise<Finding> {
  const url = targetV2Url(endpoint.target);
  if (url === undefined)
    return { status: 'unknown', value: 'no URL', meaning: 'No v2 URL was entered, and none can be derived from the HTTP URL.' };
  const client = endpoint.openClient(url, true);
  const head = await endpoint.ask('ChainGetTipSet', [tipsetSelectorToJson({ tag: 'latest' })], {
    why: 'v2 API served',
    schema: zNodeTipset,
    client,
  });
  if (!head.ok) {
    const { error } = head;
    if (error.code === 'endpoint-timeout' || error.code === 'endpoint-unreachable') return notAnswered(error);
    return {
      status: 'limited',
      value: 'not served',
      meaning: 'Sextant uses v1 for finality, and the state of the reward actor for reward splits.',
    };
  }
  const finality = await endpoint.ask('ChainGetTipSetFinalityStatus', [], {
    why: 'v2 finality',
    schema: zNodeFinalityStatus,
    client,
  });
  // StateRewardDistribution executes a tipset. Without its parameter the node rejects the call before it runs.
  const split = await endpoint.ask('StateRewardDistribution', [], {
    why: 'v2 reward split',
    schema: z.unknown(),
    client,
  });
  const hasSplit = split.ok || split.error.code !== 'method-not-served';
  const words = [
    `Finality status ${finality.ok ? 'served' : 'not served (needs Lotus 1.35.1)'}`,
    `reward split ${hasSplit ? 'served' : 'not served (needs Lotus 1.37)'}`,
  ];
  return { status: finality.ok && hasSplit ? 'good' : 'limited', value: 'served', meaning: `${words.join(', ')}.` };
}

function targetV2Url({ v2Url, httpUrl }: ConnectionTarget): string | undefined {
  return v2Url ?? v2UrlOf(httpUrl);
}

export const IDENTITY_PROBES: readonly Probe[] = [
  { id: 'software', group: 'identity', label: 'Software', weight: 2, run: probeSoftware },
  { id: 'api-version', group: 'identity', label: 'API version', run: probeApiVersion },
  {
    id: 'paths',
    group: 'identity',
    label: 'Paths',
    weight: 2,
    isFor: ({ target }) => pathOf(target, 'v1') !== undefined,
    run: probePaths,
  },
  { id: 'v2', group: 'identity', label: 'v2 API', weight: 3, isFor: ({ target }) => targetV2Url(target) !== undefined, run: probeV2 },
];
