import { createContext } from 'react';

/** Whether the node has stopped answering and the panels show old data. */
export const IsDownContext = createContext(false);
