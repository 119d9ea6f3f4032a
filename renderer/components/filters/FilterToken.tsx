import { IconX } from '@tabler/icons-react';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { FilterPiece } from '../../lib/filter-pieces.ts';
import styles from './filter-token.module.css';

/** A filter may come with a link. */
const MAX_SHOWN_LENGTH = 120;

interface FilterTokenProps {
  readonly piece: FilterPiece;
  /** As written. */
  readonly text: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A finished term of a filter, or a word that joins two. */
export function FilterToken({ piece, text, onEdit, onRemove }: FilterTokenProps) {
  const words = sanitiseToText(text, MAX_SHOWN_LENGTH);
  return (
    <span
      className={styles.piece}
      data-term={piece.isTerm || undefined}
      data-wrong={piece.problem !== undefined || undefined}
      title={piece.problem}
    >
      <button type="button" className={styles.words} aria-label={`Change ${words}`} aria-description={piece.problem} onClick={onEdit}>
        {piece.parts.map((part, index) => (
          <span key={part.from} data-kind={part.kind}>
            {sanitiseToText(part.text, MAX_SHOWN_LENGTH)}
            {(piece.parts[index + 1]?.from ?? 0) > part.from + part.text.length ? ' ' : ''}
          </span>
        ))}
      </button>
      <button type="button" className={styles.remove} aria-label={`Remove ${words}`} onClick={onRemove}>
        <IconX size={11} stroke={1.8} aria-hidden="true" />
      </button>
    </span>
  );
}
