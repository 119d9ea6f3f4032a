import { IconRefresh, IconRoute2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { PanelError as PanelErrorValue } from '../../../shared/ipc/schemas/common.ts';
import { methodAlternative } from '../../../shared/rpc/method-alternatives.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { errorWords } from '../../lib/error-words.ts';
import { PassportButton } from '../chain/PassportButton.tsx';
import { Button } from '../inputs/Button.tsx';
import { UntrustedText } from '../values/UntrustedText.tsx';
import { PanelState } from './PanelState.tsx';

/** The fields that the error envelope and a panel's own error share. */
type Failure = Omit<PanelErrorValue, 'details'> & {
  readonly details?: Readonly<NonNullable<PanelErrorValue['details']>> | { readonly method?: string; readonly callId?: number } | undefined;
};

interface PanelErrorProps {
  readonly error: Failure;
  readonly onRetry?: (() => void) | undefined;
  /** Other ways to the same, after another try. */
  readonly elsewhere?: ReactNode;
}

/** A failure in a panel: the consequence, the plain reason, the code, another try, and the call itself. */
export function PanelError({ error, onRetry, elsewhere }: PanelErrorProps) {
  const [, navigate] = useLocation();
  const details: PanelErrorValue['details'] = error.details;
  const method = details?.method === undefined ? undefined : sanitiseToText(details.method, 80);
  const words = errorWords(error.code, method);
  const callId = details?.callId;
  const isNotServed = error.code === 'method-not-served';
  const alternative = isNotServed && method !== undefined ? methodAlternative(method) : undefined;
  // Nothing was asked, or asking again answers the same: the reason says it all.
  const isSettled = error.code === 'invalid-input' || (error.code === 'not-found' && !error.retryable && details === undefined);
  const retry = isSettled ? undefined : onRetry;
  return (
    <PanelState
      icon={words.icon}
      tone={words.tone}
      title={words.title}
      isAlert
      code={
        isSettled ? undefined : (
          <>
            {error.code}
            {method === undefined ? undefined : `, ${method}`}
            {details?.httpStatus === undefined ? undefined : `, HTTP ${details.httpStatus}`}
            {details?.nodeCode === undefined ? undefined : `, code ${details.nodeCode}`}
            {details?.nodeMessage === undefined ? undefined : (
              <>
                : <UntrustedText text={details.nodeMessage} maximumLength={300} />
              </>
            )}
          </>
        )
      }
      actions={
        <>
          {retry === undefined ? undefined : (
            <Button size="small" icon={IconRefresh} onClick={retry}>
              Try again
            </Button>
          )}
          {callId === undefined ? undefined : (
            <Button
              size="small"
              kind={retry === undefined ? 'plain' : 'quiet'}
              icon={IconRoute2}
              onClick={() => navigate(`/inspector/${callId}`)}
            >
              Show the call
            </Button>
          )}
          {isNotServed ? <PassportButton /> : undefined}
          {elsewhere}
        </>
      }
    >
      <UntrustedText text={error.message} maximumLength={400} />
      {alternative === undefined ? undefined : ` ${alternative.sentence}`}
    </PanelState>
  );
}
