import type { Failure, JsonObject } from '@interlingua/core'
import type { ArkBody } from '../../images/ark-shape.ts'
import { writeArkFailure } from '../../images/write-ark-failure.ts'
import type { Size } from '../../images/size.ts'
import type { Directives } from '../../read-directives.ts'
import type { StreamScript } from '../../stream-script.ts'
import { stripDirectives } from '../../strip-directives.ts'
import type { Exchange } from '../exchange.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { makeImage } from '../paint/make-image.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { sendStream } from '../send-stream.ts'
import { addressOfFile } from './address-of-file.ts'
import { arkFace } from './ark-face.ts'
import { stricken } from './stricken.ts'
import type { Stroke } from './stricken.ts'

/** A wish for images that is granted. */
export interface ArkJob {
  readonly body: ArkBody
  readonly size: Size
  readonly inputs: readonly Bitmap[]
  readonly count: number
  readonly exchange: Exchange
  readonly directives: Directives
}

/** Paints what is asked for, and sends it as a document or a stream. Items of a group fail each for itself. */
export async function answerArkImages(job: ArkJob): Promise<void> {
  const { body, count, exchange, directives, size } = job
  if (directives.has('block')) return sendFailure(exchange, arkFace, sensitive)
  const strokes = stricken(directives, count)
  const [first] = strokes
  // An error at the top tells that there is nothing at all; streams tell it item by item.
  if (body.stream !== true && first && strokes.every((stroke) => stroke !== undefined))
    return sendFailure(exchange, arkFace, failures[first])
  const items: JsonObject[] = []
  for (const [i, stroke] of strokes.entries()) items.push(stroke ? { error: errors[stroke] } : await makeItem(job, i))
  const { model } = body
  const created = Math.floor(exchange.state.now / 1000)
  const made = items.filter(({ error }) => error === undefined).length
  const tokens = Math.floor((made * size.width * size.height) / 256)
  const usage = {
    generated_images: made,
    output_tokens: tokens,
    total_tokens: tokens,
    ...(job.inputs.length > 0 && { input_images: job.inputs.length }),
    ...(body.tools && { tool_usage: { web_search: 1 } }),
  }
  if (body.stream === true) return sendStream(exchange, arkFace, scriptOf(items, { model, created }, usage), directives)
  return sendDocument(exchange, arkFace, { model, created, data: items, usage }, directives)
}

async function makeItem({ body, size, inputs, count, exchange, directives }: ArkJob, index: number): Promise<JsonObject> {
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
    ...(form === 'url' ? { url: addressOfFile(exchange, image, mime, directives) } : { b64_json: image.toString('base64') }),
    size: `${size.width}x${size.height}`,
    ...(body.output_format !== undefined && { output_format: body.output_format }),
  }
}

const errors: Readonly<Record<Stroke, JsonObject>> = {
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

const failures: Readonly<Record<Stroke, Failure>> = {
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
    return print(name, { type: name, ...facts, image_index, ...item })
  })
  const completed = 'image_generation.completed'
  const fail = (failure: Failure): string => print('error', writeArkFailure(failure).body)
  return {
    contentType: 'text/event-stream',
    pieces: [...events, print(completed, { type: completed, ...facts, usage }), 'data: [DONE]\n\n'],
    middle: Math.ceil(events.length / 2),
    malformed: 'event: image_generation.partial_succeeded\ndata: {"type":"image_generation.partial_succeeded","url\n\n',
    fail,
  }
}

function print(name: string, event: JsonObject): string {
  return `event: ${name}\ndata: ${JSON.stringify(event)}\n\n`
}
