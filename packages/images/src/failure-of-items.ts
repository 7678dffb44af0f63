import { isRetryable, type Failure } from '@interlingua/core'
import { errorWordOf, failureFromStatus } from '@interlingua/adapter-kit'
import type { ImageItem } from './image-response.ts'

/**
 * The failure of an answer in which every image failed, taken from the first item. `undefined` for an answer with an image, or without any
 * item.
 */
export function failureOfItems(items: readonly ImageItem[]): Failure | undefined {
  const failed = items.filter((item) => item.type === 'failed')
  const [first] = failed
  if (first === undefined || failed.length < items.length) return undefined
  const { code, retryable = isRetryable(code) } = errorWordOf(first.code) ?? { code: failureFromStatus(0) }
  return { code, message: first.message, retryable }
}
