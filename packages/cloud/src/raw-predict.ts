import type { CountAdapter, GenerateAdapter, JsonObject, WireMessage } from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { countModel, createEnvelope } from './create-envelope.ts'
import { enclose, modelSegment } from './enclose.ts'
import { rawPredictBetas, type Platform } from './platform.ts'

/** Path before the model, without project and location, which stand in a channel's address. */
const models = '/v1/publishers/anthropic/models'

/** Path of the endpoint that counts tokens. */
export const countPath = `${models}/${countModel}:rawPredict`

const platform: Platform = {
  format: 'raw-predict',
  version: 'vertex-2023-10-16',
  betasIn: 'header',
  streamInBody: true,
  path: (model, stream) => `${models}/${modelSegment(model)}:${stream ? 'streamRawPredict' : 'rawPredict'}`,
  betas: rawPredictBetas,
  headers: [],
}
const envelope = createEnvelope(platform)

const count: CountAdapter = {
  parseCountRequest(message, context) {
    messages.count.parseCountRequest(envelope.open(message), context)
    return message
  },
  decodeCountRequest(message, context) {
    const opened = envelope.open(message) as Parameters<typeof messages.count.decodeCountRequest>[0] // parseCountRequest has checked it
    return messages.count.decodeCountRequest(opened, context)
  },
  encodeCountResponse: messages.count.encodeCountResponse,
  encodeCountRequest(request, context): WireMessage<JsonObject> {
    const message = envelope.close(messages.count.encodeCountRequest(request, context), request)
    return { ...message, path: countPath, body: { model: request.model, ...message.body } }
  },
  parseCountResponse: messages.count.parseCountResponse,
  decodeCountResponse: (reply, context) => messages.count.decodeCountResponse(messages.count.parseCountResponse(reply), context),
}

/** Vertex AI's rawPredict with Claude's bodies. */
export const rawPredict: GenerateAdapter = enclose(platform, {
  http: { ...messages.http, path: ({ model, stream }) => platform.path(model, stream) },
  count,
})
