import { Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './external-link.module.css';

interface ExternalLinkProps {
  /** Complete, and https: nothing else passes the gate of external links. */
  readonly url: string;
  /** Who is behind it and what they learn. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** A link that leaves Sextant for a third party. It opens in the browser, when the user follows it and not before. */
export function ExternalLink({ url, hint, children }: ExternalLinkProps) {
  return (
    <Tooltip label={hint} multiline maw={320}>
      <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer" aria-description={hint}>
        <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
        {children}
      </a>
    </Tooltip>
  );
}
