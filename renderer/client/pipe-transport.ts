/** A transport over a pipe that is always there: Electron's preload bridge, or the memory host in tests. */
import type { HostMessage, MessagePipe } from '../../shared/ipc/wire.ts';
import { Listeners } from './listeners.ts';
import type { Transport, TransportStatus } from './transport.ts';

export function createPipeTransport(pipe: MessagePipe): Transport {
  const messages = new Listeners<HostMessage>();
  const statuses = new Listeners<TransportStatus>();
  let status: TransportStatus = 'connected';
  const stop = pipe.onMessage((text) => messages.emit(JSON.parse(text)));
  return {
    getStatus: () => status,
    onStatus: (listener) => statuses.add(listener),
    send: (message) => pipe.send(JSON.stringify(message)),
    onMessage: (listener) => messages.add(listener),
    close() {
      if (status === 'closed') return;
      stop();
      status = 'closed';
      statuses.emit(status);
    },
  };
}
