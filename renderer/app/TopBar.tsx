import { Tooltip } from '@mantine/core';
import {
  IconAnchor,
  IconBell,
  IconClockExclamation,
  IconCpu,
  IconFlask,
  IconLock,
  IconLockOpen,
  IconPlayerTrackNext,
} from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { AHEAD_WORDS, aheadMs, aheadText, headSinceMs } from '../../shared/domain/chain/chain-clock.ts';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { formatInteger, formatRelative } from '../../shared/text/format.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { Badge } from '../components/feedback/Badge.tsx';
import { useTrustedDocument } from '../components/feedback/use-trusted-document.ts';
import { useAttention } from '../hooks/use-attention.ts';
import { useNow } from '../hooks/use-now.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { endpointHealth } from '../lib/head-words.ts';
import { findOrigins, headOrigins, type Origin } from '../lib/origin.ts';
import { HeadGauge } from './HeadGauge.tsx';
import { useIsHostLost } from './host-status-context.ts';
import { SearchField } from './SearchField.tsx';
import styles from './top-bar.module.css';
import { VersionMark } from './VersionMark.tsx';

interface TopBarProps {
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onLockWallet: () => void;
}

/** Which network, which node, how fresh: what every screen rests on. */
export function TopBar({ searchField, onLockWallet }: TopBarProps) {
  const isLost = useIsHostLost();
  return (
    <section className={styles.bar} aria-label="Network, node and wallet" data-stale={isLost || undefined}>
      <NetworkCell />
      <EndpointCell />
      <HeadCell />
      <FinalityCell />
      <div className={styles.find}>
        <SearchField field={searchField} />
      </div>
      <AttentionCell />
      <WalletCell onLockWallet={onLockWallet} />
    </section>
  );
}

function NetworkCell() {
  const name = useTopic('chain.headChanged', (head) => head?.networkName);
  const isEmbedded = useTopic(
    'connections.changed',
    (state) => state?.connections.find(({ id }) => id === state.activeId)?.kind === 'embedded',
  );
  if (name === undefined) return undefined;
  const isMainnet = name === 'mainnet';
  const isPublicTest = name === 'calibrationnet' || name === 'calibration';
  return (
    <div className={`${styles.cell} ${styles.network}`}>
      <Badge
        tone={isMainnet ? 'strong' : isPublicTest ? 'info' : 'plain'}
        icon={isMainnet ? IconAnchor : isPublicTest ? IconFlask : IconCpu}
        title={`${sanitiseToText(name, 100)}${isEmbedded ? ': a practice network inside Sextant; its funds have no value' : ''}`}
      >
        {isEmbedded ? 'practice network' : sanitiseToText(shortNetworkName(name), 24)}
      </Badge>
      <VersionMark />
    </div>
  );
}

