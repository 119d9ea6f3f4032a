import { IconClock, IconInfoCircle, IconSignature } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Approval, MessageApproval } from '../../shared/ipc/schemas/approvals.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { AddressNaming } from './AddressNames.tsx';
import { ApprovalFacts } from './ApprovalFacts.tsx';
import { approvalTitle } from './approval-title.ts';
import styles from './approve.module.css';
import { BatchFacts } from './BatchFacts.tsx';
import { BatchList } from './BatchList.tsx';
import { evaluateConfirmGate } from './confirm-gate.ts';
import { DataFacts } from './DataFacts.tsx';
import { countdownText, groupHex, separateThousands } from './exact-text.ts';
import { isFullyRead } from './is-read.ts';
import { PassphraseField } from './PassphraseField.tsx';
import { signedBytesOf } from './signed-bytes.ts';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedCalls } from './trusted-client.ts';
import { type BatchListState, useBatchList } from './use-batch-list.ts';
import { useInFrontSince } from './use-in-front-since.ts';

interface ApprovalSheetProps {
  readonly approval: Approval;
  readonly isVaultLocked: boolean;
  readonly nowMs: number;
  readonly isBusy: boolean;
  /** Shown next to the buttons. */
  readonly extra?: ReactNode;
  readonly listBatch: TrustedCalls['listBatch'];
  readonly problem: { readonly code: string; readonly message: string } | undefined;
  readonly onConfirm: (passphrase: string | undefined, isNewNetworkAccepted: boolean) => void;
  readonly onReject: () => void;
}

/** Below this, the countdown is highlighted and announced once. */
const EXPIRY_WARNING_MS = 60_000;

/** A pending approval. */
export function ApprovalSheet({
  approval,
  isVaultLocked,
  nowMs,
  isBusy,
  extra,
  listBatch,
  problem,
  onConfirm,
  onReject,
}: ApprovalSheetProps) {
  const [passphrase, setPassphrase] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const inFrontSinceMs = useInFrontSince();
  const wasOpenAtPress = useRef(false);
  const wasClosedAtKey = useRef(false);
  const reasonId = useId();
  const list = useBatchList(approval, listBatch);
  const newNetwork = approval.kind === 'data' || approval.isKeyKnownHere ? undefined : sanitiseToText(approval.networkName, 100);

  function currentGate() {
    return evaluateConfirmGate({
      nowMs: Date.now(),
      inFrontSinceMs,
      expiresAtMs: approval.expiresAtMs,
      isVaultLocked,
      hasPassphrase: passphrase !== '',
      isNewNetwork: newNetwork !== undefined,
      isNewNetworkAccepted: isAccepted,
      isWhole: list === undefined || list.name === 'whole',
      isBusy,
    });
  }
  const gate = currentGate();

  function press(event: MouseEvent): void {
    // A press counts only if the button was already enabled at pointer down. Assistive tools send no pointer down.
    const isPointer = event.detail > 0;
    const isEarly = isPointer ? !wasOpenAtPress.current : wasClosedAtKey.current;
    wasClosedAtKey.current = false;
    if (!currentGate().isOpen || isEarly) return;
    const secret = isVaultLocked ? passphrase : undefined;
    setPassphrase('');
    onConfirm(secret, isAccepted);
  }

  function holdKey(event: KeyboardEvent): void {
    // Enter is easily pressed by accident. Space and the pointer still work.
    if (event.key === 'Enter') event.preventDefault();
    // Space acts on key up, and may have been pressed before the button was enabled.
    if (event.key === ' ' && !event.repeat) wasClosedAtKey.current = !currentGate().isOpen;
  }

  const remainingMs = approval.expiresAtMs - nowMs;
  const isLow = remainingMs < EXPIRY_WARNING_MS;
  // The consent below already covers the network.
  const notices = approval.warnings
    .filter(({ id, result }) => result !== 'pass' && !(id === 'network' && newNetwork !== undefined))
    .toSorted((one, other) => Number(isDanger(other)) - Number(isDanger(one)));
  const isAllRead = useMemo(() => isRead(approval, list), [approval, list]);
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
          <span id={reasonId}>{gate.isOpen ? `${nothingYet(approval)} Enter does not confirm.` : gate.reason}</span>
        </>
      }
      actions={
        <>
          {extra}
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
            onKeyDown={holdKey}
            onClick={press}
          >
            <IconSignature size={14} stroke={1.8} aria-hidden />
            {isBusy ? 'Signing' : confirmLabel(approval)}
          </button>
        </>
      }
    >
      <div className={styles.two}>
        <section className={styles.sheet} aria-label="What will be signed">
          <h1 className={styles.title}>{approvalTitle(approval)}</h1>
          <p className={styles.lead}>{leadText(approval)}</p>
          <Facts approval={approval} />
          {approval.kind === 'batch' && list !== undefined ? (
            <BatchList list={list} count={approval.count} atMs={approval.createdAtMs} />
          ) : undefined}
        </section>
        <aside className={styles.side} aria-label="Before you confirm">
          <section className={styles.section}>
            <h2>Before you confirm</h2>
            {problem === undefined || isWrongPassphrase ? undefined : <ProblemNote problem={problem} />}
            {notices.map((notice) => (
              <TrustedNote key={`${notice.id} ${notice.title}`} tone={isDanger(notice) ? 'danger' : 'warning'} title={notice.title}>
                <UntrustedText text={notice.detail} />
              </TrustedNote>
            ))}
            {isAllRead ? undefined : (
              <TrustedNote
                tone="warning"
                title={approval.kind === 'batch' ? 'Some messages could not be fully decoded' : 'This message could not be fully decoded'}
              >
                The effect of the undecoded parameters is unknown. Sign only if you trust the source of these bytes.
              </TrustedNote>
            )}
            {newNetwork === undefined ? undefined : (
              <>
                <TrustedNote tone="warning" title={`This key has not been used on ${newNetwork}`}>
                  {approval.from.keyType === 'delegated'
                    ? 'A practice key may be less well protected than a key that holds funds. Do not use one for the other.'
                    : 'The signature does not name a network. It is valid on every network where the key has funds and this nonce is next.'}
                </TrustedNote>
                <label className={styles.consent}>
                  <input
                    type="checkbox"
                    className={styles.box}
                    checked={isAccepted}
                    onChange={(event) => setIsAccepted(event.currentTarget.checked)}
                  />
                  <span>Allow this key on {newNetwork}</span>
                </label>
              </>
            )}
            {notices.length === 0 && isAllRead && newNetwork === undefined && (problem === undefined || isWrongPassphrase) ? (
              <p className={styles.help}>No warnings. {readText(approval)}</p>
            ) : undefined}
          </section>
          {approval.kind === 'message' ? <SignedBytes approval={approval} /> : undefined}
          {isVaultLocked ? (
            <section className={`${styles.section} ${styles.pinned}`}>
              <h2>Vault passphrase</h2>
              <PassphraseField
                label="Vault passphrase"
                isLabelHidden
                value={passphrase}
                onChange={setPassphrase}
                autoComplete="current-password"
                error={isWrongPassphrase ? problem.message : undefined}
                help="Used for this signature only. Never saved or sent."
              />
            </section>
          ) : undefined}
        </aside>
      </div>
    </TrustedFrame>
  );
}

