import { IconBookmark } from '@tabler/icons-react';
import type { Completion } from '../../lib/filter-completion.ts';
import { showInScroller } from '../../lib/show-in-scroller.ts';
import { UntrustedText } from '../values/UntrustedText.tsx';
import styles from './filter-completions.module.css';

interface FilterCompletionsProps {
  /** Of the list; its options have this with a dash and their number. */
  readonly id: string;
  readonly options: readonly Completion[];
  readonly activeIndex: number;
  readonly isShown: boolean;
  readonly onChoose: (option: Completion) => void;
}

/** What can be written in a filter, below it. The focus stays in the field, which names the active option. */
export function FilterCompletions({ id, options, activeIndex, isShown, onChoose }: FilterCompletionsProps) {
  return (
    <div className={styles.list} hidden={!isShown}>
      <div id={id} role="listbox" aria-label="Suggestions">
        {options.map((option, index) => (
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            ref={index === activeIndex ? showOption : undefined}
            onPointerDown={(event) => {
              // The field keeps the focus.
              event.preventDefault();
              if (event.button === 0) onChoose(option);
            }}
          >
            <span className="mono">
              {option.head}
              {option.kind === 'saved' ? <IconBookmark size={12} stroke={1.8} aria-label="Saved" /> : undefined}
              <b>
                <UntrustedText text={option.label} maximumLength={60} />
              </b>
            </span>
            <span className={styles.detail}>
              <UntrustedText text={option.detail} maximumLength={60} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

function showOption(element: HTMLDivElement | null): void {
  if (element !== null) showInScroller(element, 'nearest');
}
