import { IconBan, IconRoute2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import { methodAlternative } from '../../../shared/rpc/method-alternatives.ts';
import { Button } from '../../components/Button.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import styles from './node.module.css';

/** A part that the endpoint does not tell, in few lines: behind a gateway most parts of this screen are such. */
export function NotServed({ error }: { readonly error: PanelError }) {
  const [, navigate] = useLocation();
  const { method = '', callId } = error.details ?? {};
  const alternative = methodAlternative(method);
  return (
    <div className={styles.absent}>
      <StatusText tone="info" icon={IconBan}>
        This endpoint has no {method}
      </StatusText>
      {alternative === undefined ? undefined : <p>{alternative.sentence}</p>}
      <code>{error.code}</code>
      {callId === undefined ? undefined : (
        <Button size="small" kind="quiet" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
          Show the call
        </Button>
      )}
    </div>
  );
}
