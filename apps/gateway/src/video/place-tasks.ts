import type { VideoInput, VideoRequest } from '@interlingua/video'
import { credentialOf } from '../caches/find-cache.ts'
import type { Channel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { readVideoPayload } from './video-documents.ts'
import { refuseWish } from './video-errors.ts'

/**
 * The wish with the upstream's ids in place of the caller's own tasks. Those live with the channel and the credential that made them. Rejects
 * with `AttemptFailed`.
 */
export async function placeTasks(exchange: Exchange, request: VideoRequest, channel: Channel): Promise<VideoRequest> {
  const { inputs } = request
  if (inputs?.some(({ task }) => task !== undefined) !== true) return request
  return { ...request, inputs: await Promise.all(inputs.map((input) => placeTask(exchange, input, channel))) }
}

async function placeTask({ gateway, key }: Exchange, input: VideoInput, channel: Channel): Promise<VideoInput> {
  const { task: id, role, at = '' } = input
  if (id === undefined) return input
  const refuse = (message: string): AttemptFailed =>
    new AttemptFailed({ fault: refuseWish(message, at, 'invalid_value'), decision: 'next-channel' })
  const task = await gateway.tasks.find(id, key?.id ?? '')
  if (task?.kind !== 'video') {
    // Drafts may have been made elsewhere: their upstream knows.
    if (role === 'draft-task') return input
    throw refuse('there is no such task')
  }
  const { credential, operations } = readVideoPayload(task.payload)
  if (task.channel !== channel.name || credential !== credentialOf(channel))
    throw refuse('this task was made by another upstream, which alone can go on from it')
  const [operation] = operations
  if (operation === undefined || task.state !== 'succeeded') throw refuse('this task has not made a video')
  return { ...input, task: operation.id }
}
