import type { Failure, JsonObject } from '@interlingua/core'
import type { ImageBody } from '../../images/openai-shapes.ts'
import { openaiUsage } from '../../images/openai-usage.ts'
import type { Size } from '../../images/size.ts'
import type { Directives } from '../../read-directives.ts'
import { writeFailure } from '../../responses/write-failure.ts'
import type { StreamScript } from '../../stream-script.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import { makeImage } from '../paint/make-image.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { sendStream } from '../send-stream.ts'
import type { EditInputs } from './openai-edit-inputs.ts'
import { openaiProfile } from './openai-profile.ts'
import { refuseImage } from './refuse-image.ts'
import { refusalsOf } from './refusals-of.ts'

/** A request for images that passed all checks. */
export interface OpenaiImageJob {
  readonly body: ImageBody
  readonly inputs: EditInputs
  readonly size: Size
  /** The first half of the event names. */
  readonly event: 'image_generation' | 'image_edit'
  readonly demoRequest: DemoRequest
  readonly directives: Directives
}

/** Paints the images and sends them as a document or a stream. */
export async function answerOpenaiImages(job: OpenaiImageJob): Promise<void> {
  const { body, size, demoRequest, directives, inputs, event } = job
  const { n = 1, quality: asked = 'auto', background = 'auto', output_format: format = 'png', stream = false } = body
  const quality = asked === 'auto' ? 'high' : asked
  const refusals = refusalsOf(directives, n)
  const failure = directives.has('block') || refusals.includes('filter') ? moderated : refusals.includes('fail') ? broken : undefined
  // The outcome is known before painting, but a stream reports a filtered image only after it began.
  if (failure && (!stream || failure === broken || directives.has('block'))) return sendFailure(demoRequest, openaiProfile, failure)
  const made = []
  for (let i = 0; i < n; i++) made.push(await makeOne(job, i))
  const facts = {
    background: background === 'transparent' ? 'transparent' : 'opaque',
    output_format: format,
    quality,
    size: `${size.width}x${size.height}`,
  }
  const created = Math.floor(demoRequest.state.now / 1000)
  const prompt = stripDirectives(body.prompt)
  const usageOf = (images: number): JsonObject => openaiUsage(prompt, size, quality, { inputs: inputs.images.length, images })
  if (!stream) {
    const data = made.map(({ image }) => ({ b64_json: image.toString('base64') }))
    return sendDocument(demoRequest, openaiProfile, { created, ...facts, data, usage: usageOf(n) }, directives)
  }
  const events = made.flatMap(({ image, previews }) => [
    ...previews.map((preview, i) => ({
      type: `${event}.partial_image`,
      b64_json: preview.toString('base64'),
      partial_image_index: i,
      created_at: created,
      ...facts,
    })),
    { type: `${event}.completed`, b64_json: image.toString('base64'), created_at: created, ...facts, usage: usageOf(1) },
  ])
  return sendStream(demoRequest, openaiProfile, scriptOf(events, failure), directives)
}

async function makeOne({ body, inputs, size, directives }: OpenaiImageJob, index: number) {
  const {
    model = 'gpt-image-1-mini',
    n = 1,
    output_format: format = 'png',
    output_compression: quality = 90,
    partial_images: asked = 0,
  } = body
  const previews = Math.min(asked, Number(directives.get('previews')?.words[0] ?? asked))
  const prompt = stripDirectives(body.prompt)
  return makeImage(
    {
      ...size,
      prompt,
      label: `Demo provider (no real model): ${model}${n > 1 ? `, ${index + 1} of ${n}` : ''}`,
      seed: `${prompt} ${index}`,
      inputs: inputs.images,
      ...(inputs.mask && { mask: inputs.mask }),
      transparent: body.background === 'transparent',
      mime: format === 'jpeg' ? 'image/jpeg' : 'image/png',
      quality,
    },
    // Each preview is finer than the one before.
    [64, 32, 16].slice(0, previews),
  )
}

const moderated = refuseImage(
  'Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com. (demo, as asked for)',
  null,
  'moderation_blocked',
)

const broken: Failure = { code: 'server', message: 'Demo provider: the image went wrong, as asked for', retryable: true, status: 500 }

/** The events of a stream, in which the error replaces the last one. */
function scriptOf(events: readonly JsonObject[], failure: Failure | undefined): StreamScript {
  const pieces = events.map(encode)
  const fail = (reason: Failure): string => encode({ type: 'error', ...(writeFailure(reason).body as JsonObject) }) // an error document
  return {
    contentType: 'text/event-stream; charset=utf-8',
    pieces: failure ? [...pieces.slice(0, -1), fail(failure)] : pieces,
    middle: Math.floor(pieces.length / 2),
    malformed: `event: ${String(events[0]?.['type'])}\ndata: {"type":"${String(events[0]?.['type'])}","b64_json":"iVBOR\n\n`,
    fail,
  }
}

function encode(event: JsonObject): string {
  return `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`
}
