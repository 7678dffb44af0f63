import type { Json } from '@interlingua/core'
import { messageOf } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import { intoBody } from './path-in-body.ts'

/** Request of an exchange as a whole document; `undefined` if only the response was recorded, or the request only counts. */
export function requestDocument(recording: Recording, format: string): Json | undefined {
  const message = messageOf(recording)
  if (message === undefined || recording.format === 'count_tokens') return undefined
  return format === 'contents' ? intoBody(message) : recording.request
}
