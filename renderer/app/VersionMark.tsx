import { Tooltip } from '@mantine/core';
import { Link } from 'wouter';
import { useNow } from '../hooks/use-now.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { findOrigins } from '../lib/origin.ts';
import { versionWords } from '../lib/version-words.ts';
import styles from './top-bar.module.css';

/** The network version at the head, and how sure it is. */
export function VersionMark() {
  const head = useTopic('chain.headChanged');
  const state = useTopic('chain.versionChanged');
  const isAccelerated = useTopic('connections.changed', (connections) => connections?.capabilities.isChainAccelerated === true);
  const nowMs = useNow();
  const height = head?.head?.height;
  if (height === undefined || state === undefined || state.connectionId !== head?.connectionId) return undefined;
  const { genesisTimeMs, blockDelaySeconds } = head;
  const hasClock = !isAccelerated && genesisTimeMs !== undefined && blockDelaySeconds !== undefined;
  const words = versionWords({
    knowledge: state.knowledge,
    networkName: state.networkName,
    headHeight: height,
    nowMs,
    ...(hasClock ? { clock: { genesisTimeMs, blockDelaySeconds } } : {}),
  });
  if (words === undefined) return undefined;
  const { version } = state.calls;
  return (
    // Along the bar: below the mark it would cover the title of the screen.
    <Tooltip label={words.sentences.join(' ')} position="right" multiline maw={880}>
      <Link
        href="/node/upgrades"
        className={styles.version}
        data-warning={words.isWarning || undefined}
        aria-label={`Network version ${words.text}`}
        aria-description={words.sentences.join(' ')}
        data-call-href={version === undefined ? undefined : findOrigins([version], ['StateNetworkVersion'])[0]?.href}
      >
        {words.text}
      </Link>
    </Tooltip>
  );
}
