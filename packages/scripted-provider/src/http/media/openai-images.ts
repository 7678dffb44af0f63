import type { JsonObject } from '@interlingua/core'
import { editFormShape, editShape, generationShape } from '../../images/openai-shapes.ts'
import type { ImageBody } from '../../images/openai-shapes.ts'
import { openaiSize } from '../../images/openai-size.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { DemoRequest } from '../demo-request.ts'
import { answerOpenaiImages } from './answer-openai-images.ts'
import type { MediaDialect, MediaJob } from './media-dialect.ts'
import { openFormInputs, openReferences } from './openai-edit-inputs.ts'
import type { EditInputs } from './openai-edit-inputs.ts'
import { openaiProfile } from './openai-profile.ts'
import { readEditForm } from './read-edit-form.ts'
import { refuseImage } from './refuse-image.ts'
import { Refusal } from './refusal.ts'

const generations = '/v1/images/generations'
const edits = '/v1/images/edits'
const longestPrompt = 32_000

/** OpenAI's images, generated and edited, implemented without the adapter of the format. */
export const openaiImages: MediaDialect = {
  ...openaiProfile,
  format: 'openai-images',
  models: { 'demo-openai-images': 'predict' },
  serves: (path) => path === generations || path === edits,
  async read(body, demoRequest) {
    if (demoRequest.path === edits) return readEdit(body ?? {}, demoRequest)
    if (body === undefined || body instanceof FormData)
      throw new Refusal(refuseResponses("Unsupported content type: 'multipart/form-data'. This endpoint takes 'application/json'."))
    return understand(generationShape(body, undefined), { images: [] }, 'image_generation', demoRequest)
  },
}

async function readEdit(body: JsonObject | FormData, demoRequest: DemoRequest): Promise<MediaJob> {
  if (body instanceof FormData) {
    const { fields, ...files } = readEditForm(body)
    return understand(editFormShape(fields, undefined), await openFormInputs(files), 'image_edit', demoRequest)
  }
  const { images, mask, ...request } = editShape(body, undefined)
  return understand(request, await openReferences(images, mask, demoRequest), 'image_edit', demoRequest)
}

function understand(body: ImageBody, inputs: EditInputs, event: 'image_generation' | 'image_edit', demoRequest: DemoRequest): MediaJob {
  const { model = 'gpt-image-1-mini', prompt } = body
  const size = openaiSize(model, body.size)
  if (typeof size === 'string') throw new Refusal(refuseImage(size, 'size', 'invalid_value'))
  check(body, model)
  return { prompt, answer: (directives) => answerOpenaiImages({ body, inputs, size, event, demoRequest, directives }) }
}

function check(body: ImageBody, model: string): void {
  const { prompt, quality, background, output_format: format = 'png', output_compression: compression, input_fidelity: fidelity } = body
  if (prompt === '')
    throw new Refusal(
      refuseResponses(
        "Invalid 'prompt': empty string. Expected a string with minimum length 1, but got an empty string instead.",
        'prompt',
        'empty_string',
      ),
    )
  if (prompt.length > longestPrompt)
    throw new Refusal(
      refuseResponses(
        `Invalid 'prompt': string too long. Expected a string with maximum length ${longestPrompt}, but got a string with length ${prompt.length} instead.`,
        'prompt',
        'string_above_max_length',
      ),
    )
  if (format !== 'png' && format !== 'jpeg')
    throw new Refusal(refuseImage(`The demo provider makes png and jpeg only, not ${format}.`, 'output_format', 'invalid_value'))
  if (background === 'transparent' && format === 'jpeg')
    throw new Refusal(refuseImage('Transparent background is not supported for JPEG output format.', 'background', 'invalid_value'))
  if (format === 'png' && compression !== undefined && compression < 100)
    throw new Refusal(
      refuseImage(
        'Compression less than 100 is not supported for PNG output format.',
        'output_compression',
        'invalid_png_output_compression',
      ),
    )
  if ((quality === 'xhigh' || quality === 'max') && /gpt-image-[12](?!\.5|\.6)|gpt-image-1\.5/.test(model))
    throw new Refusal(
      refuseResponses(
        `Invalid value: '${quality}'. Supported values are: 'low', 'medium', 'high', and 'auto'.`,
        'quality',
        'invalid_value',
      ),
    )
  if (fidelity !== undefined && (/gpt-image-2/.test(model) || (fidelity === 'high' && /1-mini/.test(model))))
    throw new Refusal(
      refuseImage(
        `The model '${model}' does not support the 'input_fidelity' parameter.`,
        'input_fidelity',
        'invalid_input_fidelity_model',
      ),
    )
  for (const field of ['frame_count', 'frame_duration_ms', 'svg'] as const)
    if (body[field] !== undefined)
      throw new Refusal(refuseResponses(`'${field}' is not supported with output_format=${format}.`, field, 'invalid_value'))
}
