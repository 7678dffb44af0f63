import { isJsonObject, type Context, type GenerateRequest, type Json, type JsonObject, type WireMessage } from '@interlingua/core'
import { hasKeys, readSegment } from '@interlingua/core/adapter'
import { messages } from '@interlingua/messages'
import { fitBody } from './fit-body.ts'
import type { Platform } from './platform.ts'

/** Requests of Messages in the envelope of a cloud: the model stands in the path, and the version in the body. */
export interface Envelope {
  /** Request of a cloud's client as one of Messages. */
  open(message: WireMessage<unknown>): WireMessage<unknown>
  /** Keeps how the client spelled its version and betas, and the headers for the cloud, for an upstream of the same cloud. */
  keepSpelling(request: GenerateRequest, message: WireMessage<unknown>): GenerateRequest
  /** The request without the headers for the cloud, which Messages would report as lost. */
  hideHeaders(request: GenerateRequest): GenerateRequest
  /** Notices of what `close` leaves out of a lowered request. */
  report(request: GenerateRequest, context: Context): void
  /** Request of Messages in the envelope. */
  close(message: WireMessage<unknown>, request: GenerateRequest): WireMessage<JsonObject>
}

/** Model and stream of a path; the model is between `/models/` or `/model/` and the method. */
const bedrockPath = /\/model\/(.+)\/invoke(-with-response-stream)?$/
const vertexPath = /\/models\/([^:]+(?::[^:]+)*):(rawPredict|streamRawPredict)$/

function readPath(path: string): { readonly model: string; readonly stream: boolean } {
  const [, bedrock, streamed] = bedrockPath.exec(path) ?? []
  if (bedrock !== undefined) return { model: readSegment(bedrock), stream: streamed !== undefined }
  const [, vertex = '', method] = vertexPath.exec(path) ?? []
  // The count of tokens has a model's place in the path, and the model in the body.
  return vertex === countModel ? { model: '', stream: false } : { model: readSegment(vertex), stream: method === 'streamRawPredict' }
}

/** Word in the place of a model, for counts at Vertex. */
export const countModel = 'count-tokens'

const betaHeader = 'anthropic-beta'
const versionHeader = 'anthropic-version'

export function createEnvelope(platform: Platform): Envelope {
  const { format, version, betasIn, streamInBody, path: pathOf, headers: passed } = platform

  function hintOf(request: GenerateRequest): JsonObject | undefined {
    return request.extensions?.[format]?.hint
  }

  /** Body and betas as the cloud gets them: those of its own client unchanged. */
  function seal(message: WireMessage<unknown>, request: GenerateRequest): ReturnType<typeof fitBody> {
    const { model: _, stream, ...rest } = isJsonObject(message.body) ? message.body : {}
    const body = streamInBody && stream !== undefined ? { ...rest, stream } : rest
    const asked = listOf(message.headers[betaHeader])
    const own = hintOf(request)
    if (own === undefined) return fitBody(body, asked, platform)
    return { body, betas: betasIn === 'body' ? listOf(own['betas']) : asked, notices: [] }
  }

  return {
    open({ path, query, headers, body }) {
      if (!isJsonObject(body)) return { path: '/v1/messages', query, headers, body }
      const { anthropic_version: said, anthropic_beta: betas, model: named, ...rest } = body
      const { model, stream } = readPath(path)
      const { [betaHeader]: _, [versionHeader]: spoken, ...others } = headers
      const all = [...new Set([...listOf(headers[betaHeader]), ...listOf(betas)])]
      // The clouds' own versions mean the first of the vendor's; the SDK for Bedrock may send one of the vendor's.
      const own = typeof said === 'string' && !said.startsWith('bedrock-') && !said.startsWith('vertex-') ? said : undefined
      const date = own ?? (said === undefined ? spoken : undefined)
      return {
        path: '/v1/messages',
        query,
        headers: {
          ...others,
          ...(all.length > 0 && { [betaHeader]: all.join(',') }),
          ...(date !== undefined && { [versionHeader]: date }),
        },
        body: { model: model === '' ? (named ?? '') : model, ...rest, ...(stream ? { stream } : {}) },
      }
    },
    keepSpelling(request, { body, headers }) {
      const { anthropic_version: said, anthropic_beta: betas } = isJsonObject(body) ? body : {}
      const told = Object.fromEntries(passed.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
      const hint = { ...(said !== undefined && { version: said }), ...(betas !== undefined && { betas }) }
      return { ...request, extensions: { ...request.extensions, [format]: { hint, ...(hasKeys(told) && { rest: told }) } } }
    },
    hideHeaders(request) {
      const { hint = {}, rest } = request.extensions?.[format] ?? {}
      return rest === undefined ? request : { ...request, extensions: { ...request.extensions, [format]: { hint } } }
    },
    report(request, context) {
      const message = messages.encodeRequest(request, context)
      for (const each of seal(message, request).notices) context.onNotice(each)
    },
    close(message, request) {
      const { body, betas } = seal(message, request)
      const own = hintOf(request)
      const { [betaHeader]: _, [versionHeader]: __, ...headers } = message.headers
      const inBody = own === undefined ? (betasIn === 'body' && betas.length > 0 ? betas : undefined) : own['betas']
      return {
        path: pathOf(request.model, request.stream === true),
        query: message.query,
        headers: {
          ...headers,
          ...toldBy(request.extensions?.[format]?.rest),
          ...(betasIn === 'header' && betas.length > 0 && { [betaHeader]: betas.join(',') }),
        },
        body: {
          anthropic_version: own === undefined ? version : (own['version'] ?? version),
          ...(inBody !== undefined && { anthropic_beta: inBody }),
          ...body,
        },
      }
    },
  }
}

/** Headers that `keepSpelling` kept. */
function toldBy(kept: JsonObject = {}): Readonly<Record<string, string>> {
  return kept as Readonly<Record<string, string>> // keepSpelling puts texts there
}

/** Betas of a header or a list. */
function listOf(value: Json | undefined): readonly string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return list.flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []))
}
