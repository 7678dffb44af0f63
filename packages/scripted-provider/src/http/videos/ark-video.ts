import { arkVideoShape } from '../../videos/ark-video-shape.ts'
import { arkProfile } from '../media/ark-profile.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { arkRequest } from './ark-request.ts'
import { submitVideo } from './submit-video.ts'

export const arkTasks = '/api/v3/contents/generations/tasks'
const format = 'ark-video'
const tiers = ['', '-2.0-fast', '-2.0-mini', '-1.5-pro', '-1.0-pro', '-1.0-pro-fast']

/** Ark's videos (Seedance), implemented without the adapter of the format. */
export const arkVideo: MediaDialect = {
  ...arkProfile,
  format,
  models: Object.fromEntries(tiers.map((tier) => [`demo-ark-video${tier}`, 'predictLongRunning'])),
  serves: (path) => path === arkTasks,
  async read(json, demoRequest) {
    const request = {
      ...(await arkRequest(arkVideoShape(jsonOf(json), undefined), format, demoRequest)),
      name: (unique: string) => `cgt-${unique}`,
    }
    return {
      prompt: request.prompt,
      answer: (directives) => submitVideo(request, demoRequest, arkProfile, directives, ({ id }) => ({ id })),
    }
  },
}
