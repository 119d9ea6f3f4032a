/** Memory of a host process, read via Node's inspector. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface HostMemory {
  /** Resident memory of the process with its workers. */
  readonly residentMb: number;
  /** Heap of the main thread after a collection. */
  readonly heapMb: number;
}

interface Reply {
  readonly id?: number;
  readonly result: { readonly result?: { readonly value: string } };
}

/** A connection to a process's inspector. */
export class HostInspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: Reply['result']) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const { id, result } = JSON.parse(data.toString()) as Reply;
      if (id !== undefined) this.#waiting.get(id)?.(result);
    });
  }

  static async open(url: string): Promise<HostInspector> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await once(socket, 'open');
    return new HostInspector(socket);
  }

  /** Resident memory before a collection, as the system shows it; heap after it. */
  async measure(): Promise<HostMemory> {
    const { rss } = await this.#memoryUsage();
    await this.#send('HeapProfiler.collectGarbage');
    const { heapUsed } = await this.#memoryUsage();
    return { residentMb: rss / 1e6, heapMb: heapUsed / 1e6 };
  }

  close(): void {
    this.#socket.close();
  }

  async #memoryUsage(): Promise<NodeJS.MemoryUsage> {
    const { result } = await this.#send('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())', returnByValue: true });
    return JSON.parse(result?.value ?? '{}') as NodeJS.MemoryUsage;
  }

  #send(method: string, params: object = {}): Promise<Reply['result']> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
