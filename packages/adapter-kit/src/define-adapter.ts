import type { Context, Format, GenerateAdapter, Http } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { AdapterDefinition, HttpDefinition, PartialAdapter, PartialDefinition } from './adapter-definition.ts'
import { check } from './check.ts'
import { defaultStatuses } from './default-statuses.ts'
import { createFailureMembers } from './failure-members.ts'
import { contentTypeOf, createFramingMembers } from './framing-members.ts'
import type { Schema } from './schema.ts'

/**
 * Makes an adapter from the parts in which its format differs: `wire` gives the parsers of requests and responses, `errors` those of error
 * documents and their printer, `framing` the two ends of streams. Members of the definition win over all of them.
 *
 * ```ts
 * export const acme = defineAdapter({
 *   format: 'acme',
 *   http: { path: () => '/acme', statuses: { overloaded: 529 } },
 *   wire: { request: requestSchema, response: responseSchema, failure: failureSchema },
 *   errors: {
 *     words: { ...openaiErrorWords, out_of_steam: { code: 'overloaded' } },
 *     read: ({ error }) => ({ code: error.code, message: error.message }),
 *     write: ({ code, message }) => ({ error: { code: encodeErrorWord(openaiErrorWords, code) ?? 'server_error', message } }),
 *   },
 *   framing: 'sse',
 *   decodeRequest, lowerRequest, encodeRequest, decodeResponse, encodeResponse, createStreamDecoder, createStreamEncoder,
 * })
 * ```
 *
 * An incomplete definition gives an incomplete adapter, so that laws can run on it while the rest is being written.
 */
export function defineAdapter<Q, R, E, F>(definition: AdapterDefinition<Q, R, E, F>): GenerateAdapter<Q, R, E, F>
export function defineAdapter<Q, R, E, F>(definition: PartialDefinition<Q, R, E, F>): PartialAdapter<Q, R, E, F>
export function defineAdapter<Q, R, E, F>(definition: PartialDefinition<Q, R, E, F>): PartialAdapter<Q, R, E, F> {
  const { format, http, wire, errors, framing, ...own } = definition
  const statusOf: Http['status'] = http?.status ?? ((code) => http?.statuses?.[code] ?? defaultStatuses[code])
  return {
    format,
    ...(http && { http: httpOf(http, http.streamContentType ?? contentTypeOf(framing), statusOf) }),
    ...(wire?.request && { parseRequest: createParser(format, wire.request) }),
    ...(wire?.response && { parseResponse: createParser(format, wire.response) }),
    ...(framing && createFramingMembers(framing, wire?.event)),
    ...(errors && createFailureMembers(format, errors, wire?.failure, statusOf)),
    ...own,
  }
}

function httpOf({ path }: HttpDefinition, streamContentType: string, status: Http['status']): Http {
  return { method: 'POST', streamContentType, path, status }
}

interface Carrier {
  readonly body: unknown
}

/** Gives back what it got, not a copy: unknown keys and their order survive. */
function createParser<T>(format: Format, schema: Schema<T>): <M extends Carrier>(message: M, context: Context) => M & { readonly body: T } {
  return <M extends Carrier>(message: M, context: Context) => {
    checkLimits(format, message.body, context.limits)
    check(format, schema, message.body)
    return message as M & { readonly body: T } // the schema has just taken the body, and schemas do not change what they take
  }
}
