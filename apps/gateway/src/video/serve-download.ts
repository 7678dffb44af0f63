import { spellDownload } from '@interlingua/video'
import { pipeline } from 'node:stream/promises'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerHeaders } from '../answers/answer-headers.ts'
import { finishExchange } from '../answers/finish-exchange.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { queryOf } from '../requests/query-of.ts'
import type { StoredResult } from '../results/storage.ts'
import type { Task } from '../tasks/task.ts'
import { encodeBase64 } from './encode-base64.ts'
import { findVideoTask, noSuchTask } from './find-video-task.ts'
import { readVideoPayload, type KeptVideo } from './video-documents.ts'
import { refuseWish, videoFault } from './video-errors.ts'

/** `GET /v1/video/generations/download?id=`: a video of the first family as JSON, written as it is read. */
export function serveDownload(exchange: Exchange): void {
  const id = queryOf(exchange.request.url ?? '').get('id') ?? ''
  if (id === '') return answerFailure(exchange, refuseWish('id is required', '/id', 'invalid_request'))
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    const video = task === undefined ? noSuchTask : findVideo(task)
    if ('failure' in video) return answerFailure(exchange, video)
    const { results, videoBytes } = exchange.gateway
    if (video.size > videoBytes) return answerFailure(exchange, tooLarge)
    const file = await results.find(video.name)
    if (file === undefined) return answerFailure(exchange, expired)
    await send(exchange, id, video.name, file)
  })
}

/** The one video of a task; else why there is none. */
function findVideo({ state, payload, failure }: Task): Fault | Extract<KeptVideo, { readonly name: string }> {
  const { family, operations } = readVideoPayload(payload)
  if (family !== 'vf-1') return unsupported
  if (state === 'failed' && failure?.code === 'too-large') return tooLarge
  if (state === 'expired') return expired
  if (state !== 'succeeded') return state === 'failed' || state === 'cancelled' ? failed : running
  const video = operations.flatMap(({ kept = [] }) => kept).find(({ name }) => name !== undefined)
  return video?.name === undefined ? expired : video
}

async function send(exchange: Exchange, id: string, name: string, file: StoredResult): Promise<void> {
  const { request, response, gateway } = exchange
  const { head, middle, tail } = spellDownload(id, file.size)
  const length = head.length + middle.length + tail.length + 8 * Math.ceil(file.size / 3)
  const headers = { ...answerHeaders(exchange), 'content-type': 'application/json', 'content-length': length, 'cache-control': 'no-store' }
  if (request.method === 'HEAD') {
    await file.release()
    if (exchange.over) return
    response.writeHead(200, headers)
    return finishExchange(exchange, 'ok', () => response.end())
  }
  if (exchange.over) return file.release()
  response.writeHead(200, headers)
  try {
    await pipeline(
      async function* write() {
        yield head
        yield* encodeBase64(await file.read())
        yield middle
        const again = await gateway.results.find(name)
        if (again === undefined) throw new Error('it expired in the middle of a download')
        yield* encodeBase64(await again.read())
        yield tail
      },
      response,
      { end: false },
    )
  } catch {
    // The storage failed, unless the client left before. Whoever has not got all must not take it for all, nor wait for the rest.
    if (!exchange.over) gateway.log.write('error', 'results', { problem: 'the storage of results broke off in the middle of one' })
    finishExchange(exchange, 'server')
    return void response.destroy()
  }
  finishExchange(exchange, 'ok', () => response.end())
}

const unsupported = fault(
  'invalid-request',
  400,
  'This task has a url of its own: take the video from there. Only models of the first family are downloaded here.',
  'unsupported_operation',
)
const running = fault('conflict', 409, 'The task has not finished yet.', 'task_not_completed')
const failed = fault('conflict', 409, 'The task has failed: there is no video.', 'task_not_completed')
const expired = fault('not-found', 410, 'The video has expired.', 'video_expired')
const tooLarge = fault('too-large', 413, 'The video is larger than this gateway hands out.', 'video_too_large')

function fault(code: 'invalid-request' | 'conflict' | 'not-found' | 'too-large', status: number, message: string, word: string): Fault {
  return videoFault({ failure: { code, message, retryable: false, status }, status }, word)
}
