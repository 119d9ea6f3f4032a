import { openMemoryDocument } from '../../../electron/host/memory-host.ts';
import { createPipeTransport } from '../../../renderer/client/pipe-transport.ts';
import type { StartSampleHost } from './sample-host.ts';

export const startMemoryHost: StartSampleHost = async (sample) => {
  const documents: { close(): void }[] = [];
  return {
    open: async (zone) => {
      const opened = openMemoryDocument(zone, sample);
      documents.push(opened);
      return createPipeTransport(opened);
    },
    close: async () => {
      for (const opened of documents) opened.close();
    },
  };
};
