import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import { checkResponsesRequest } from '../responses/check-responses-request.ts'
import { formatValidationError } from '../responses/format-validation-error.ts'
import { readItem } from '../responses/shapes/read-item.ts'
import type { WireItem } from '../responses/shapes/read-item.ts'
import { countShape, requestShape } from '../responses/shapes/request-shape.ts'
import type { ResponsesBody } from '../responses/shapes/request-shape.ts'
import { readRequest } from '../responses/read-request.ts'
import { refuseResponses } from '../responses/refuse-responses.ts'
import { streamResponse } from '../responses/stream-response.ts'
import { writeFailure } from '../responses/write-failure.ts'
import { writeResponse } from '../responses/write-response.ts'
import { ValidationError } from '../shape/validation-error.ts'
import type { Shape } from '../shape/shape.ts'
import type { DemoRequest } from './demo-request.ts'
import { keyless } from './keyless.ts'
import { sendFailure } from './send-failure.ts'
import { sendJson } from './send-json.ts'
import type { Refused, ServedDialect, Understood } from './served-dialect.ts'

const path = '/v1/responses'
const countPath = `${path}/input_tokens`

/** OpenAI Responses, implemented without the adapter of the format. */
export const responsesDialect: ServedDialect = {
  format: 'responses',
  model: 'demo-responses',
  requestIdHeader: 'x-request-id',
  retryHint: 'header',
  keyless,
  isMeant: () => false,
  route(asked, method) {
    if (asked === path) return 'generate'
    if (asked === countPath) return 'count'
    if (!asked.startsWith(`${path}/`)) return undefined
    const place = method === 'POST' ? /^[^/]+\/cancel$/ : /^[^/]+(?:\/input_items)?$/
    return place.test(asked.slice(path.length + 1)) ? 'own' : 'unknown'
  },
  read: ({ body }, demoRequest) => attempt(() => understand(readBody(requestShape, body), demoRequest)),
  readCount: ({ body }, demo) => attempt(() => understand({ model: 'demo-responses', ...readBody(countShape, body) }, demo)),
  writeCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  writeFailure,
  serveOwn: serveStored,
}

function readBody<T>(shape: Shape<T>, body: unknown): T {
  return shape(body as Json, undefined) // the body was parsed from JSON
}

function attempt(read: () => Understood | Refused): Understood | Refused {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValidationError) return { failure: formatValidationError(error) }
    throw error
  }
}

function understand(body: ResponsesBody, { state, headers }: DemoRequest): Understood | Refused {
  const before = body.previous_response_id === undefined ? undefined : state.responses.get(body.previous_response_id)
  if (body.previous_response_id !== undefined && before === undefined)
    return {
      failure: refuseResponses(
        `Previous response with id '${body.previous_response_id}' not found.`,
        'previous_response_id',
        'previous_response_not_found',
        404,
      ),
    }
  const own: readonly WireItem[] =
    typeof body.input === 'string' ? [{ type: 'message', role: 'user', content: body.input }] : (body.input ?? [])
  const items = resolve([...(before ? [...before.input, ...outputItems(before.document)] : []), ...own], state.responses.item)
  const size = 2000 + Number(headers['content-length'] ?? 0) + (before?.size ?? 0)
  const keep = (document: JsonObject): JsonObject => {
    if (body.store !== false)
      state.responses.put(String(document['id']), { input: items, document, size, queued: body.background === true })
    return document
  }
  return {
    request: readRequest(body, items),
    check: () => checkResponsesRequest(body, items, state.responses),
    writeDocument: ({ response }) => {
      const document = keep(writeResponse(response, body))
      // An answer in the background starts as queued, and is complete when the client polls it.
      return body.background === true ? { ...document, status: 'queued', ...nothingYet } : document
    },
    openStream: ({ response }) => streamResponse(keep(writeResponse(response, body)), body),
  }
}

const nothingYet = { completed_at: null, output: [], usage: null } as const

/** The items with each reference replaced by its item, where that is known. */
function resolve(items: readonly WireItem[], find: (id: string) => JsonObject | undefined): readonly WireItem[] {
  return items.map((item) => {
    const found = item.type === 'item_reference' ? find(item.id) : undefined
    return found ? readItem(found, undefined) : item
  })
}

function outputItems(document: JsonObject): readonly WireItem[] {
  const { output } = document
  return Array.isArray(output) ? output.filter(isJsonObject).map((item: JsonObject) => readItem(item, undefined)) : []
}

/** Serves `GET` and `DELETE` of a stored answer, `GET` of its input items, and `POST` to cancel it. */
function serveStored(demoRequest: DemoRequest): void {
  const { path: asked, state, request, response } = demoRequest
  const [id = '', list] = asked.slice(path.length + 1).split('/')
  const stored = state.responses.get(id)
  if (!stored) {
    const failure = refuseResponses(`Response with id '${id}' not found.`, undefined, undefined, 404)
    return sendFailure(demoRequest, responsesDialect, failure)
  }
  if (request.method === 'DELETE') {
    state.responses.delete(id)
    return sendJson(demoRequest, 200, { id, object: 'response', deleted: true })
  }
  if (list === 'cancel') {
    if (stored.document['background'] !== true)
      return sendFailure(demoRequest, responsesDialect, refuseResponses('Cannot cancel a synchronous response.', 'response_id'))
    const document = stored.queued ? { ...stored.document, status: 'cancelled', ...nothingYet } : stored.document
    state.responses.put(id, { ...stored, document, queued: false })
    return sendJson(demoRequest, 200, document)
  }
  if (list === undefined) {
    if (stored.queued) state.responses.put(id, { ...stored, queued: false })
    if (demoRequest.query['stream'] !== 'true') return sendJson(demoRequest, 200, stored.document)
    const { contentType, pieces } = streamResponse(stored.document, { input: [] })
    response.writeHead(200, { 'content-type': contentType })
    return void response.end([...pieces].join(''))
  }
  const data = stored.input.map((item, i) => listedItem(item, `item_${i}`))
  sendJson(demoRequest, 200, { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: false })
}

/** Item in the form of lists: whole, with an id. */
function listedItem(item: WireItem, id: string): JsonObject {
  const given = item as JsonObject // was read from JSON
  const whole: JsonObject = { status: 'completed', ...given, id: given['id'] ?? id }
  if (!('content' in item) || typeof item.content !== 'string') return whole
  const type = 'role' in item && item.role === 'assistant' ? 'output_text' : 'input_text'
  return { ...whole, content: [{ type, text: item.content, ...(type === 'output_text' && { annotations: [] }) }] }
}
