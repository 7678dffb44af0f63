import { isRetryable, type Failure } from '@interlingua/core'
import { errorWordOf, failureOfStatus } from '@interlingua/adapter-kit'
import type { ImageItem } from './image-response.ts'

/** What an answer without any image is for whoever asked: the failure of its first item. Undefined where an image was made, or none told why. */
export function failureOfItems(items: readonly ImageItem[]): Failure | undefined {
  const failed = items.filter((item) => item.type === 'failed')
  const [first] = failed
  if (first === undefined || failed.length < items.length) return undefined
  const { code, retryable = isRetryable(code) } = errorWordOf(first.code) ?? { code: failureOfStatus(0) }
  return { code, message: first.message, retryable }
}
