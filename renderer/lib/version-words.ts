/** Network version at the head, for the header: a short text and details. */

import { epochToTimeMs } from '../../shared/domain/chain/epoch.ts';
import {
  formatNetworkVersion,
  nextUpgrade,
  unverifiedMark,
  unverifiedSentence,
  type VersionKnowledge,
  versionAt,
} from '../../shared/domain/chain/network-version.ts';
import { type NetworkUpgrade, networkByName } from '../../shared/domain/chain/networks.ts';
import { formatDate, formatInteger, formatRelative } from '../../shared/text/format.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';

const MAX_NAME = 40;

export interface VersionWords {
  /** Such as "v29", "29 or later", "v30 · not verified". */
  readonly text: string;
  /** Whether the user should act. */
  readonly isWarning: boolean;
  /** Source of the version, and the next upgrade. */
  readonly sentences: readonly string[];
}

export interface VersionAtHead {
  readonly knowledge: VersionKnowledge;
  readonly networkName: string | undefined;
  readonly headHeight: number;
  readonly nowMs: number;
  /** Absent on accelerated chains, whose epochs have no wall time. */
  readonly clock?: { readonly genesisTimeMs: number; readonly blockDelaySeconds: number } | undefined;
}

/** Undefined if the network's versions are unknown. */
export function versionWords(at: VersionAtHead): VersionWords | undefined {
  const { knowledge, headHeight } = at;
  const version = versionAt(knowledge, headHeight);
  if (version === undefined) return undefined;
  const missed = version.isExact ? upgradeAhead(at, version.version) : undefined;
  const mark = missed !== undefined ? 'behind' : unverifiedMark(version) === undefined ? undefined : 'not verified';
  const shown = formatNetworkVersion(version);
  const unverified = unverifiedSentence(version);
  return {
    text: [version.isExact ? `v${shown}` : shown, ...(mark === undefined ? [] : [mark])].join(' · '),
    isWarning: mark !== undefined,
    sentences: [
      `Network version ${shown}, ${sourceWords(version.source, version.isExact, knowledge.hasNodeSchedule)}.`,
      ...(missed === undefined ? [] : [behindWords(missed, headHeight, version.version)]),
      ...(unverified === undefined ? [] : [sanitiseToText(unverified, 300), 'Figures read from the state are marked.']),
      nextWords(at),
    ],
  };
}

function sourceWords(source: 'node' | 'schedule', isExact: boolean, hasNodeSchedule: boolean): string {
  if (!isExact) return 'last known; the endpoint returned none for this tipset';
  if (source === 'node') return "from the endpoint's StateNetworkVersion";
  return hasNodeSchedule ? "from the endpoint's upgrade schedule" : 'from the upgrade schedule in this release';
}

/** The latest upgrade that is due by this machine's clock, if this node's chain runs an older version. */
function upgradeAhead({ networkName, nowMs }: VersionAtHead, version: number): NetworkUpgrade | undefined {
  const network = networkByName(networkName ?? '');
  const ran = network?.upgrades.findLast(({ height }) => epochToTimeMs(height + 1, network) < nowMs);
  return ran !== undefined && ran.version > version ? ran : undefined;
}

function behindWords({ name, version, height }: NetworkUpgrade, headHeight: number, current: number): string {
  return headHeight > height
    ? `This node missed the ${name} upgrade at epoch ${formatInteger(height)}: the network runs version ${version}, this node's chain version ${current}. Update the node software.`
    : `The network has run version ${version} since epoch ${formatInteger(height + 1)}, which this node has not reached yet.`;
}

function nextWords({ knowledge, headHeight, clock, nowMs }: VersionAtHead): string {
  const next = nextUpgrade(knowledge, headHeight);
  if (next === undefined) return knowledge.hasNodeSchedule ? 'No further upgrade scheduled.' : 'No further upgrade known.';
  const brings = next.version === undefined ? 'unknown to this release' : `version ${next.version}`;
  const timeMs = clock === undefined ? undefined : epochToTimeMs(next.height, clock);
  const when = timeMs === undefined ? '' : `, ${formatDate(timeMs)} (${formatRelative(timeMs, nowMs)})`;
  return `Next upgrade: ${sanitiseToText(next.name, MAX_NAME)} (${brings}) after epoch ${formatInteger(next.height)}${when}.`;
}
