import { IconCube, IconKey, IconServer, IconTag } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import type { AddressName } from '../../shared/ipc/schemas/approvals.ts';
import { formatDateTime, formatRelative } from '../../shared/text/format.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import styles from './address-names.module.css';
import { FullAddress } from './FullAddress.tsx';

interface Naming {
  readonly names: readonly AddressName[];
  /** Creation time of the approval. Ages of labels refer to it. */
  readonly atMs: number;
}

/** Names of the addresses in a message, for every component that shows one. */
export const AddressNaming = createContext<Naming>({ names: [], atMs: 0 });

/** Newer labels are marked: an attacker in the app may have written one for this very approval. */
const RECENT_MS = 24 * 3_600_000;

/** A full address with its names and their sources below. A name never replaces the address. */
export function NamedAddress({ address }: { readonly address: string }) {
  const { names, atMs } = useContext(AddressNaming);
  return (
    <>
      <FullAddress address={address} />
      {names
        .filter((name) => name.address === address)
        .map((name) => (
          <Name key={name.by} name={name} atMs={atMs} />
        ))}
    </>
  );
}

function Name({ name: { by, text, writtenAtMs }, atMs }: { readonly name: AddressName; readonly atMs: number }) {
  switch (by) {
    case 'key':
      return <KeyName label={text} />;
    case 'label':
      return (
        <NameLine by={by} icon={<IconTag size={14} stroke={1.6} aria-hidden />} whose="Address book label">
          <q>
            <UntrustedText text={text} />
          </q>
          <span className={writtenAtMs === undefined || atMs - writtenAtMs < RECENT_MS ? styles.recent : undefined}>
            {writtenAtMs === undefined
              ? ', date not recorded'
              : `, added ${formatRelative(writtenAtMs, atMs)} (${formatDateTime(writtenAtMs)})`}
          </span>
        </NameLine>
      );
    case 'protocol':
      return (
        <NameLine by={by} icon={<IconCube size={14} stroke={1.6} aria-hidden />} whose="Built-in actor">
          {text}
        </NameLine>
      );
    case 'node':
      return <NodeWord text={text} />;
    default:
      return by satisfies never;
  }
}

/** A key of this vault: the only name that is proven. */
export function KeyName({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  return (
    <NameLine by="key" icon={<IconKey size={14} stroke={1.6} aria-hidden />} whose="Your key">
      <UntrustedText text={label} />
      {children}
    </NameLine>
  );
}

/** A claim of the node, not verified here. */
export function NodeWord({ text }: { readonly text: string }) {
  return (
    <NameLine by="node" icon={<IconServer size={14} stroke={1.6} aria-hidden />} whose="According to the node">
      <UntrustedText text={text} />
    </NameLine>
  );
}

interface NameLineProps {
  readonly by: AddressName['by'];
  readonly icon: ReactNode;
  readonly whose: string;
  readonly children: ReactNode;
}

function NameLine({ by, icon, whose, children }: NameLineProps) {
  return (
    <div className={styles.name} data-by={by}>
      {icon}
      <span>
        <span className={styles.whose}>{whose}</span> {children}
      </span>
    </div>
  );
}
