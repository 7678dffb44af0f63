import { arkVideoShape } from '../../videos/ark-video-shape.ts'
import { arkFace } from '../media/ark-face.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { arkWish } from './ark-wish.ts'
import { submitVideo } from './submit-video.ts'

export const arkTasks = '/api/v3/contents/generations/tasks'
const format = 'ark-video'
const tiers = ['', '-2.0-fast', '-2.0-mini', '-1.5-pro', '-1.0-pro', '-1.0-pro-fast']

/** Ark's videos (Seedance), read and printed without the adapter of the format. */
export const arkVideo: MediaDialect = {
  ...arkFace,
  format,
  models: Object.fromEntries(tiers.map((tier) => [`demo-ark-video${tier}`, 'predictLongRunning'])),
  serves: (path) => path === arkTasks,
  async read(json, exchange) {
    const wish = { ...(await arkWish(arkVideoShape(jsonOf(json), undefined), format, exchange)), name: (unique: string) => `cgt-${unique}` }
    return { prompt: wish.prompt, answer: (directives) => submitVideo(wish, exchange, arkFace, directives, ({ id }) => ({ id })) }
  },
}
