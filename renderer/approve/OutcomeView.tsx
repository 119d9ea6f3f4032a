import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Approval, Confirmed } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/UntrustedText.tsx';
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

/** What became of an approval. */
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
      if (isHeld) return 'Signed and kept';
      if (outcome.confirmed.isRejected) return 'Signed, but rejected by the endpoint';
      if (!outcome.confirmed.isPushed) return 'Signed, but not pushed';
      return outcome.confirmed.kind === 'batch' ? 'Signed, and being pushed' : 'Signed and pushed';
    case 'refused':
      return 'It was not signed';
    case 'rejected':
      return 'Rejected';
    case 'expired':
      return 'The time for this approval ran out';
    case 'settled':
      return 'This approval is already settled';
    default:
      return outcome satisfies never;
  }
}

function hintOf(outcome: ApprovalOutcome, isHeld: boolean): string {
  if (outcome.name !== 'confirmed' || outcome.confirmed.kind === 'data') return 'This window is no longer needed.';
  return isHeld
    ? 'The journal of the app has what was signed.'
    : outcome.confirmed.kind === 'batch'
      ? 'The app follows them from here.'
      : 'The app follows it from here.';
}

interface ConfirmedProps {
  readonly confirmed: Confirmed;
  readonly approval: Approval | undefined;
  readonly isHeld: boolean;
}

function ConfirmedFacts({ confirmed, approval, isHeld }: ConfirmedProps) {
  switch (confirmed.kind) {
    case 'message': {
      // The network knows a message with a BLS signature under the CID that it has without one.
      const hasOneCid = approval?.kind === 'message' && approval.unsignedCid === confirmed.cid;
      return (
        <>
          <Life isHeld={isHeld} confirmed={confirmed} />
          <dl className={styles.facts}>
            <Fact name={hasOneCid ? 'CID' : 'Signed CID'}>
              <span className={styles.cid}>{confirmed.cid}</span>
              <div className={styles.under}>The network knows the message under this one.</div>
            </Fact>
            {approval?.kind !== 'message' || hasOneCid ? undefined : (
              <Fact name="Unsigned CID">
                <span className={styles.cid}>{approval.unsignedCid}</span>
                <div className={styles.under}>As the approval showed it, before the signature.</div>
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
              <div className={styles.under}>
                {isHeld ? 'Each is in the journal by itself.' : 'They are pushed one after the other, in the order of their nonces.'}
              </div>
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
      <JournalStep text={isBatch ? 'Signed, and every signature checked' : 'Signed, and the signature checked'} isReached />
      <JournalStep text={pushWords(confirmed, isHeld)} isReached={confirmed.isPushed} />
      <JournalStep text="Waiting to be included in a block" isReached={false} />
    </ul>
  );
}

function pushWords({ kind, isPushed, isRejected }: LifeProps['confirmed'], isHeld: boolean): string {
  if (isPushed) return kind === 'batch' ? 'The first is pushed: a node has taken it' : 'Pushed: a node has taken it';
  if (isHeld) return 'Pushed when you say so in the journal';
  return isRejected ? 'Rejected by the endpoint, which has a copy' : 'Pushed to a node';
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
        <TrustedNote tone="danger" title="Nothing was signed and nothing was sent" role="alert">
          <UntrustedText text={outcome.message} maximumLength={2000} />
        </TrustedNote>
      );
    case 'rejected':
      return (
        <TrustedNote tone="info" title="Nothing was signed and nothing was sent" role="status">
          What you wrote is still in the app.
        </TrustedNote>
      );
    case 'expired':
      return (
        <TrustedNote tone="warning" title="Nothing was signed and nothing was sent" role="alert">
          Fees and nonce change while a message waits. Review it again in the app to get a fresh approval.
        </TrustedNote>
      );
    case 'settled':
      return (
        <TrustedNote tone="info" title="It was confirmed or rejected before, here or in another window" role="status">
          The journal of the app shows whether a message went out. This window signed nothing more.
        </TrustedNote>
      );
    default:
      return outcome satisfies never;
  }
}

function ConfirmedNote({ confirmed, isHeld }: Pick<ConfirmedProps, 'confirmed' | 'isHeld'>) {
  if (confirmed.kind === 'data') {
    return (
      <TrustedNote tone="success" title="The signature was made and checked" role="status">
        The app has it too. Nothing was sent to anybody.
      </TrustedNote>
    );
  }
  if (isHeld) {
    return (
      <TrustedNote tone="success" title="It is signed, and no node has it" role="status">
        Export it or push it from the journal. Whoever has the signed message can push it.
      </TrustedNote>
    );
  }
  const { isPushed, isRejected, problem = 'No reason was given.' } = confirmed;
  if (isRejected) {
    return (
      <TrustedNote
        tone="warning"
        title={`The endpoint rejected ${confirmed.kind === 'batch' ? 'the first message' : 'the message'}, but has a copy`}
        role="alert"
      >
        It can still be executed, so its nonce stays reserved. Do not prepare it again: both could be executed. Push it again or replace it
        in the journal. Reason: <UntrustedText text={problem} maximumLength={2000} />
      </TrustedNote>
    );
  }
  if (!isPushed) {
    return (
      <TrustedNote tone="warning" title="It is signed, and no node has taken it" role="alert">
        The journal has it and shows what you can do. Reason: <UntrustedText text={problem} maximumLength={2000} />
      </TrustedNote>
    );
  }
  return (
    <TrustedNote
      tone="success"
      title={confirmed.kind === 'batch' ? 'The messages are on their way' : 'The message is on its way'}
      role="status"
    >
      {confirmed.kind === 'batch'
        ? 'If a node refuses one of them, those behind it are kept here, and the journal says so.'
        : 'It is signed once and for all: sending the same approval again does nothing.'}
    </TrustedNote>
  );
}
