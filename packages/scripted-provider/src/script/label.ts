/** The beginning of every text, which marks it as the demo's. */
export const label = 'Demo provider (no real model):'
