import { shape } from '../shape/shape.ts'
import type { ReadBy } from '../shape/shape.ts'

const { optional, text, flag, choice, fields, whole, list, variant, short } = shape

const address = fields({ url: text })

/** The body of Ark's `POST /contents/generations/tasks`. https://www.volcengine.com/docs/82379/1520757 */
export const arkVideoShape = fields({
  model: text,
  content: list(
    variant('type', {
      text: fields({ type: choice('text'), text }),
      image_url: fields({
        type: choice('image_url'),
        image_url: address,
        role: optional(choice('first_frame', 'last_frame', 'reference_image')),
      }),
      video_url: fields({ type: choice('video_url'), video_url: address, role: choice('reference_video') }),
      audio_url: fields({ type: choice('audio_url'), audio_url: address, role: choice('reference_audio') }),
      draft_task: fields({ type: choice('draft_task'), draft_task: fields({ id: text }) }),
    }),
  ),
  callback_url: optional(text),
  return_last_frame: optional(flag),
  service_tier: optional(choice('default', 'flex')),
  execution_expires_after: optional(whole(3600, 259_200)),
  generate_audio: optional(flag),
  draft: optional(flag),
  tools: optional(list(fields({ type: choice('web_search') }))),
  safety_identifier: optional(short(64)),
  priority: optional(whole(0, 9)),
  resolution: optional(choice('480p', '720p', '1080p', '4k')),
  ratio: optional(choice('16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive')),
  duration: optional(whole(-1)),
  frames: optional(whole(29, 289)),
  seed: optional(whole(-1, 4_294_967_295)),
  camera_fixed: optional(flag),
  watermark: optional(flag),
})

export type ArkVideoBody = ReadBy<typeof arkVideoShape>
export type ArkVideoItem = ArkVideoBody['content'][number]
