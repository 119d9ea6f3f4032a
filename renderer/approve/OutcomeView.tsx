import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Approval, Confirmed } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { approvalTitle } from './approval-title.ts';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { separateThousands } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { SignatureFacts } from './SignatureFacts.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';

export type ApprovalOutcome =
  | { readonly name: 'confirmed'; readonly confirmed: Confirmed }
  | { readonly name: 'refused'; readonly message: string }
  | { readonly name: 'rejected' }
  | { readonly name: 'expired' }
  | { readonly name: 'settled' };

interface OutcomeViewProps {
  readonly outcome: ApprovalOutcome;
  readonly approval: Approval | undefined;
  readonly extra?: ReactNode;
}

/** The outcome of an approval. */
export function OutcomeView({ outcome, approval, extra }: OutcomeViewProps) {
  const isHeld = approval !== undefined && approval.kind !== 'data' && approval.isHeld;
  return (
    <TrustedFrame
      hint={hintOf(outcome, isHeld)}
      actions={
        <>
          {extra}
          <CloseButton closesItself={outcome.name === 'rejected' && extra === undefined} />
        </>
      }
    >
      <div className={styles.centre}>
        <div className={styles.column}>
          <div>
            <h1 className={styles.title}>{titleOf(outcome, isHeld)}</h1>
            {approval === undefined ? undefined : <p className={styles.lead}>{approvalTitle(approval)}</p>}
          </div>
          <OutcomeNote outcome={outcome} isHeld={isHeld} />
          {outcome.name === 'confirmed' ? <ConfirmedFacts confirmed={outcome.confirmed} approval={approval} isHeld={isHeld} /> : undefined}
        </div>
      </div>
    </TrustedFrame>
  );
}

function titleOf(outcome: ApprovalOutcome, isHeld: boolean): string {
  switch (outcome.name) {
    case 'confirmed':
      if (outcome.confirmed.kind === 'data') return 'Signed';
      if (isHeld) return 'Signed and held';
      if (outcome.confirmed.isRejected) return 'Signed, but rejected by the endpoint';
      if (!outcome.confirmed.isPushed) return 'Signed, but not pushed';
      return outcome.confirmed.kind === 'batch' ? 'Signed, pushing' : 'Signed and pushed';
    case 'refused':
      return 'Not signed';
    case 'rejected':
      return 'Rejected';
    case 'expired':
      return 'Approval expired';
    case 'settled':
      return 'Approval already settled';
    default:
      return outcome satisfies never;
  }
}

function hintOf(outcome: ApprovalOutcome, isHeld: boolean): string {
  if (outcome.name !== 'confirmed' || outcome.confirmed.kind === 'data') return 'You can close this window.';
  return isHeld
    ? 'See the journal in the app.'
    : outcome.confirmed.kind === 'batch'
      ? 'The app tracks the messages.'
      : 'The app tracks the message.';
}

interface ConfirmedProps {
  readonly confirmed: Confirmed;
  readonly approval: Approval | undefined;
  readonly isHeld: boolean;
}

function ConfirmedFacts({ confirmed, approval, isHeld }: ConfirmedProps) {
  switch (confirmed.kind) {
    case 'message': {
      // A message with a BLS signature keeps its unsigned CID on the network.
      const hasOneCid = approval?.kind === 'message' && approval.unsignedCid === confirmed.cid;
      return (
        <>
          <Life isHeld={isHeld} confirmed={confirmed} />
          <dl className={styles.facts}>
            <Fact name={hasOneCid ? 'CID' : 'Signed CID'}>
              <span className={styles.cid}>{confirmed.cid}</span>
              <div className={styles.under}>The network identifies the message by this CID.</div>
            </Fact>
            {approval?.kind !== 'message' || hasOneCid ? undefined : (
              <Fact name="Unsigned CID">
                <span className={styles.cid}>{approval.unsignedCid}</span>
                <div className={styles.under}>As shown in the approval.</div>
              </Fact>
            )}
          </dl>
        </>
      );
    }
    case 'batch':
      return (
        <>
          <Life isHeld={isHeld} confirmed={confirmed} />
          <dl className={styles.facts}>
            <Fact name="Messages">
              <div className={styles.plain}>{separateThousands(String(confirmed.journalIds.length))}</div>
              <div className={styles.under}>{isHeld ? 'The journal has one entry for each.' : 'Pushed one by one, in nonce order.'}</div>
            </Fact>
            <Fact name="First signed CID">
              <span className={styles.cid}>{confirmed.firstCid}</span>
            </Fact>
          </dl>
        </>
      );
    case 'data':
      return <SignatureFacts signature={confirmed.signature} />;
    default:
      return confirmed satisfies never;
  }
}

