import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from '../approve.module.css';
import { CloseButton } from '../CloseButton.tsx';
import { TrustedFrame } from '../TrustedFrame.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import type { Task } from './use-task.ts';

interface KeyPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Where this page stands: "Step 2 of 3". */
  readonly step?: string | undefined;
  readonly hint?: ReactNode;
  readonly isWide?: boolean;
  /** What the button does; without it the page has none. */
  readonly primary?: { readonly label: string; readonly busyLabel?: string; readonly isDanger?: boolean };
  readonly onSubmit?: () => void;
  /** The page before; without it the way out is to close the window. */
  readonly onBack?: (() => void) | undefined;
  readonly backLabel?: string;
  /** Another way on, beside the primary one. */
  readonly extra?: ReactNode;
  readonly task?: Task;
  /** What did not happen. Failures that a field tells of are left out. */
  readonly failureTitle?: string;
  readonly fieldCodes?: readonly string[];
  /** Names, as in the contract, of fields whose failures the page shows beside them. */
  readonly fieldNames?: readonly string[];
  readonly children: ReactNode;
}

/** A page of the trusted document with a form on it. Enter sends it, because nothing is signed by these. */
export function KeyPage(props: KeyPageProps) {
  const { title, lead, step, hint, isWide, primary, onSubmit, onBack, backLabel = 'Back', extra, task, children } = props;
  const { fieldCodes = [], fieldNames = ['label'] } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const failure = task?.failure;
  const isBusy = task?.isBusy === true;
  const failedFields = Object.keys(failure?.fields ?? {});
  const isToldByField =
    failure !== undefined &&
    (fieldCodes.includes(failure.code) || (failedFields.length > 0 && failedFields.every((name) => fieldNames.includes(name))));

  useEffect(() => {
    // A page that begins with no field of its own is read from its title.
    if (form.current?.contains(document.activeElement) !== true) heading.current?.focus();
  }, []);
  useEffect(() => {
    if (failure !== undefined) focusFirstInvalid(form.current);
  }, [failure]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit?.();
    // What is missing is marked in the next frame.
    requestAnimationFrame(() => focusFirstInvalid(form.current));
  }

  return (
    <TrustedFrame
      hint={hint}
      actions={
        <>
          {onBack === undefined ? (
            <CloseButton label="Cancel" isSecondary />
          ) : (
            <button type="button" className={styles.button} aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onBack())}>
              {backLabel}
            </button>
          )}
          {extra}
          {primary === undefined ? undefined : (
            <button
              type="submit"
              form={formId}
              className={`${styles.button} ${primary.isDanger === true ? styles.dangerButton : styles.primary}`}
              aria-disabled={isBusy}
            >
              {isBusy ? (primary.busyLabel ?? primary.label) : primary.label}
            </button>
          )}
        </>
      }
    >
      <form id={formId} ref={form} className={styles.centre} onSubmit={submit} autoComplete="off" noValidate>
        <div className={`${styles.column} ${isWide === true ? styles.wideColumn : ''}`}>
          <div>
            {step === undefined ? undefined : <p className={styles.step}>{step}</p>}
            <h1 className={styles.title} ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead === undefined ? undefined : <p className={styles.lead}>{lead}</p>}
          </div>
          {children}
          {failure === undefined || isToldByField ? undefined : (
            <TrustedNote tone="danger" title={props.failureTitle ?? 'That did not work'} role="alert">
              {failure.message}
            </TrustedNote>
          )}
        </div>
      </form>
    </TrustedFrame>
  );
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
