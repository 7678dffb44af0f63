import type { JsonObject } from '@interlingua/core'

/**
 * Spelling of a Google Schema, to print it the same way: as documented with types in upper or in lower case, or else the original schema
 * itself, by reference.
 */
export type GoogleSpelling = 'upper' | 'lower' | JsonObject
