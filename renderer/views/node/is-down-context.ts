import { createContext } from 'react';

/** Whether the parts of the screen are from before the node stopped answering. */
export const IsDownContext = createContext(false);
