import type { Http } from '@interlingua/core'
import { openaiErrors } from '@interlingua/adapter-kit'

export const http: Http = {
  method: 'POST',
  streamContentType: 'text/event-stream',
  path: () => '/v1/chat/completions',
  status: (code) => openaiErrors[code].status,
}
