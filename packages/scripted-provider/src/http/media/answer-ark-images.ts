import type { Failure, JsonObject } from '@interlingua/core'
import type { ArkBody } from '../../images/ark-shape.ts'
import { writeArkFailure } from '../../images/write-ark-failure.ts'
import type { Size } from '../../images/size.ts'
import type { Directives } from '../../read-directives.ts'
import type { StreamScript } from '../../stream-script.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { DemoRequest } from '../demo-request.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { makeImage } from '../paint/make-image.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { sendStream } from '../send-stream.ts'
import { addressOfFile } from './address-of-file.ts'
import { arkProfile } from './ark-profile.ts'
import { refusalsOf } from './refusals-of.ts'
import type { RefusalKind } from './refusals-of.ts'

/** A request for images that passed all checks. */
export interface ArkJob {
  readonly body: ArkBody
  readonly size: Size
  readonly inputs: readonly Bitmap[]
  readonly count: number
  readonly demoRequest: DemoRequest
  readonly directives: Directives
}

/** Paints the images and sends them as a document or a stream. Each item of a group may fail by itself. */
export async function answerArkImages(job: ArkJob): Promise<void> {
  const { body, count, demoRequest, directives, size } = job
  if (directives.has('block')) return sendFailure(demoRequest, arkProfile, sensitive)
  const refusals = refusalsOf(directives, count)
  const [first] = refusals
  // A document states a top-level error only where every image failed; a stream states it for each item.
  if (body.stream !== true && first && refusals.every((refusal) => refusal !== undefined))
    return sendFailure(demoRequest, arkProfile, failures[first])
  const items: JsonObject[] = []
  for (const [i, refused] of refusals.entries()) items.push(refused ? { error: errors[refused] } : await makeItem(job, i))
  const { model } = body
  const created = Math.floor(demoRequest.state.now / 1000)
  const made = items.filter(({ error }) => error === undefined).length
  const tokens = Math.floor((made * size.width * size.height) / 256)
  const usage = {
    generated_images: made,
    output_tokens: tokens,
    total_tokens: tokens,
    ...(job.inputs.length > 0 && { input_images: job.inputs.length }),
    ...(body.tools && { tool_usage: { web_search: 1 } }),
  }
  if (body.stream === true) return sendStream(demoRequest, arkProfile, scriptOf(items, { model, created }, usage), directives)
  return sendDocument(demoRequest, arkProfile, { model, created, data: items, usage }, directives)
}

async function makeItem({ body, size, inputs, count, demoRequest, directives }: ArkJob, index: number): Promise<JsonObject> {
  const { model, response_format: form = 'url', output_format: format = 'jpeg', watermark = true, seed } = body
  const prompt = stripDirectives(body.prompt)
  const mime = format === 'png' ? 'image/png' : 'image/jpeg'
  const { image } = await makeImage({
    ...size,
    prompt,
    label: `Demo provider (no real model): ${model}${count > 1 ? `, ${index + 1} of ${count}` : ''}`,
    seed: `${prompt} ${index} ${seed ?? ''}`,
    inputs,
    watermark,
    mime,
  })
  return {
    ...(form === 'url' ? { url: addressOfFile(demoRequest, image, mime, directives) } : { b64_json: image.toString('base64') }),
    size: `${size.width}x${size.height}`,
    ...(body.output_format !== undefined && { output_format: body.output_format }),
  }
}

const errors: Readonly<Record<RefusalKind, JsonObject>> = {
  filter: {
    code: 'OutputImageSensitiveContentDetected',
    message: 'The request failed because the output image may contain sensitive information. (demo, as asked for)',
  },
  fail: { code: 'InternalServiceError', message: 'The service encountered an unexpected internal error. (demo, as asked for)' },
}

const sensitive: Failure = {
  code: 'policy',
  message: 'The request failed because the input text may contain sensitive information. (demo, as asked for)',
  retryable: false,
  status: 400,
}

const failures: Readonly<Record<RefusalKind, Failure>> = {
  filter: {
    ...sensitive,
    message: String(errors.filter['message']),
    extensions: { 'ark-images': { rest: { code: 'OutputImageSensitiveContentDetected', param: '' } } },
  },
  fail: { code: 'server', message: String(errors.fail['message']), retryable: true, status: 500 },
}

function scriptOf(items: readonly JsonObject[], facts: JsonObject, usage: JsonObject): StreamScript {
  const events = items.map((item, image_index) => {
    const name = item['error'] === undefined ? 'image_generation.partial_succeeded' : 'image_generation.partial_failed'
    return encode(name, { type: name, ...facts, image_index, ...item })
  })
  const completed = 'image_generation.completed'
  const fail = (failure: Failure): string => encode('error', writeArkFailure(failure).body)
  return {
    contentType: 'text/event-stream',
    pieces: [...events, encode(completed, { type: completed, ...facts, usage }), 'data: [DONE]\n\n'],
    middle: Math.ceil(events.length / 2),
    malformed: 'event: image_generation.partial_succeeded\ndata: {"type":"image_generation.partial_succeeded","url\n\n',
    fail,
  }
}

function encode(name: string, event: JsonObject): string {
  return `event: ${name}\ndata: ${JSON.stringify(event)}\n\n`
}
