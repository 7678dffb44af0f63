import type { JsonObject } from '@interlingua/core'
import { refuseArk } from '../../images/refuse-ark.ts'
import { arkVideoModel } from '../../videos/ark-video-model.ts'
import type { ArkVideoBody } from '../../videos/ark-video-shape.ts'
import { arkVideoRatio, arkVideoSize, ratioShape } from '../../videos/ark-video-size.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { Refusal } from '../media/refusal.ts'
import { videoOf } from './video-of.ts'
import { readArkContent } from './read-ark-content.ts'
import { statusOf } from './status-of.ts'
import type { VideoRequest } from './submit-video.ts'
import type { VideoTask } from './video-task.ts'

/** The number of frames a second at this vendor. */
const rate = 24
/** The duration in seconds where the model may choose. */
const chosen = 5
const twoDays = 172_800

/** Reads a request for Seedance, at Ark or in a gateway's wording; `format` is the dialect of the task. Throws a Refusal. */
export async function arkRequest(body: ArkVideoBody, format: string, demoRequest: DemoRequest): Promise<Omit<VideoRequest, 'name'>> {
  check(body)
  const content = await readArkContent(body, demoRequest)
  const draft = content.draft === undefined ? undefined : findDraft(content.draft, format, demoRequest)
  const [image] = content.images
  const { model } = body
  const resolution = body.resolution ?? (body.draft === true ? '480p' : arkVideoModel(model).usualResolution)
  const drafted = draft?.facts['ratio']
  const ratio = typeof drafted === 'string' ? drafted : arkVideoRatio(body.ratio ?? usualRatio(model, image !== undefined), image)
  const size = arkVideoSize(resolution, ratio)
  const { duration: asked = chosen, frames } = { duration: draft?.facts['duration'], ...body }
  const duration = typeof asked !== 'number' || asked === -1 ? chosen : asked
  const seconds = frames === undefined ? duration : frames / rate
  const video = videoOf({
    model,
    prompt: draft?.prompt ?? content.prompt,
    size,
    shape: ratioShape(ratio),
    seconds,
    ...(frames !== undefined && { rate }),
    ...(body.seed !== undefined && { seed: body.seed }),
    inputs: content.images,
    watermark: body.watermark ?? false,
  })
  const tokens = Math.floor((size.width * size.height * rate * seconds) / 1024)
  const facts: JsonObject = {
    usage: { completion_tokens: tokens, total_tokens: tokens, ...(body.tools && { tool_usage: { web_search: 1 } }) },
    seed: body.seed === undefined || body.seed === -1 ? 1276 : body.seed,
    resolution,
    ratio,
    ...(frames === undefined ? { duration } : { frames }),
    framespersecond: rate,
    service_tier: body.service_tier ?? 'default',
    execution_expires_after: body.execution_expires_after ?? twoDays,
    ...(arkVideoModel(model).sound && { generate_audio: body.generate_audio ?? true }),
    draft: body.draft ?? false,
    ...(content.draft !== undefined && { draft_task_id: content.draft }),
    ...(body.return_last_frame === true && { return_last_frame: true }),
  }
  return { format, model, prompt: content.prompt, videos: [video], facts }
}

function usualRatio(model: string, image: boolean): string {
  return image ? 'adaptive' : arkVideoModel(model).usualRatio
}

function check(body: ArkVideoBody): void {
  const { model, resolution, duration, frames, draft = false } = body
  const able = arkVideoModel(model)
  const unable = (param: keyof ArkVideoBody): Refusal =>
    new Refusal(refuseArk(`The parameter \`${param}\` specified in the request is not supported by model \`${model}\`.`, param))
  if (resolution !== undefined && !able.resolutions.includes(resolution)) throw unable('resolution')
  if (frames !== undefined && !able.frames) throw unable('frames')
  if (frames !== undefined && (frames - 25) % 4 !== 0) throw refused('frames must be 25 + 4n', 'frames')
  if (duration !== undefined && frames === undefined && !(duration === -1 && able.chooses)) {
    if (duration < able.leastSeconds || duration > able.mostSeconds)
      throw refused(`duration must be from ${able.leastSeconds} to ${able.mostSeconds}${able.chooses ? ', or -1' : ''}`, 'duration')
  }
  if (body.generate_audio !== undefined && !able.sound) throw unable('generate_audio')
  const referring = body.content.some((item) => 'role' in item && item.role?.startsWith('reference_'))
  if (body.camera_fixed === true && (!able.fixedCamera || referring)) throw unable('camera_fixed')
  if (body.service_tier === 'flex' && !able.flexible) throw unable('service_tier')
  if (body.tools && !able.references) throw unable('tools')
  if (!draft) return
  if (!able.drafts) throw unable('draft')
  if (resolution !== undefined && resolution !== '480p') throw refused('a draft is of 480p', 'resolution')
  if (body.return_last_frame === true) throw refused('a draft has no last frame', 'return_last_frame')
  if (body.service_tier === 'flex') throw refused('a draft is not made offline', 'service_tier')
}

function findDraft(id: string, format: string, demoRequest: DemoRequest): VideoTask {
  const task = demoRequest.state.videos.get(id, format, keyOf(demoRequest) ?? '')
  if (!task || task.facts['draft'] !== true || statusOf(task, Date.now()) !== 'succeeded')
    throw refused(`the draft task ${id} is not there, or has not succeeded`, 'content')
  return task
}

function refused(why: string, param: string): Refusal {
  return new Refusal(refuseArk(`The parameter \`${param}\` specified in the request is not valid: ${why}.`, param))
}
