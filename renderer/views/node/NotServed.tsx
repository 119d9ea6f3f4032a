import { IconBan, IconRoute2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import { methodAlternative } from '../../../shared/rpc/method-alternatives.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import styles from './node.module.css';

/** Compact content of a panel whose method is not served; behind a gateway most panels here are like this. */
export function NotServed({ error }: { readonly error: PanelError }) {
  const [, navigate] = useLocation();
  const { method = '', callId } = error.details ?? {};
  const alternative = methodAlternative(method);
  return (
    <div className={styles.absent}>
      <StatusText tone="info" icon={IconBan}>
        {method} is not served
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
