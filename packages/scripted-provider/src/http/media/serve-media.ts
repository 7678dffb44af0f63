import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure, JsonObject } from '@interlingua/core'
import { readDirectives } from '../../read-directives.ts'
import { ValidationError } from '../../shape/validation-error.ts'
import { answerInstead } from '../answer-instead.ts'
import type { DemoRequest } from '../demo-request.ts'
import { failureAskedFor } from '../failure-asked-for.ts'
import { keyOf } from '../key-of.ts'
import { liveDirectives } from '../live-directives.ts'
import { readDuration } from '../read-duration.ts'
import { readBytes } from '../read-bytes.ts'
import { sendFailure } from '../send-failure.ts'
import type { MediaDialect } from './media-dialect.ts'
import { readPayload } from './read-payload.ts'
import { Refusal } from './refusal.ts'

/** Answers a request for embeddings, images or videos as its directives ask. `dialects` are those that serve the path. */
export async function serveMedia(demoRequest: DemoRequest, dialects: readonly [MediaDialect, ...MediaDialect[]]): Promise<void> {
  const { request, headers, path, state, response } = demoRequest
  const dialect = dialects.find(({ method = 'POST' }) => method === request.method) ?? dialects[0]
  const { method = 'POST', bodiless = false } = dialect
  if (!keyOf(demoRequest)) return sendFailure(demoRequest, dialect, dialect.keyless)
  if (request.method !== method) {
    response.setHeader('allow', dialects.map(({ method: one = 'POST' }) => one).join(', '))
    return sendFailure(demoRequest, dialect, { ...dialect.refuse(`Method not allowed: use ${method}`), status: 405 })
  }
  let body: JsonObject | FormData | undefined
  if (method === 'POST' && !bodiless) {
    const bytes = await readBytes(demoRequest)
    if (bytes === undefined) return sendFailure(demoRequest, dialect, tooLarge(state.maxBodyBytes))
    state.onRequest?.({ method, path, headers, body: bytes.toString('utf8') })
    const payload = await readPayload(demoRequest, bytes)
    if (typeof payload === 'string') return sendFailure(demoRequest, dialect, dialect.refuse(payload))
    body = payload
  } else state.onRequest?.({ method, path, headers, body: '' })
  try {
    const job = await dialect.read(body, demoRequest)
    const directives = liveDirectives(readDirectives(job.prompt, headers), job.prompt, state)
    if (await answerInstead(demoRequest, directives)) return
    const failure = failureAskedFor(directives, dialect.format)
    if (failure) return sendFailure(demoRequest, dialect, failure)
    const slow = readDuration(directives.get('slow'))
    if (slow > 0) await sleep(slow, undefined, { signal: demoRequest.signal })
    await job.answer(directives)
  } catch (error) {
    if (error instanceof ValidationError) sendFailure(demoRequest, dialect, dialect.phrase(error, demoRequest))
    else if (error instanceof Refusal) sendFailure(demoRequest, dialect, error.failure)
    else throw error
  }
}

function tooLarge(most: number): Failure {
  return { code: 'too-large', message: `Request exceeds the maximum of ${most} bytes`, retryable: false, status: 413 }
}
