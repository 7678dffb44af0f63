import type { FailureCode, Http } from '@interlingua/core'
import { failureWords } from './failure-codes.ts'
import { printModelPath } from './model-path.ts'

/** The method is the last segment of the path; `alt=sse` is a query, which encodeRequest sets. */
export const http: Http = {
  method: 'POST',
  streamContentType: 'text/event-stream',
  path: ({ model, stream }) => printModelPath('/v1beta', { model, method: stream ? 'streamGenerateContent' : 'generateContent' }),
  status: (code: FailureCode) => failureWords[code].status,
}
