import type { Transport } from '../../../renderer/client/transport.ts';
import type { Zone } from '../../../shared/ipc/define.ts';
import type { Sample } from '../sample.ts';

/** A host under test, serving the sample. */
export interface SampleHost {
  /** Opens a document of a zone. */
  open(zone: Zone): Promise<Transport>;
  close(): Promise<void>;
}

export type StartSampleHost = (sample: Sample) => Promise<SampleHost>;