interface LifeProps {
  readonly isHeld: boolean;
  readonly confirmed: Exclude<Confirmed, { kind: 'data' }>;
}

function Life({ isHeld, confirmed }: LifeProps) {
  const isBatch = confirmed.kind === 'batch';
  return (
    <ul className={styles.life} aria-label="In the journal">
      <JournalStep text="Written to the journal" isReached />
      <JournalStep text={isBatch ? 'Signed, signatures verified' : 'Signed, signature verified'} isReached />
      <JournalStep text={pushWords(confirmed, isHeld)} isReached={confirmed.isPushed} />
      <JournalStep text="Included in a block" isReached={false} />
    </ul>
  );
}

function pushWords({ kind, isPushed, isRejected }: LifeProps['confirmed'], isHeld: boolean): string {
  if (isPushed) return kind === 'batch' ? 'First message pushed' : 'Pushed to a node';
  if (isHeld) return 'Push it from the journal';
  return isRejected ? 'Rejected by the endpoint, which kept a copy' : 'Pushed to a node';
}

function JournalStep({ text, isReached }: { readonly text: string; readonly isReached: boolean }) {
  const Icon = isReached ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-open={isReached ? undefined : true}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {text}
    </li>
  );
}

function OutcomeNote({ outcome, isHeld }: { readonly outcome: ApprovalOutcome; readonly isHeld: boolean }) {
  switch (outcome.name) {
    case 'confirmed':
      return <ConfirmedNote confirmed={outcome.confirmed} isHeld={isHeld} />;
    case 'refused':
      return (
        <TrustedNote tone="danger" title="Nothing was signed or sent" role="alert">
          <UntrustedText text={outcome.message} maximumLength={2000} />
        </TrustedNote>
      );
    case 'rejected':
      return (
        <TrustedNote tone="info" title="Nothing was signed or sent" role="status">
          Your draft is still in the app.
        </TrustedNote>
      );
    case 'expired':
      return (
        <TrustedNote tone="warning" title="Nothing was signed or sent" role="alert">
          Approvals expire because fees and nonces change. Review the message again in the app.
        </TrustedNote>
      );
    case 'settled':
      return (
        <TrustedNote tone="info" title="It was already confirmed or rejected, possibly in another window" role="status">
          The journal in the app shows whether a message was sent. This window signed nothing else.
        </TrustedNote>
      );
    default:
      return outcome satisfies never;
  }
}

function ConfirmedNote({ confirmed, isHeld }: Pick<ConfirmedProps, 'confirmed' | 'isHeld'>) {
  if (confirmed.kind === 'data') {
    return (
      <TrustedNote tone="success" title="Signature created and verified" role="status">
        The app has a copy. Nothing was sent.
      </TrustedNote>
    );
  }
  if (isHeld) {
    return (
      <TrustedNote tone="success" title="Signed, not pushed" role="status">
        Export or push it from the journal. Anyone with the signed message can push it.
      </TrustedNote>
    );
  }
  const { isPushed, isRejected, problem = 'no reason given.' } = confirmed;
  if (isRejected) {
    return (
      <TrustedNote
        tone="warning"
        title={`The endpoint rejected ${confirmed.kind === 'batch' ? 'the first message' : 'the message'}, but kept a copy`}
        role="alert"
      >
        It can still be executed, so its nonce stays reserved. Do not compose it again: both could be executed. Push it again or replace it
        in the journal. Reason: <UntrustedText text={problem} maximumLength={2000} />
      </TrustedNote>
    );
  }
  if (!isPushed) {
    return (
      <TrustedNote tone="warning" title="Signed, but no node accepted it" role="alert">
        Push or replace it from the journal. Reason: <UntrustedText text={problem} maximumLength={2000} />
      </TrustedNote>
    );
  }
  return (
    <TrustedNote tone="success" title={confirmed.kind === 'batch' ? 'Messages are being pushed' : 'Message pushed'} role="status">
      {confirmed.kind === 'batch'
        ? 'If a node rejects one of them, the rest are held on this machine. The journal shows it.'
        : 'An approval is signed only once. Confirming it again has no effect.'}
    </TrustedNote>
  );
}
