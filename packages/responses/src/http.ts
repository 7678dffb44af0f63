import type { FailureCode, Http } from '@interlingua/core'
import { failureKinds } from './failure-kinds.ts'

/** HTTP facts of the format. The body asks for a stream, not the path. https://platform.openai.com/docs/api-reference/responses/create */
export const http: Http = {
  method: 'POST',
  streamContentType: 'text/event-stream',
  path: () => '/v1/responses',
  status: (code: FailureCode) => failureKinds[code].status,
}
