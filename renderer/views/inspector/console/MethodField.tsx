import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isForExplaining } from '../../../../shared/pasted/pasted-form.ts';
import type { MethodFacts } from '../../../../shared/rpc/methods.ts';
import { classNames } from '../../../lib/class-names.ts';
import { showInScroller } from '../../../lib/show-in-scroller.ts';
import { EXPLAIN_ROUTE, handOverPasted } from '../../../stores/pasted-text.ts';
import styles from './console.module.css';
import { findMethods } from './find-methods.ts';

interface MethodFieldProps {
  readonly value: string;
  readonly onFocus: () => void;
  readonly onChange: (method: string) => void;
  /** A name was chosen from the catalogue. */
  readonly onChoose: (method: MethodFacts) => void;
  /** The name that is offered now, so that it can be read about; undefined when none is. */
  readonly onPreview: (method: string | undefined) => void;
  readonly onSend: () => void;
  readonly help: ReactNode;
}

/** The name of a method, with the catalogue's names below it while it is typed. */
export function MethodField({ value, onFocus, onChange, onChoose, onPreview, onSend, help }: MethodFieldProps) {
  const id = useId();
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const found = useMemo(() => findMethods(value), [value]);
  const active = found[activeIndex];
  const isShown = isOpen && found.length > 0;

  const preview = isShown ? active?.name : undefined;
  const told = useRef(onPreview);
  told.current = onPreview;
  useEffect(() => told.current(preview), [preview]);

  function choose(method: MethodFacts): void {
    onChoose(method);
    setIsOpen(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isShown) setActiveIndex((activeIndex + step + found.length) % found.length);
      else setIsOpen(true);
    } else if (event.key === 'Enter' && isShown && active !== undefined) choose(active);
    else if (event.key === 'Escape' && isShown) setIsOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.methodField}>
      <label htmlFor={id}>Method</label>
      <input
        id={id}
        className={styles.methodInput}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!isForExplaining(pasted)) return;
          event.preventDefault();
          handOverPasted(pasted);
          navigate(EXPLAIN_ROUTE);
        }}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-describedby={`${id}-about`}
        {...(isShown ? { 'aria-activedescendant': `${id}-${activeIndex}` } : {})}
        value={value}
        placeholder="ChainHead"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setActiveIndex(0);
          setIsOpen(true);
        }}
        onFocus={() => {
          onFocus();
          setIsOpen(value === '');
        }}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Methods" className={styles.methodList} hidden={!isShown}>
        {found.map((method, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field
          <div
            key={`${method.api} ${method.name}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            className={classNames(styles.methodOption, index === activeIndex && styles.activeOption)}
            ref={
              index === activeIndex && isShown
                ? (element) => {
                    if (element !== null) showInScroller(element, 'nearest');
                  }
                : undefined
            }
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(method)}
          >
            <span className="mono">{method.name}</span>
            <span className={styles.optionParams}>{method.params.join(', ')}</span>
            <span className={styles.optionNote}>
              {method.api === 'miner' ? 'miner, ' : ''}
              {method.permission}
            </span>
          </div>
        ))}
      </div>
      <p id={`${id}-about`} className={styles.help}>
        {help}
      </p>
    </div>
  );
}
