import type { VideoTask } from '@interlingua/video'
import type { Exchange } from '../exchange.ts'
import type { Task } from '../tasks/task.ts'
import { readVideoPayload, type KeptVideo } from './video-documents.ts'

/** A task as its owner may see it. The addresses of what is kept here are those of the way by which this request came. */
export async function viewTask(task: Task, exchange: Exchange): Promise<VideoTask> {
  const { id, state, progress, createdAt, settledAt, failure, payload } = task
  const { family, model, upstreamModel, hidden, operations, asked } = readVideoPayload(payload)
  const [first] = operations
  const { facts } = operations.find((operation) => operation.state === 'succeeded') ?? first ?? {}
  const made = state === 'succeeded' ? operations.flatMap(({ kept = [] }) => kept) : []
  const expiries = made.flatMap((video) => (video.name === undefined ? [] : [video.expiresAt]))
  const urls = await Promise.all(made.map((video) => addressOf(video, exchange)))
  return {
    id,
    family,
    model,
    upstreamModel: hidden ? model : upstreamModel,
    state,
    createdAt: seconds(createdAt),
    ...(first && !hidden && { operation: first.id }),
    ...(progress !== undefined && { progress }),
    ...(settledAt !== undefined && { settledAt: seconds(settledAt) }),
    ...(urls.length > 0 && { urls }),
    ...(failure && { failure }),
    ...(facts && { facts }),
    ...(asked && { asked }),
    ...(expiries.length > 0 && { expiresAt: seconds(Math.min(...expiries)) }),
  }
}

function addressOf(video: KeptVideo, exchange: Exchange): string | Promise<string> {
  return video.url ?? exchange.gateway.results.address(video.name, exchange)
}

function seconds(millis: number): number {
  return Math.floor(millis / 1000)
}
