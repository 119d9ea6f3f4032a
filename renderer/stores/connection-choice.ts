/** Who chose the connection in use: this window, or another one of the same Sextant. */
import type { AppClient } from '../client/client-context.ts';

export class ConnectionChoice {
  #activeId: string | undefined;
  #ownId: string | undefined;

  /** This window is about to ask for a connection. */
  choose(id: string): void {
    this.#ownId = id;
  }

  /** It was refused. */
  withdraw(): void {
    this.#ownId = undefined;
  }

  /** Takes note of the connection in use. True where it changed and this window did not ask for it. */
  isForeign(activeId: string): boolean {
    const isChange = this.#activeId !== undefined && this.#activeId !== activeId;
    const isOwn = this.#ownId === activeId;
    this.#activeId = activeId;
    if (isChange || isOwn) this.#ownId = undefined;
    return isChange && !isOwn;
  }
}

/** The choice of this document. */
export const connectionChoice = new ConnectionChoice();

/** Makes a connection the one in use, as asked for in this window. @throws what the command throws */
export async function activateConnection(client: AppClient, id: string): Promise<void> {
  connectionChoice.choose(id);
  try {
    await client.connections.activateConnection({ id });
  } catch (error) {
    connectionChoice.withdraw();
    throw error;
  }
}
