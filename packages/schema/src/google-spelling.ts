import type { JsonObject } from '@interlingua/core'

/**
 * How a Google Schema was written, so that it can be written so again: with the spellings of its documentation and the types in upper
 * or in lower case, or in some other way; then it is the schema itself, by reference.
 */
export type GoogleSpelling = 'upper' | 'lower' | JsonObject
