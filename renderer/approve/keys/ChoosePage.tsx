import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import styles from '../approve.module.css';
import { CloseButton } from '../CloseButton.tsx';
import { TrustedFrame } from '../TrustedFrame.tsx';
import keyStyles from './keys.module.css';

export interface Way<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly text: string;
}

interface ChoosePageProps<Name extends string> {
  readonly title: string;
  readonly lead: string;
  readonly ways: readonly Way<Name>[];
  readonly onChoose: (name: Name) => void;
}

/** A page to choose the source of a key. */
export function ChoosePage<Name extends string>({ title, lead, ways, onChoose }: ChoosePageProps<Name>) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <TrustedFrame hint="Nothing is created until the last step." actions={<CloseButton label="Cancel" isSecondary />}>
      <div className={styles.centre}>
        <div className={styles.column}>
          <div>
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.lead}>{lead}</p>
          </div>
          <ul className={keyStyles.ways} ref={list}>
            {ways.map((way) => (
              <li key={way.name}>
                <button type="button" onClick={() => onChoose(way.name)}>
                  <span>
                    <strong>{way.title}</strong>
                    <span>{way.text}</span>
                  </span>
                  <IconChevronRight size={16} stroke={1.6} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </TrustedFrame>
  );
}
