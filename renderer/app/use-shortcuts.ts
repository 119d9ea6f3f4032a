import { useEffect, useRef } from 'react';
import { COMMANDS, type CommandContext } from './commands.ts';
import { matchKeys, nameOfKey, SEQUENCE_MS } from './key-sequence.ts';

/** Answers the registry's shortcuts, and `.` on a value that knows its call. Typing in a field is never a shortcut. */
export function useShortcuts(context: CommandContext): void {
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  useEffect(() => {
    let pressed: readonly string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const key = nameOfKey(event);
      const isChord = key.startsWith('Ctrl+');
      if (!isChord && (isTyping(event.target) || isInDialog(event.target))) return;
      if (!isChord && event.key.length > 1) return;
      if (key === '.') {
        const href = tracedHref();
        if (href !== undefined) {
          event.preventDefault();
          latest.current.navigate(href);
        }
        return;
      }
      clearTimeout(timer);
      let match = matchKeys(COMMANDS, [...pressed, key]);
      if (match.kind === 'none' && pressed.length > 0) {
        pressed = [];
        match = matchKeys(COMMANDS, [key]);
      }
      if (match.kind === 'none') {
        pressed = [];
        return;
      }
      event.preventDefault();
      if (match.kind === 'prefix') {
        pressed = [...pressed, key];
        timer = setTimeout(() => {
          pressed = [];
        }, SEQUENCE_MS);
        return;
      }
      pressed = [];
      if (match.entry.disabledReason?.(latest.current) === undefined) match.entry.run(latest.current);
    }

    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      clearTimeout(timer);
    };
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

/** The call behind the value that has the focus or stands in the active row of a table, or else the one under the pointer. */
function tracedHref(): string | undefined {
  const focused = document.activeElement;
  const own = focused?.closest<HTMLElement>('[data-call-href]');
  if (own?.dataset.callHref !== undefined) return own.dataset.callHref;
  const hovered = [...document.querySelectorAll<HTMLElement>('[data-call-href]:hover')].at(-1);
  if (hovered?.dataset.callHref !== undefined) return hovered.dataset.callHref;
  const rowId = focused?.getAttribute('aria-activedescendant');
  const row = rowId === null || rowId === undefined ? null : document.getElementById(rowId);
  return row?.querySelector<HTMLElement>('[data-call-href]')?.dataset.callHref;
}
