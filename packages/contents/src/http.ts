import type { FailureCode, Http } from '@interlingua/core'
import { failureWords } from './failure-codes.ts'
import { encodeModelPath } from './model-path.ts'

/** HTTP facts of the format: the method is the last segment of the path, and `alt=sse` is a query, which encodeRequest sets. */
export const http: Http = {
  method: 'POST',
  streamContentType: 'text/event-stream',
  path: ({ model, stream }) => encodeModelPath('/v1beta', { model, method: stream ? 'streamGenerateContent' : 'generateContent' }),
  status: (code: FailureCode) => failureWords[code].status,
}
