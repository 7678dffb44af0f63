import type { Format } from './node.ts'
import type { Pointer } from './pointer.ts'

const brand = Symbol.for('interlingua.error')

/** Base of all errors that are thrown on purpose. A `TypeError` means a bug in this library. */
export abstract class InterlinguaError extends Error {
  abstract readonly code: 'wire' | 'limit' | 'unsupported'
  readonly format: Format
  readonly path: Pointer
  readonly [brand] = true

  constructor(format: Format, path: Pointer, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.format = format
    this.path = path
  }
}

/** The document is not legal in its format. */
export class WireError extends InterlinguaError {
  override readonly name = 'WireError'
  readonly code = 'wire'
}

/** The document exceeds a limit of the context. */
export class LimitError extends InterlinguaError {
  override readonly name = 'LimitError'
  readonly code = 'limit'
}

/** The request is legal, but nothing of its content would survive in the target. */
export class UnsupportedError extends InterlinguaError {
  override readonly name = 'UnsupportedError'
  readonly code = 'unsupported'
}

/** True for errors of this library, also of another copy of the package. */
export function isInterlinguaError(error: unknown): error is InterlinguaError {
  return typeof error === 'object' && error !== null && (error as { [brand]?: unknown })[brand] === true // only reads a property
}
