import { IconClock, IconInfoCircle, IconSignature } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import type { Approval } from '../../shared/ipc/schemas/approvals.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { UntrustedText } from '../components/UntrustedText.tsx';
import { ApprovalFacts } from './ApprovalFacts.tsx';
import { approvalTitle } from './approval-title.ts';
import styles from './approve.module.css';
import { evaluateConfirmGate } from './confirm-gate.ts';
import { countdownText, groupHex } from './exact-text.ts';
import { isFullyRead } from './is-read.ts';
import { PassphraseField } from './PassphraseField.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import { useInFrontSince } from './use-in-front-since.ts';

interface ApprovalSheetProps {
  readonly approval: Approval;
  readonly isVaultLocked: boolean;
  readonly nowMs: number;
  readonly isBusy: boolean;
  readonly problem: { readonly code: string; readonly message: string } | undefined;
  readonly onConfirm: (passphrase: string | undefined, isNewNetworkAccepted: boolean) => void;
  readonly onReject: () => void;
}

/** Below this the countdown is marked and read out once. */
const EXPIRY_WARNING_MS = 60_000;

/** The approval while it waits. */
export function ApprovalSheet({ approval, isVaultLocked, nowMs, isBusy, problem, onConfirm, onReject }: ApprovalSheetProps) {
  const [passphrase, setPassphrase] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const inFrontSinceMs = useInFrontSince();
  const wasOpenAtPress = useRef(false);
  const reasonId = useId();

  function currentGate() {
    return evaluateConfirmGate({
      nowMs: Date.now(),
      inFrontSinceMs,
      expiresAtMs: approval.expiresAtMs,
      isVaultLocked,
      hasPassphrase: passphrase !== '',
      isNewNetwork: !approval.isKeyKnownHere,
      isNewNetworkAccepted: isAccepted,
      isBusy,
    });
  }
  const gate = currentGate();

  function press(event: MouseEvent): void {
    // A pointer press counts only if the button was already live when it began; keyboard and assistive presses have no pointer.
    const isPointer = event.detail > 0;
    if (!currentGate().isOpen || (isPointer && !wasOpenAtPress.current)) return;
    const secret = isVaultLocked ? passphrase : undefined;
    setPassphrase('');
    onConfirm(secret, isAccepted);
  }

  function holdEnter(event: KeyboardEvent): void {
    // Enter is what a hand presses without reading. Space and the pointer remain.
    if (event.key === 'Enter') event.preventDefault();
  }

  const remainingMs = approval.expiresAtMs - nowMs;
  const isLow = remainingMs < EXPIRY_WARNING_MS;
  const notices = approval.warnings.filter((warning) => warning.result !== 'pass');
  const isRead = useMemo(() => isFullyRead(approval), [approval]);
  const isWrongPassphrase = problem?.code === 'wrong-passphrase';
  return (
    <TrustedFrame
      aside={
        <span className={`${styles.expiry} ${isLow ? styles.expiryLow : ''}`}>
          <IconClock size={14} stroke={1.6} aria-hidden />
          expires in <strong>{countdownText(remainingMs)}</strong>
          <span className={styles.hidden} role="status">
            {isLow ? 'This approval expires in less than a minute.' : ''}
          </span>
        </span>
      }
      hint={
        <>
          <IconInfoCircle size={14} stroke={1.6} aria-hidden />
          <span id={reasonId}>{gate.isOpen ? 'Nothing is sent until you confirm. Enter alone does nothing here.' : gate.reason}</span>
        </>
      }
      actions={
        <>
          <button type="button" className={styles.button} aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onReject())}>
            Reject
          </button>
          <button
            type="button"
            className={`${styles.button} ${styles.primary}`}
            aria-disabled={!gate.isOpen}
            aria-describedby={reasonId}
            onPointerDown={() => {
              wasOpenAtPress.current = currentGate().isOpen;
            }}
            onKeyDown={holdEnter}
            onClick={press}
          >
            <IconSignature size={14} stroke={1.8} aria-hidden />
            {isBusy ? 'Signing' : 'Sign and push'}
          </button>
        </>
      }
    >
      <div className={styles.two}>
        <section className={styles.sheet} aria-label="What will be signed">
          <h1 className={styles.title}>{approvalTitle(approval)}</h1>
          <p className={styles.lead}>
            Everything below was read back from the {approval.bytesHex.length / 2} bytes that will be signed, not from the form.
          </p>
          <ApprovalFacts approval={approval} />
        </section>
        <aside className={styles.side} aria-label="Before you confirm">
          <section className={styles.section}>
            <h2>Before you confirm</h2>
            {problem === undefined || isWrongPassphrase ? undefined : (
              <TrustedNote tone="danger" title="It was not sent" role="alert">
                {problem.message}
              </TrustedNote>
            )}
            {notices.map((notice) => (
              <TrustedNote key={notice.id} tone={notice.result === 'fail' ? 'danger' : 'warning'} title={notice.title}>
                <UntrustedText text={notice.detail} />
              </TrustedNote>
            ))}
            {isRead ? undefined : (
              <TrustedNote tone="warning" title="Not everything in this message can be read here">
                What the recipient does with its parameters is not known. Sign only if you know where these bytes come from.
              </TrustedNote>
            )}
            {approval.isKeyKnownHere ? undefined : (
              <>
                <TrustedNote tone="warning" title={`This key has not been used on ${sanitiseToText(approval.networkName, 100)}`}>
                  A signature says nothing of the network it was meant for: this message is valid wherever the key has funds and this nonce.
                </TrustedNote>
                <label className={styles.consent}>
                  <input
                    type="checkbox"
                    className={styles.box}
                    checked={isAccepted}
                    onChange={(event) => setIsAccepted(event.currentTarget.checked)}
                  />
                  <span>Use this key on {sanitiseToText(approval.networkName, 100)} from now on</span>
                </label>
              </>
            )}
            {notices.length === 0 && isRead && approval.isKeyKnownHere && (problem === undefined || isWrongPassphrase) ? (
              <p className={styles.help}>Nothing unusual was found. Read the recipient and the amount all the same.</p>
            ) : undefined}
          </section>
          <section className={styles.section}>
            <h2>
              The bytes to be signed <span>{approval.bytesHex.length / 2} bytes, CBOR</span>
            </h2>
            <p className={styles.hex}>{groupHex(approval.bytesHex)}</p>
          </section>
          {isVaultLocked ? (
            <section className={`${styles.section} ${styles.pinned}`}>
              <h2>Passphrase of this vault</h2>
              <PassphraseField
                label="Passphrase of this vault"
                isLabelHidden
                value={passphrase}
                onChange={setPassphrase}
                autoComplete="current-password"
                error={isWrongPassphrase ? problem.message : undefined}
                help="Used once, for this message. It is never kept or sent."
              />
            </section>
          ) : undefined}
        </aside>
      </div>
    </TrustedFrame>
  );
}
