import type { Format } from './node.ts'
import type { Pointer } from './pointer.ts'

const brand = Symbol.for('interlingua.error')

/** The only errors that are thrown on purpose. A `TypeError` means a bug of ours. */
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

/** Not legal in this format. */
export class WireError extends InterlinguaError {
  override readonly name = 'WireError'
  readonly code = 'wire'
}

/** Over one of the context's limits. */
export class LimitError extends InterlinguaError {
  override readonly name = 'LimitError'
  readonly code = 'limit'
}

/** Legal, but nothing of the request's content would survive in the target. */
export class UnsupportedError extends InterlinguaError {
  override readonly name = 'UnsupportedError'
  readonly code = 'unsupported'
}

/** True for our errors, also for those of another copy of this package. */
export function isInterlinguaError(error: unknown): error is InterlinguaError {
  return typeof error === 'object' && error !== null && (error as { [brand]?: unknown })[brand] === true // only reads a property
}
