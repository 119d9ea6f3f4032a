import { useParams } from 'wouter';
import { ActorDetail } from './ActorDetail.tsx';
import { ActorStart } from './ActorStart.tsx';

/** Any actor of the chain, by any of its addresses; without one, where to begin. */
export function ActorView() {
  const { id } = useParams();
  return id === undefined || id === '' ? <ActorStart /> : <ActorDetail key={id} address={id} />;
}