/** A local network names itself after an identifier: its first part tells two of them apart, the whole is in the title. */
function shortNetworkName(name: string): string {
  return name.replace(/^([a-z]+-[0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u, '$1');
}

/** Of a Sextant that does not answer: how the node does is not known any more. */
const LAST_KNOWN = { tone: 'neutral', words: 'last known' } as const;

function EndpointCell() {
  const head = useTopic('chain.headChanged');
  const saved = useTopic('connections.changed', (state) => state?.problem);
  const isMaking = useTopic(
    'connections.changed',
    (state) =>
      state?.embedded?.stage === 'making' && state.connections.some(({ id, kind }) => kind === 'embedded' && id === state.activeId),
  );
  const health = useIsHostLost() ? LAST_KNOWN : endpointHealth(head, saved);
  const reason = saved?.isBlocking === true ? saved.message : head?.problem?.message;
  return (
    <Tooltip label={sanitiseToText(reason ?? 'Open endpoints', 300)}>
      <Link href="/endpoints" className={styles.cell}>
        <span className={styles.dot} data-tone={health.tone} aria-hidden="true" />
        <span className={styles.two}>
          <b>{sanitiseToText(head?.connectionName || 'No endpoint', 40)}</b>
          {isMaking === true ? 'creating practice network' : health.words}
        </span>
      </Link>
    </Tooltip>
  );
}

function HeadCell() {
  const head = useTopic('chain.headChanged');
  const isAccelerated = useTopic('connections.changed', (state) => state?.capabilities.isChainAccelerated === true);
  const paceMs = useTopic('connections.changed', (state) => state?.capabilities.chainPaceMs);
  const capabilities = useTopic('connections.changed', (state) => state?.capabilities);
  const nowMs = useNow();
  const isLost = useIsHostLost();
  if (head?.head === undefined) return undefined;
  const ahead = aheadMs(head.head.timeMs, nowMs, capabilities);
  const expectedMs = isAccelerated && paceMs !== undefined ? paceMs : (head.blockDelaySeconds ?? 30) * 1000;
  const sinceMs = headSinceMs(head, nowMs, capabilities) ?? nowMs;
  const share = (nowMs - sinceMs) / expectedMs;
  return (
    <Link
      href={`/tipsets/${head.head.height}`}
      className={`${styles.cell} ${styles.head}`}
      data-call-href={originHref(head.calls.head, headOrigins('Height'))}
    >
      <span className={styles.two}>
        <b data-head-epoch>{formatInteger(head.head.height)}</b>
        {isLost ? (
          'last known head'
        ) : ahead === undefined ? (
          <>head, {formatRelative(sinceMs, Math.max(nowMs, sinceMs))}</>
        ) : (
          <span className="warn">{aheadText(ahead)}</span>
        )}
      </span>
      {isLost ? undefined : ahead !== undefined ? (
        <Badge tone="warning" icon={IconClockExclamation} title={`This head lies in the future. ${AHEAD_WORDS}`}>
          clock
        </Badge>
      ) : isAccelerated ? (
        <Badge
          tone="pending"
          icon={IconPlayerTrackNext}
          title="This practice chain produces tipsets faster than its 30 s epochs, so its epochs run ahead of the clock"
        >
          accelerated{paceMs === undefined ? '' : `, ${paceWords(paceMs)}`}
        </Badge>
      ) : (
        <HeadGauge
          share={share}
          label={share > 1 ? 'Next tipset late' : `${Math.round((nowMs - sinceMs) / 1000)} of ${head.blockDelaySeconds ?? 30} seconds`}
        />
      )}
    </Link>
  );
}

function originHref(call: CallRef | undefined, origins: readonly Origin[]): string | undefined {
  return call === undefined ? undefined : findOrigins([call], origins)[0]?.href;
}

function paceWords(paceMs: number): string {
  return paceMs < 1000 ? `${paceMs} ms` : `${Math.round(paceMs / 100) / 10} s`;
}

function FinalityCell() {
  const finalized = useTopic('chain.headChanged', (head) => head?.finalized);
  const call = useTopic('chain.headChanged', (head) => head?.calls.finalized);
  const height = useTopic('chain.headChanged', (head) => head?.head?.height);
  if (finalized === undefined || height === undefined) return undefined;
  return (
    <Link
      href={`/tipsets/${finalized.height}`}
      className={`${styles.cell} ${styles.final} hide-narrow`}
      data-call-href={originHref(call, ['ChainGetFinalizedTipSet Height'])}
    >
      <span className={styles.two}>
        <b>{formatInteger(finalized.height)}</b>
        final{finalized.by === 'node' ? '' : ' by depth'}, {formatInteger(Math.max(0, height - finalized.height))} behind
      </span>
    </Link>
  );
}

/** How much needs attention, on every screen and in the title of the tab; leads to the whole list. */
function AttentionCell() {
  const count = useAttention()?.count ?? 0;
  useEffect(() => {
    document.title = count === 0 ? 'Sextant' : `(${formatInteger(count)}) Sextant`;
  }, [count]);
  if (count === 0) return undefined;
  const words = `${formatInteger(count)} ${count === 1 ? 'item needs' : 'items need'} attention`;
  return (
    <Tooltip label={words}>
      <Link href="/overview?checks=all" className={`${styles.cell} ${styles.last}`} aria-label={words}>
        <IconBell size={16} stroke={1.6} aria-hidden="true" />
        <span className="m bad">{formatInteger(count)}</span>
      </Link>
    </Tooltip>
  );
}

function WalletCell({ onLockWallet }: { readonly onLockWallet: () => void }) {
  const status = useTopic('wallet.changed', (wallet) => wallet?.status);
  const isLost = useIsHostLost();
  const trusted = useTrustedDocument();
  const [, navigate] = useLocation();
  if (status === undefined) return undefined;
  const isUnlocked = status === 'unlocked';
  const words = isUnlocked ? 'Unlocked' : status === 'locked' ? 'Locked' : status === 'missing' ? 'No wallet' : 'Wallet damaged';
  const hint = isLost
    ? 'Last known: Sextant is not responding'
    : isUnlocked
      ? 'Lock wallet'
      : status === 'locked'
        ? 'Unlock in a separate window'
        : status === 'missing'
          ? 'Create a vault in a separate window'
          : 'Open accounts';
  const Icon = isUnlocked ? IconLockOpen : IconLock;
  function press(): void {
    if (isUnlocked) onLockWallet();
    else if (status === 'locked') void trusted.open({ name: 'unlock' });
    else if (status === 'missing') void trusted.open({ name: 'create-vault' });
    else navigate('/accounts');
  }
  return (
    <Tooltip label={trusted.state.status === 'failed' ? 'Could not open the separate window' : hint}>
      <button
        type="button"
        className={`${styles.cell} ${styles.last}`}
        onClick={isLost ? undefined : press}
        aria-disabled={isLost || undefined}
        aria-label={words}
        aria-description={hint}
      >
        <Icon size={16} stroke={1.6} aria-hidden="true" />
        <span>{words}</span>
      </button>
    </Tooltip>
  );
}
