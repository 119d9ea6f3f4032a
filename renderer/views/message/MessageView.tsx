import { useParams } from 'wouter';
import { FindMessage } from './FindMessage.tsx';
import { MessageDetail } from './MessageDetail.tsx';

/** One message by its CID, or the way to one. */
export function MessageView() {
  const { id } = useParams();
  return id === undefined ? <FindMessage /> : <MessageDetail key={id} cid={id} />;
}
