import { isInterlinguaError, type GenerateAdapter, type JsonObject, type Usage } from '@interlingua/core'
import type { Declared } from '@interlingua/core/adapter'
import type { ClientEdge, ClientStream, EdgeDescription, FormatEdge, UpstreamEdge } from '@interlingua/core/edge'
import type * as z from 'zod'
import type { PartialAdapter } from './adapter-definition.ts'
import { jsonSchemaOf } from './json-schema-of.ts'
import { unheard, watchByDecoder } from './watch-by-decoder.ts'

/** Members of an edge that its author writes. They win over those that `defineEdge` would make. */
export interface EdgeDefinition<A extends PartialAdapter = GenerateAdapter>
  extends Pick<FormatEdge, 'vendor'>, Partial<Pick<FormatEdge, 'profiles' | 'dialect' | 'stream'>> {
  readonly adapter: A
  /** The format in words: `Acme Chat`. */
  readonly title: string
  readonly notice: Pick<Declared<string>, 'owner' | 'table'>
  /** Schemas of the documents, for the description of the service. Absent: they are not described. */
  readonly wire?: { readonly request: z.core.$ZodType; readonly response: z.core.$ZodType }
  readonly client: Pick<ClientEdge, 'routes' | 'readHead'> &
    Partial<Omit<ClientEdge, 'routes' | 'readHead' | 'stream'>> & { readonly stream?: Partial<ClientStream> }
  readonly upstream: Pick<UpstreamEdge, 'answerKeys'> & Partial<UpstreamEdge>
  readonly describe?: Partial<EdgeDescription>
}

/** The edge of an adapter that is still being written. Without a decoder no stream can be watched. */
export type PartialEdge = Omit<FormatEdge, 'adapter' | 'stream'> &
  Partial<Pick<FormatEdge, 'stream'>> & { readonly adapter: PartialAdapter }

/**
 * Fills an edge from what makes its format different. Defaults: keys are bearer tokens, answers name their model at `/model`, streams take neither comments
 * nor keep-alives and are watched by the decoder, `decodeResponse` finds the usage, and no rates are told.
 */
export function defineEdge(definition: EdgeDefinition): FormatEdge
export function defineEdge(definition: EdgeDefinition<PartialAdapter>): PartialEdge
export function defineEdge({ adapter, vendor, title, notice, wire, ...given }: EdgeDefinition<PartialAdapter>): PartialEdge {
  const { createStreamDecoder } = adapter
  const stream = given.stream ?? (createStreamDecoder && watchByDecoder({ createStreamDecoder }))
  return {
    adapter,
    vendor,
    profiles: given.profiles ?? [],
    dialect: given.dialect ?? { presets: {}, check: (settings) => settings },
    client: {
      recognizes: () => 0,
      checksModel: false,
      headers: { forwarded: [], requestId: 'x-request-id' },
      ...given.client,
      stream: {
        keepAlive: { text: '', afterStart: false },
        comments: false,
        breaksOnFailure: false,
        arrays: false,
        ...given.client.stream,
      },
    },
    upstream: {
      headers: (key): Readonly<Record<string, string>> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
      usageOf: (body) => usageOf(adapter, body),
      modelAt: { document: ['model'], event: ['model'] },
      supports: {},
      ...given.upstream,
    },
    ...(stream && { stream }),
    describe: {
      title,
      notices: Object.keys(notice.table).map((code) => `${notice.owner}/${code}`),
      noticeTable: notice.table,
      ...(wire && { schemas: () => ({ request: jsonSchemaOf(wire.request), response: jsonSchemaOf(wire.response) }) }),
      rateHeaders: [],
      telemetryOperation: 'chat',
      ...given.describe,
    },
  }
}

function usageOf({ parseResponse, decodeResponse }: PartialAdapter, body: JsonObject): Usage | undefined {
  try {
    const reply = parseResponse?.({ status: 200, headers: {}, body }, unheard)
    return reply && decodeResponse?.(reply, unheard).usage
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
}
