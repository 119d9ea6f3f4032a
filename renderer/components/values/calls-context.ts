import { createContext } from 'react';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';

/** The calls behind what is shown below: figures find the one they came from by its method. */
export const CallsContext = createContext<readonly CallRef[]>([]);
