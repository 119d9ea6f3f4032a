import { createContext } from 'react';
import type { NetworkLetter } from '../../../../shared/domain/address.ts';
import type { KnownAddress } from '../use-known-addresses.ts';
import type { Dialect } from './scalar-text.ts';

export interface FormSurroundings {
  readonly known: readonly KnownAddress[];
  readonly letter: NetworkLetter;
  readonly dialect: Dialect;
  /** What there is of an amount, by the name of its field: offered as "All". attoFIL. */
  readonly available: Readonly<Record<string, string>>;
  /** Nobody may be asked anything about what is typed. */
  readonly isOffline: boolean;
  /** Methods and their fields are those of this version; of today where it is not known. */
  readonly networkVersion?: number | undefined;
}

/** What the fields of a form need to know, however deep they stand. */
export const FormContext = createContext<FormSurroundings>({ known: [], letter: 'f', dialect: 'lotus', available: {}, isOffline: false });
