/** Probes: which software answers, under which API versions. */
import { z } from 'zod';
import { tipsetSelectorToJson } from '../../../shared/domain/tipset-selector.ts';
import { apiVersionText, compatibilityOf } from '../../../shared/rpc/api-version.ts';
import { v2AddressOf } from '../../../shared/rpc/v2-address.ts';
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

/** How software is told by what it says of itself; the first that fits. */
const FAMILIES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Sextant devnet', /sextant-devnet/i],
  ['Forest', /forest/i],
  ['Venus', /venus/i],
  ['Lotus', /lotus|^v?1\.\d+\.\d+[-+\w.]*\+(?:mainnet|calibnet|git|debug|2k|butterflynet)/i],
];

async function probeSoftware({ endpoint, known }: ProbeContext): Promise<Finding> {
  const why = 'which software answers';
  const version = await endpoint.ask('Version', [], { why, schema: zVersion });
  const client = await endpoint.ask('web3_clientVersion', [], { why, schema: z.string().max(300) });
  const said = [version.ok ? `${version.value.Agent ?? ''} ${version.value.Version}` : '', client.ok ? client.value : ''].join(' ').trim();
  if (version.ok && version.value.BlockDelay !== undefined) {
    known.blockDelaySeconds = version.value.BlockDelay;
  }
  if (!version.ok && !client.ok) {
    return notAnswered(version.error, 'Neither Version nor web3_clientVersion is served: the software cannot be told.');
  }
  // Lotus' older versions name no agent and no program, only a number and its build.
  const family = FAMILIES.find(([, pattern]) => pattern.test(said) || (version.ok && pattern.test(version.value.Version)))?.[0];
  if (family !== undefined) {
    known.software = family;
  }
  const text = quoted(version.ok ? version.value.Version : client.ok ? client.value : '');
  return {
    status: 'good',
    value: family === undefined ? text : `${family}, ${text}`,
    ...(client.ok ? { meaning: `web3_clientVersion says ${quoted(client.value)}.` } : {}),
  };
}

async function probeApiVersion({ endpoint }: ProbeContext): Promise<Finding> {
  const version = await endpoint.ask('Version', [], { why: 'which API version it has', schema: zVersion });
  if (!version.ok) {
    return notAnswered(version.error, 'The reference client asks for it first and would not connect.');
  }
  const { APIVersion } = version.value;
  if (APIVersion === undefined) {
    return { status: 'limited', value: 'unknown', meaning: 'Version names no APIVersion: the reference client would not connect.' };
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
    const answer = await endpoint.ask('Version', [], { why: `is /rpc/${version} served`, schema: z.unknown(), client });
    (answer.ok ? served : absent).push(`/rpc/${version}`);
  }
  const own = `/rpc/${endpoint.target.apiVersion}`;
  return {
    status: served.includes('/rpc/v1') ? 'good' : 'limited',
    value: served.length === 0 ? 'none answers' : served.join(', '),
    meaning: `${absent.length === 0 ? 'Both answer' : `No answer under ${absent.join(', ')}`}; this connection uses ${own}.`,
  };
}

/** The v2 API, which has no Version: it is known by a tipset that a tag selects. */
async function probeV2({ endpoint }: ProbeContext): Promise<Finding> {
  const url = v2UrlOf(endpoint.target);
  if (url === undefined) return { status: 'unknown', value: 'no URL', meaning: 'Neither entered nor to be derived from the HTTP address.' };
  const client = endpoint.openClient(url, true);
  const head = await endpoint.ask('ChainGetTipSet', [tipsetSelectorToJson({ tag: 'latest' })], {
    why: 'is the v2 API served',
    schema: zNodeTipset,
    client,
  });
  if (!head.ok) {
    const { error } = head;
    if (error.code === 'endpoint-timeout' || error.code === 'endpoint-unreachable') return notAnswered(error);
    return {
      status: 'limited',
      value: 'not served',
      meaning: 'Finality comes from v1, and the split of block rewards from the state of the reward actor.',
    };
  }
  const finality = await endpoint.ask('ChainGetTipSetFinalityStatus', [], {
    why: 'does v2 tell finality',
    schema: zNodeFinalityStatus,
    client,
  });
  // It executes a tipset: asked without its parameter, a node that has it counts parameters and runs nothing.
  const split = await endpoint.ask('StateRewardDistribution', [], {
    why: 'does v2 tell the split of rewards',
    schema: z.unknown(),
    client,
  });
  const hasSplit = split.ok || split.error.code !== 'method-not-served';
  const words = [
    `Finality status ${finality.ok ? 'served' : 'not served (Lotus 1.35.1 or newer has it)'}`,
    `reward split ${hasSplit ? 'served' : 'not served (Lotus 1.37 or newer has it)'}`,
  ];
  return { status: finality.ok && hasSplit ? 'good' : 'limited', value: 'served', meaning: `${words.join(', ')}.` };
}

function v2UrlOf({ v2Url, httpUrl }: ConnectionTarget): string | undefined {
  return v2Url ?? v2AddressOf(httpUrl);
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
  { id: 'v2', group: 'identity', label: 'v2 API', weight: 3, isFor: ({ target }) => v2UrlOf(target) !== undefined, run: probeV2 },
];
