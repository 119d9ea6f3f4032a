/** Saved filters of each list. */
import { z } from 'zod';

const zFilteredList = z.enum(['calls', 'deals', 'mempool', 'messages', 'sealing', 'sectors']);
export type FilteredList = z.infer<typeof zFilteredList>;

export const zSavedFilterName = z.object({ list: zFilteredList, name: z.string().trim().min(1).max(100) });
export type SavedFilterName = z.infer<typeof zSavedFilterName>;

export const zSavedFilter = zSavedFilterName.extend({ text: z.string().trim().min(1).max(2000) });
export type SavedFilter = z.infer<typeof zSavedFilter>;

export const zSavedFilters = z.array(zSavedFilter);
