import type { KeyRow, KeyWithSecret } from '@interlingua/console/api'

/** Key that an agent gets: one made here, whose secret is known, or an earlier one. */
export type ChosenKey = { readonly made: KeyWithSecret; readonly row?: never } | { readonly row: KeyRow; readonly made?: never }
