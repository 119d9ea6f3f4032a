import { IconSearchOff } from '@tabler/icons-react';
import { useLocation, useParams } from 'wouter';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { parseMessageCid } from '../../../shared/domain/messages/message-cid.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { FindMessage } from './FindMessage.tsx';
import { MessageDetail } from './MessageDetail.tsx';

/** One message by its CID, or the form to find one. An invalid CID is not requested. */
export function MessageView() {
  const { id } = useParams();
  if (id === undefined) return <FindMessage />;
  try {
    const cid = parseMessageCid(id);
    return <MessageDetail key={cid} cid={cid} />;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return <NotAMessage reason={error.message} />;
  }
}

function NotAMessage({ reason }: { readonly reason: string }) {
  const [, navigate] = useLocation();
  return (
    <SplitView>
      <PageHead title="Message" />
      <PanelState
        icon={IconSearchOff}
        title="Not a message CID"
        isAlert
        actions={
          <Button size="small" onClick={() => navigate('/messages')}>
            Find another
          </Button>
        }
      >
        {reason}
      </PanelState>
    </SplitView>
  );
}
