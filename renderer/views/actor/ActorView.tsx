import { useParams } from 'wouter';
import { ActorDetail } from './ActorDetail.tsx';
import { ActorStart } from './ActorStart.tsx';

/** An actor by any of its addresses, or the start page without one. */
export function ActorView() {
  const { id } = useParams();
  return id === undefined || id === '' ? <ActorStart /> : <ActorDetail key={id} address={id} />;
}
