import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isInterlinguaError, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { openaiImages, type ImageEvent, type ImageRequest, type ImageResponse } from '../src/index.ts'

export interface ImagesServer {
  readonly url: string
  /** The requests that arrived, in order. */
  readonly requests: readonly ImageRequest[]
  close(): Promise<void>
}

/** The answer or the stream that the server makes of a request. */
export type AnswerImages = (request: ImageRequest) => ImageResponse | readonly ImageEvent[]

/** Starts a server of OpenAI's images API that puts the adapter's server side behind `node:http`. */
export async function startImagesServer(paint: AnswerImages): Promise<ImagesServer> {
  const requests: ImageRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, paint, requests)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the server listens on a port
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, paint: AnswerImages, requests: ImageRequest[]): Promise<void> {
  const { context } = createTestContext()
  const send = (status: number, body: unknown): void => {
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  try {
    const message = openaiImages.parseRequest(await readMessage(incoming), context)
    const request = openaiImages.decodeRequest(message, context)
    requests.push(request)
    const made = paint(request)
    if (!isEvents(made)) return send(200, openaiImages.encodeResponse(made, context, { request }).body)
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    const encoder = openaiImages.createStreamEncoder(context, { request })
    const serializer = openaiImages.createStreamSerializer()
    for (const event of made) for (const frame of encoder.push(event)) outgoing.write(serializer.push(frame).join(''))
    outgoing.end(
      encoder
        .end()
        .map((frame) => serializer.push(frame).join(''))
        .join(''),
    )
  } catch (error) {
    if (isInterlinguaError(error))
      send(400, { error: { message: error.message, type: 'invalid_request_error', param: error.path.slice(1), code: null } })
    else send(500, { error: { message: String(error), type: 'server_error', param: null, code: null } })
  }
}

function isEvents(made: ImageResponse | readonly ImageEvent[]): made is readonly ImageEvent[] {
  return Array.isArray(made)
}

async function readMessage(incoming: IncomingMessage): Promise<WireMessage<unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer) // without an encoding a request gives buffers
  const bytes = Buffer.concat(chunks)
  const type = incoming.headers['content-type'] ?? ''
  const body = type.startsWith('multipart/form-data') ? await readForm(bytes, type) : JSON.parse(bytes.toString('utf8'))
  return { path: incoming.url ?? '', query: {}, headers: { 'content-type': type }, body }
}

/** Reads a form. A field that is repeated, or spelled as one that may be, becomes a list. */
async function readForm(bytes: Buffer, type: string): Promise<JsonObject> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const body: Record<string, Json> = {}
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(readValue))
    body[name] = values.length > 1 || name.endsWith('[]') ? values : (values[0] ?? null)
  }
  return body
}

async function readValue(value: FormDataEntryValue): Promise<Json> {
  if (typeof value === 'string') return value
  return { filename: value.name, mime: value.type, base64: Buffer.from(await value.arrayBuffer()).toString('base64') }
}
