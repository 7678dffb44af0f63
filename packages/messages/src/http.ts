import type { FailureCode, Http } from '@interlingua/core'
import { failureKinds } from './failure-kinds.ts'

/** HTTP facts of the format. The body asks for a stream, not the path. https://platform.claude.com/docs/en/api/overview */
export const http: Http = {
  method: 'POST',
  streamContentType: 'text/event-stream',
  path: () => '/v1/messages',
  status: (code: FailureCode) => failureKinds[code].status,
}
