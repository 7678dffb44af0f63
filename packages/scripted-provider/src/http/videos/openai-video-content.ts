import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiProfile } from '../media/openai-profile.ts'
import { Refusal } from '../media/refusal.ts'
import { sendFailure } from '../send-failure.ts'
import { openaiTask, unknownVideo } from './openai-video-tasks.ts'
import { sendStill } from './send-still.ts'
import { sendFile } from './send-file.ts'
import { statusOf } from './status-of.ts'

const content = /^\/v1\/videos\/([^/]+)\/content$/
const anHour = 3_600_000

/** `GET /v1/videos/{id}/content`: the file for an hour, or a still as JPEG for the other two variants. */
export const openaiVideoContent: MediaDialect = {
  ...openaiProfile,
  format: 'openai-videos',
  models: {},
  method: 'GET',
  serves: (path) => content.test(path),
  read(_body, demoRequest) {
    const { variant = 'video' } = demoRequest.query
    if (!['video', 'thumbnail', 'spritesheet'].includes(variant))
      throw new Refusal(
        refuseResponses(
          `Invalid value: '${variant}'. Supported values are: 'video', 'thumbnail', and 'spritesheet'.`,
          'variant',
          'invalid_value',
        ),
      )
    const task = openaiTask(demoRequest, content)
    const status = task && statusOf(task, Date.now())
    if (!task || status === 'gone') throw new Refusal(unknownVideo)
    if (status !== 'succeeded')
      throw new Refusal(
        refuseResponses('Video is not ready yet, use GET /v1/videos/{video_id} to check status.', 'video_id', 'video_not_ready'),
      )
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file') || Date.now() > task.ends + anHour)
          return sendFailure(demoRequest, openaiProfile, refuseResponses('The video has expired.', 'video_id', 'video_expired', 404))
        return variant === 'video' ? sendFile(demoRequest, task, 0, openaiProfile) : sendStill(demoRequest, task, 0)
      },
    }
  },
}
