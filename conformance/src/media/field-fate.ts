import type { Notice } from '@interlingua/core'

/** Fate of a field on its way to an upstream. `unseen`: neither sent nor reported. */
export type FieldFate =
  | { readonly fate: 'carried' | 'reported'; readonly notices: readonly Notice[] }
  | { readonly fate: 'refused'; readonly path: string; readonly message: string }
  | { readonly fate: 'unseen' }