function isDanger({ result, isSevere }: Approval['warnings'][number]): boolean {
  return result === 'fail' || isSevere === true;
}

/** Without an answer to the confirmation, this page cannot know whether it was signed. */
function ProblemNote({ problem: { code, message } }: { readonly problem: NonNullable<ApprovalSheetProps['problem']> }) {
  if (code !== 'cancelled' && code !== 'forbidden') {
    return (
      <TrustedNote tone="danger" title="Nothing was signed" role="alert">
        {message}
      </TrustedNote>
    );
  }
  return (
    <TrustedNote tone="warning" title="Signing status unknown" role="alert">
      {message} Confirming again is safe: an approval is signed only once. The journal in the app shows what was signed.
    </TrustedNote>
  );
}

function Facts({ approval }: { readonly approval: Approval }) {
  switch (approval.kind) {
    case 'message':
      return (
        <AddressNaming value={{ names: approval.names, atMs: approval.createdAtMs }}>
          <ApprovalFacts approval={approval} />
        </AddressNaming>
      );
    case 'batch':
      return <BatchFacts approval={approval} />;
    case 'data':
      return <DataFacts approval={approval} />;
    default:
      return approval satisfies never;
  }
}

function SignedBytes({ approval }: { readonly approval: MessageApproval }) {
  const signed = signedBytesOf(approval);
  return (
    <section className={styles.section}>
      {signed === undefined ? undefined : (
        <>
          <h2>
            Bytes to sign{' '}
            <span>
              {signed.hex.length / 2} bytes, {signed.form}
            </span>
          </h2>
          <p className={styles.hex}>{groupHex(signed.hex)}</p>
        </>
      )}
      {signed?.hex === approval.bytesHex ? undefined : (
        <>
          <h2>
            Message on chain <span>{approval.bytesHex.length / 2} bytes, CBOR</span>
          </h2>
          <p className={styles.hex}>{groupHex(approval.bytesHex)}</p>
        </>
      )}
    </section>
  );
}

function isRead(approval: Approval, list: BatchListState | undefined): boolean {
  switch (approval.kind) {
    case 'message':
      return isFullyRead(approval);
    case 'batch':
      return list === undefined || list.name === 'failed' || list.messages.every(isFullyRead);
    case 'data':
      return true;
    default:
      return approval satisfies never;
  }
}

function leadText(approval: Approval): string {
  switch (approval.kind) {
    case 'message':
      return `Decoded from the ${approval.bytesHex.length / 2} bytes ${
        approval.from.keyType === 'delegated' ? 'of the message, which is signed as an Ethereum transaction' : 'to sign'
      }, not from the form${
        approval.multisigSteps.some(({ transaction }) => transaction !== undefined)
          ? '. Multisig transactions are read from the multisig and checked against their signed hash.'
          : '.'
      }`;
    case 'batch':
      return 'Decoded from the bytes to sign, not from the file.';
    case 'data':
      return `These ${approval.dataHex.length / 2} bytes came from the app. A signature cannot be revoked.`;
    default:
      return approval satisfies never;
  }
}

function readText(approval: Approval): string {
  switch (approval.kind) {
    case 'message':
      return 'Check the recipient and the amount.';
    case 'batch':
      return 'Check the recipients and the amounts.';
    case 'data':
      return 'Check the data.';
    default:
      return approval satisfies never;
  }
}

function confirmLabel(approval: Approval): string {
  if (approval.kind === 'data') return 'Sign data';
  const what = approval.kind === 'batch' ? `Sign all ${separateThousands(String(approval.count))}` : 'Sign';
  return `${what} and ${approval.isHeld ? 'hold' : 'push'}`;
}

function nothingYet(approval: Approval): string {
  return approval.kind === 'data' || approval.isHeld ? 'Nothing is signed until you confirm.' : 'Nothing is sent until you confirm.';
}
