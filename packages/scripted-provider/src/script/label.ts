/** Begins every text: nobody thought about this answer. */
export const label = 'Demo provider (no real model):'
