import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from '../approve.module.css';
import { CloseButton } from '../CloseButton.tsx';
import { TrustedFrame } from '../TrustedFrame.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import type { Task } from './use-task.ts';

interface KeyPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Progress, such as "Step 2 of 3". */
  readonly step?: string | undefined;
  readonly hint?: ReactNode;
  readonly isWide?: boolean;
  /** The primary button; undefined for none. */
  readonly primary?: { readonly label: string; readonly busyLabel?: string; readonly isDanger?: boolean };
  readonly onSubmit?: () => void;
  /** Goes to the previous page. If undefined, the button closes the window. */
  readonly onBack?: (() => void) | undefined;
  readonly backLabel?: string;
  /** A secondary action. */
  readonly extra?: ReactNode;
  readonly task?: Task;
  /** Title of the failure note. Failures shown at a field are left out. */
  readonly failureTitle?: string;
  readonly fieldCodes?: readonly string[];
  /** Contract names of the fields that show their own failures. */
  readonly fieldNames?: readonly string[];
  readonly children: ReactNode;
}

/** A form page of the trusted document. Enter submits it, because these pages sign nothing. */
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
    // A page without an autofocused field starts at its title.
    if (form.current?.contains(document.activeElement) !== true) heading.current?.focus();
  }, []);
  useEffect(() => {
    if (failure !== undefined) focusFirstInvalid(form.current);
  }, [failure]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit?.();
    // Invalid fields are marked in the next frame.
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
            <TrustedNote tone="danger" title={props.failureTitle ?? 'Failed'} role="alert">
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
