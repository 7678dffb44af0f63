import { arkModel } from '../../images/ark-model.ts'
import { arkShape } from '../../images/ark-shape.ts'
import type { ArkBody } from '../../images/ark-shape.ts'
import { arkSize } from '../../images/ark-size.ts'
import { countAskedFor } from '../../images/count-asked-for.ts'
import { refuseArk } from '../../images/refuse-ark.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { answerArkImages } from './answer-ark-images.ts'
import { arkProfile } from './ark-profile.ts'
import { jsonOf } from './json-of.ts'
import type { MediaDialect } from './media-dialect.ts'
import { openInput } from './open-input.ts'
import { Refusal } from './refusal.ts'

/** The largest number of input images and made images together in a call. */
const together = 15

/** Ark's images (Seedream), implemented without the adapter of the format. */
export const arkImages: MediaDialect = {
  ...arkProfile,
  format: 'ark-images',
  models: { 'demo-ark-images': 'predict' },
  serves: (path) => path === '/api/v3/images/generations',
  async read(json, demoRequest) {
    const body = arkShape(jsonOf(json), undefined)
    const { model, prompt } = body
    const able = arkModel(model)
    if (prompt === '') throw refused('prompt must not be empty', 'prompt')
    const size = arkSize(body.size, stripDirectives(prompt), able)
    if (typeof size === 'string') throw new Refusal(refuseArk(size, 'size'))
    check(body)
    const inputs = await openInputs(body, demoRequest)
    return {
      prompt,
      answer: (directives) => answerArkImages({ body, size, inputs, count: countOf(body, inputs.length), demoRequest, directives }),
    }
  },
}

function check(body: ArkBody): void {
  const { model, image = [], sequential_image_generation: sequence } = body
  const able = arkModel(model)
  const unable = (param: keyof ArkBody): Refusal =>
    new Refusal(refuseArk(`The parameter \`${param}\` specified in the request is not supported by model \`${model}\`.`, param))
  if (sequence === 'auto' && !able.groups) throw unable('sequential_image_generation')
  if (body.sequential_image_generation_options && sequence !== 'auto')
    throw refused('it needs sequential_image_generation to be auto', 'sequential_image_generation_options')
  if (body.stream === true && !able.streams) throw unable('stream')
  if ((body.seed !== undefined || body.guidance_scale !== undefined) && !able.seeds)
    throw unable(body.seed === undefined ? 'guidance_scale' : 'seed')
  if (body.output_format !== undefined && !able.formats) throw unable('output_format')
  if (body.optimize_prompt_options?.mode === 'fast' && !able.fast) throw unable('optimize_prompt_options')
  if (body.tools && !able.search) throw unable('tools')
  const inputs = typeof image === 'string' ? 1 : image.length
  if (inputs > able.inputs) throw refused(`at most ${able.inputs} images are allowed, got ${inputs}`, 'image')
  const most = body.sequential_image_generation_options?.max_images ?? 1
  if (inputs + most > together) throw refused(`images given and max_images must be at most ${together} together`, 'image')
}

async function openInputs({ image = [] }: ArkBody, demoRequest: DemoRequest): Promise<readonly Bitmap[]> {
  const opened: Bitmap[] = []
  for (const url of typeof image === 'string' ? [image] : image) {
    if (url.startsWith('data:') && !/^data:image\/[a-z+.-]+;base64,/.test(url))
      throw refused('a data URL must read data:image/<format in lower case>;base64,…', 'image')
    const bitmap = await openInput(url, demoRequest)
    if (bitmap === 'unreadable') throw refused('invalid image', 'image')
    if (bitmap === 'not-found') throw refused('resource download failed', 'image')
    opened.push(bitmap)
  }
  return opened
}

/** The number of images in a group: the number in the prompt, or else the stated limit, or else four. */
function countOf(
  { prompt, sequential_image_generation: sequence, sequential_image_generation_options: options }: ArkBody,
  inputs: number,
): number {
  if (sequence !== 'auto') return 1
  const most = Math.min(options?.max_images ?? together, together - inputs)
  return Math.max(1, Math.min(countAskedFor(stripDirectives(prompt)) ?? options?.max_images ?? 4, most))
}

function refused(why: string, param: string): Refusal {
  return new Refusal(refuseArk(`The parameter \`${param}\` specified in the request is not valid: ${why}.`, param))
}
