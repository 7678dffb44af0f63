import { isInterlinguaError, type Failure, type Format, type InterlinguaError, type Notice, type Pointer } from '@interlingua/core'

/** Error for a body that breaks the rules of its format, exceeds a limit, or has nothing that the upstream can carry. */
export class TranslationError extends Error {
  override readonly name: string = 'TranslationError'
  readonly code: InterlinguaError['code'] | 'loss'
  /** Field of the body at fault; `''` is the whole body. */
  readonly path: Pointer
  readonly format: Format
  /** Losses that were found before the error. */
  readonly notices: readonly Notice[]

  constructor(
    { code, path, format, message, cause }: Pick<TranslationError, 'code' | 'path' | 'format' | 'message' | 'cause'>,
    notices: readonly Notice[],
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.path = path
    this.format = format
    this.notices = notices
  }
}

/** A request that `losses` refuses, or that has a severe loss. */
export class LossError extends TranslationError {
  override readonly name = 'LossError'

  constructor({ message, path = '' }: Failure, format: Format, notices: readonly Notice[]) {
    super({ code: 'loss', message, path, format }, notices)
  }
}

/** Runs a step of a translation, and gives its errors the notices that came before. */
export function explain<R>(notices: readonly Notice[], step: () => R): R {
  try {
    return step()
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const { code, path, format, message } = error
    throw new TranslationError({ code, path, format, message, cause: error }, notices)
  }
}
