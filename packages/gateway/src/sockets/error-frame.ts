import { isJsonObject, type JsonObject } from '@interlingua/core'

/** Error that a client gets as a frame of its own. */
export interface SocketError {
  /** HTTP status that the same error has. */
  readonly status: number
  readonly type?: string
  readonly code: string
  readonly message: string
  readonly param?: string
  readonly headers?: JsonObject
}

/** Frame of an error; `lane`: name of the lane that it belongs to. Codex takes no frame without `status` for an error. */
export function errorFrame({ status, type = 'invalid_request_error', code, message, param, headers }: SocketError, lane?: string): string {
  return JSON.stringify({
    type: 'error',
    status,
    ...(lane !== undefined && { stream_id: lane }),
    ...(headers && { headers }),
    error: { type, code, message, param: param ?? null },
  })
}

/** Headers of a refusal that clients look for in the frame. */
const repeated = ['retry-after', 'retry-after-ms', 'x-should-retry', 'x-request-id'] as const

/** Error in the words of an HTTP answer. A code must be a text here, so the type stands in for an absent one. */
export function errorOfAnswer(status: number, headers: Readonly<Record<string, unknown>>, document: unknown): SocketError {
  const error = isJsonObject(document) && isJsonObject(document['error']) ? document['error'] : {}
  const { type, code, message, param } = error
  const named = typeof type === 'string' ? type : 'server_error'
  const kept: Record<string, string> = {}
  for (const name of repeated) if (headers[name] !== undefined) kept[name] = String(headers[name])
  return {
    // An upstream may say 404; clients of WebSockets look for 400 alone.
    status: code === 'previous_response_not_found' ? 400 : status,
    type: named,
    code: typeof code === 'string' ? code : named,
    message: typeof message === 'string' ? message : 'The request failed.',
    ...(typeof param === 'string' && { param }),
    ...(Object.keys(kept).length > 0 && { headers: kept }),
  }
}
