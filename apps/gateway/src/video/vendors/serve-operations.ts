import { decodeVeoVideo, encodeOperation, geminiVeo } from '@interlingua/video'
import { answerFailure } from '../../answers/answer-failure.ts'
import type { Parameters } from '../../endpoint.ts'
import type { Exchange } from '../../exchange.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { invalidRequest } from '../../requests/invalid-request.ts'
import type { ParsedBody } from '../../requests/parse-body.ts'
import { findVideoTask, noSuchTask } from '../find-video-task.ts'
import { readVideoBody } from '../serve-submit.ts'
import { submitRequest } from '../submit-request.ts'
import { sendOperation } from './send-operation.ts'

/** `POST models/{model}:predictLongRunning`. */
export function predictLongRunning(exchange: Exchange): void {
  const { model = '' } = exchange.params
  readVideoBody(exchange, (body) =>
    submitRequest(exchange, model, body, {
      format: geminiVeo.format,
      decode: (said, known, context) => decodeVeoVideo(said, model, known, context),
      encode: (task) => encodeOperation(task, [], false),
    }),
  )
}

/** `GET models/{model}/operations/{id}`, as the Gemini API has it. */
export function getOperation(exchange: Exchange, { operation = '' }: Parameters): void {
  serveOperation(exchange, operation, false)
}

/** `POST models/{model}:fetchPredictOperation`, as Google's cloud has it. */
export function fetchOperation(exchange: Exchange, { body }: ParsedBody): void {
  const { operationName: name } = body
  if (typeof name !== 'string' || name === '')
    return answerFailure(exchange, invalidRequest('the name of an operation is required', '/operationName'))
  serveOperation(exchange, name.slice(name.lastIndexOf('/') + 1), true)
}

function serveOperation(exchange: Exchange, id: string, cloud: boolean): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    await sendOperation(exchange, task, cloud)
  })
}
