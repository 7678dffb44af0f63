import type { Notice } from '@interlingua/core'

/** What became of a field on its way to an upstream. `unseen`: nothing went out because of it, and nothing was said. */
export type FieldFate =
  | { readonly fate: 'carried' | 'reported'; readonly notices: readonly Notice[] }
  | { readonly fate: 'refused'; readonly path: string; readonly message: string }
  | { readonly fate: 'unseen' }
