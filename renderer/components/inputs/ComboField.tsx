import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { showInScroller } from '../../lib/show-in-scroller.ts';
import styles from './combo-field.module.css';
import fieldStyles from './text-field.module.css';

export interface ComboOption {
  readonly id: string;
  readonly title: ReactNode;
  /** At the right end. */
  readonly note?: ReactNode;
  /** A second line. */
  readonly detail?: ReactNode;
}

/** Characters at the end that are always seen. */
const TAIL_LENGTH = 8;

interface ComboFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onChoose: (id: string) => void;
  /** What is offered for the text as it stands. */
  readonly options: readonly ComboOption[];
  /** What stands below the options, or instead of them. */
  readonly placeholder?: string | undefined;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Before the text: a name for it. */
  readonly prefix?: ReactNode;
  readonly suffix?: ReactNode;
  readonly isMono?: boolean;
  /** Text that is too long is cut in its middle while nobody types: the end of an address tells it apart as its beginning does. */
  readonly isCutInMiddle?: boolean;
  readonly layout?: 'beside' | 'above';
  /** The field was left, or the list closed. */
  readonly onLeave?: () => void;
}

/** One line of text with what fits it listed below: arrow keys choose, Enter takes, Esc closes. Any text may be typed. */
export function ComboField(props: ComboFieldProps) {
  const { label, value, onChange, onChoose, options, help, error, prefix, suffix, layout = 'beside' } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  // Text that is written in full needs no list over the fields below.
  const isShown = isOpen && options.length > 0 && !(isTyping && options.some(({ id: option }) => option === value.trim()));
  const active = isShown ? options[activeIndex] : undefined;

  function close(): void {
    setIsOpen(false);
    setActiveIndex(-1);
    props.onLeave?.();
  }

  function choose(option: ComboOption): void {
    onChoose(option.id);
    close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isShown) setActiveIndex((Math.max(activeIndex, step === 1 ? -1 : 0) + step + options.length) % options.length);
      else setIsOpen(true);
    } else if (event.key === 'Enter' && active !== undefined) choose(active);
    else if (event.key === 'Escape' && isShown) close();
    else return;
    event.preventDefault();
  }

  return (
    <div className={layout === 'beside' ? fieldStyles.beside : fieldStyles.above}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={classNames(fieldStyles.column, styles.column)}>
        <div className={classNames(fieldStyles.field, error !== undefined && fieldStyles.wrong)}>
          {prefix === undefined ? undefined : <span className={styles.prefix}>{prefix}</span>}
          <span className={styles.text}>
            <input
              id={id}
              className={props.isMono === true ? fieldStyles.mono : undefined}
              role="combobox"
              aria-expanded={isShown}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-about`}
              {...(active === undefined ? {} : { 'aria-activedescendant': `${id}-${activeIndex}` })}
              value={value}
              placeholder={props.placeholder}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => {
                onChange(event.currentTarget.value);
                setActiveIndex(event.currentTarget.value === '' ? -1 : 0);
                setIsTyping(true);
                setIsOpen(true);
              }}
              onClick={() => {
                setIsTyping(false);
                setIsOpen(true);
              }}
              onBlur={close}
              onKeyDown={onKeyDown}
            />
            {props.isCutInMiddle === true && value.length > TAIL_LENGTH ? (
              <span className={classNames(styles.cut, props.isMono === true && fieldStyles.mono)} aria-hidden="true">
                <span className={styles.head} data-text={value.slice(0, -TAIL_LENGTH)} />
                <span className={styles.tail} data-text={value.slice(-TAIL_LENGTH)} />
              </span>
            ) : undefined}
          </span>
          {suffix === undefined ? undefined : <span className={fieldStyles.suffix}>{suffix}</span>}
          <IconChevronDown size={14} stroke={1.6} className={styles.chevron} aria-hidden="true" />
        </div>
        <div id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={classNames(styles.option, index === activeIndex && styles.active)}
              ref={
                index === activeIndex && isShown
                  ? (element) => {
                      if (element !== null) showInScroller(element, 'nearest');
                    }
                  : undefined
              }
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <div className={styles.line}>
                <span className="ell">{option.title}</span>
                {option.note === undefined ? undefined : <span className={styles.note}>{option.note}</span>}
              </div>
              {option.detail === undefined ? undefined : <div className={styles.detail}>{option.detail}</div>}
            </div>
          ))}
        </div>
        <div id={`${id}-about`} aria-live="polite">
          {error === undefined ? undefined : <p className={fieldStyles.error}>{error}</p>}
          {help === undefined ? undefined : <p className={fieldStyles.help}>{help}</p>}
        </div>
      </div>
    </div>
  );
}
