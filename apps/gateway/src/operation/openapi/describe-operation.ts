import { openaiRateHeaders } from '@interlingua/adapter-kit'
import type { Endpoint } from '../../endpoint.ts'
import type { Description } from './description.ts'

/** One operation of a path. https://spec.openapis.org/oas/v3.1.0#operation-object */
export function describeOperation(endpoint: Endpoint, path: string, description: Description): object {
  const { summary, details, tag, body, form, answer, stream } = description
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    operationId: `${endpoint.method.toLowerCase()}_${path.replaceAll(/\W+/g, '_').replaceAll(/^_|_$/g, '')}`,
    summary,
    ...(details !== undefined && { description: details }),
    tags: [tag],
    ...(endpoint.access === 'open' && { security: [] }),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(description.query ?? {}).map(([name, { description: text, type = 'string', values }]) => ({
        name,
        in: 'query',
        description: text,
        schema: { type, ...(values && { enum: values }) },
      })),
      ...Object.entries(description.headers ?? {}).map(([name, { description: text, required, example }]) => ({
        name,
        in: 'header',
        description: text,
        ...(required && { required }),
        schema: { type: 'string' },
        ...(example !== undefined && { example }),
      })),
      ...(endpoint.metered ? noticeParameters : []),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: reference(body) },
          ...(form !== undefined && { 'multipart/form-data': { schema: reference(form) } }),
        },
      },
    }),
    responses: { '200': goodAnswer(endpoint, answer, stream), ...errors(endpoint, description.statuses) },
  }
}

const noticeParameters = ['policy', 'explain'].map((name) => ({ $ref: `#/components/parameters/interlingua-${name}` }))

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

function goodAnswer({ edge, metered }: Endpoint, answer: string, stream: Description['stream']): object {
  const content: Record<string, object> = answer.includes('/')
    ? { [answer]: { schema: { type: 'string' } } }
    : {
        'application/json': {
          schema:
            stream === 'events-or-array' ? { anyOf: [reference(answer), { type: 'array', items: reference(answer) }] } : reference(answer),
        },
      }
  if (stream) content['text/event-stream'] = { schema: { type: 'string' } }
  const names = [
    edge?.client.headers.requestId ?? 'x-request-id',
    ...(metered ? ['interlingua-notices', ...(edge?.describe.rateHeaders ?? openaiRateHeaders)] : []),
  ]
  return { description: 'As asked.', headers: Object.fromEntries(names.map((name) => [name, header(name)])), content }
}

function header(name: string): object {
  return { $ref: `#/components/headers/${name}` }
}

/** The errors of vendors among the components. */
const errorsOf: Readonly<Record<string, string>> = { anthropic: 'MessagesError', openai: 'OpenaiError', google: 'ContentsError' }

/** The statuses that an endpoint may answer with beside 200, in the dialect that is spoken there. */
function errors({ access, edge, metered, method, path }: Endpoint, own: readonly number[] = []): Record<string, object> {
  const shape = (edge && errorsOf[edge.vendor]) ?? 'AnyError'
  const statuses = new Set([500, ...own])
  if (access !== 'open') for (const status of [401, 403]) statuses.add(status)
  if (method === 'POST' || method === 'PATCH') for (const status of [400, 413]) statuses.add(status)
  if (path.includes('{') || metered) statuses.add(404)
  if (metered) for (const status of [408, 429, 502, 503, 504]) statuses.add(status)
  if (path === '/readyz') statuses.add(503)
  return Object.fromEntries([...statuses].toSorted().map((status) => [String(status), { $ref: `#/components/responses/${shape}` }]))
}
