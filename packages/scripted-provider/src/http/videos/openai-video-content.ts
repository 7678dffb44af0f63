import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiFace } from '../media/openai-face.ts'
import { Refusal } from '../media/refusal.ts'
import { sendFailure } from '../send-failure.ts'
import { openaiTask, unknownVideo } from './openai-video-tasks.ts'
import { sendStill } from './send-still.ts'
import { sendFile } from './send-file.ts'
import { standOf } from './stand-of.ts'

const content = /^\/v1\/videos\/([^/]+)\/content$/
const anHour = 3_600_000

/** `GET /v1/videos/{id}/content`: the file for an hour, a still of it as JPEG for the other two variants. */
export const openaiVideoContent: MediaDialect = {
  ...openaiFace,
  format: 'openai-videos',
  models: {},
  method: 'GET',
  serves: (path) => content.test(path),
  read(_body, exchange) {
    const { variant = 'video' } = exchange.query
    if (!['video', 'thumbnail', 'spritesheet'].includes(variant))
      throw new Refusal(
        refuseResponses(
          `Invalid value: '${variant}'. Supported values are: 'video', 'thumbnail', and 'spritesheet'.`,
          'variant',
          'invalid_value',
        ),
      )
    const task = openaiTask(exchange, content)
    const standing = task && standOf(task, Date.now())
    if (!task || standing === 'gone') throw new Refusal(unknownVideo)
    if (standing !== 'succeeded')
      throw new Refusal(
        refuseResponses('Video is not ready yet, use GET /v1/videos/{video_id} to check status.', 'video_id', 'video_not_ready'),
      )
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file') || Date.now() > task.ends + anHour)
          return sendFailure(exchange, openaiFace, refuseResponses('The video has expired.', 'video_id', 'video_expired', 404))
        return variant === 'video' ? sendFile(exchange, task, 0, openaiFace) : sendStill(exchange, task, 0)
      },
    }
  },
}
