import type { Endpoint } from '@interlingua/server'
import { version } from '../../version.ts'
import { componentOf, componentSchemas } from './component-schemas.ts'
import { consoleDescriptions } from './console.ts'
import type { Description } from './description.ts'
import { descriptions } from './descriptions.ts'
import { openaiRateHeaders } from '@interlingua/adapter-kit'
import type { Formats } from '@interlingua/gateway-kernel'

/** Key of an endpoint in the table of descriptions. */
export function descriptionKey({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll('+}', '}')}`
}

const versionHeader = 'interlingua-api-version'

/** Errors in each dialect. */
const errorResponses: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries({
      MessagesError: 'request-id',
      OpenaiError: 'x-request-id',
      ContentsError: 'x-request-id',
      AwsError: 'x-amzn-requestid',
    }).map(([name, id]) => [name, answer(id, { $ref: `#/components/schemas/${name}` })]),
  ),
  ConsoleError: {
    description: 'What is wrong, in the form of the admin API.',
    headers: headersOf(['x-request-id', 'retry-after', versionHeader]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ConsoleError' } } },
  },
  AnyError: answer('x-request-id', {
    anyOf: ['MessagesError', 'OpenaiError', 'ContentsError'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }),
}

function answer(id: string, schema: object): object {
  return {
    description: 'What is wrong, in the dialect of the client.',
    headers: Object.fromEntries([id, 'retry-after'].map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema } },
  }
}

const text = { type: 'string' }

/** Headers of answers. */
const headerComponents: Readonly<Record<string, object>> = {
  'request-id': { description: 'The name of this request: the one that the client gave it, else one of the gateway.', schema: text },
  'x-request-id': { description: 'The name of this request: the one that the client gave it, else one of the gateway.', schema: text },
  'x-amzn-requestid': { description: 'The name of this request, as Bedrock tells it.', schema: text },
  'interlingua-notices': { description: 'What was changed on the way: `dropped=1 approximated=2; chat/top-k, …`', schema: text },
  [versionHeader]: {
    description:
      'Version of the admin API. It grows when a path, a parameter or a member is taken away or changes its meaning; new ones may come at any time.',
    schema: { type: 'integer' },
  },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  ...Object.fromEntries(
    ['requests', 'tokens'].flatMap((kind) =>
      ['limit', 'remaining', 'reset'].flatMap((fact): [string, object][] => [
        [`anthropic-ratelimit-${kind}-${fact}`, { description: `${fact} of ${kind}, where the key has such a limit.`, schema: text }],
        [`x-ratelimit-${fact}-${kind}`, { description: `${fact} of ${kind}, where the key has such a limit.`, schema: text }],
      ]),
    ),
  ),
}

/** Describes one operation of a path. https://spec.openapis.org/oas/v3.1.0#operation-object */
function describeOperation(endpoint: Endpoint, path: string, description: Description): object {
  const { summary, details, tag, body, optionalBody, form, answer, stream } = description
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    operationId: `${endpoint.method.toLowerCase()}_${path.replaceAll(/\W+/g, '_').replaceAll(/^_|_$/g, '')}`,
    summary,
    ...(details !== undefined && { description: details }),
    tags: [tag],
    ...securityOf(endpoint),
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
        required: optionalBody !== true,
        content: {
          'application/json': { schema: reference(body) },
          ...(form !== undefined && { 'multipart/form-data': { schema: reference(form) } }),
        },
      },
    }),
    responses: {
      [answer === 'none' ? '204' : '200']: goodAnswer(endpoint, answer, stream),
      ...errors(endpoint, description.statuses),
    },
  }
}

const isConsole = ({ operation }: Endpoint): boolean => operation === 'console'
const signIn = '/admin/api/login'

/** Security of an operation that differs from that of the service. */
function securityOf(endpoint: Endpoint): { readonly security?: readonly object[] } {
  if (isConsole(endpoint) && endpoint.path !== signIn) return { security: [{ bearer: [] }, { consoleCookie: [], consoleToken: [] }] }
  return endpoint.access === 'open' ? { security: [] } : {}
}

const noticeParameters = ['policy', 'explain'].map((name) => ({ $ref: `#/components/parameters/interlingua-${name}` }))

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

function goodAnswer(endpoint: Endpoint, answer: string, stream: Description['stream']): object {
  const { edge, metered } = endpoint
  if (answer === 'none') return { description: 'Done.', headers: headersOf(['x-request-id', versionHeader]) }
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
    ...(isConsole(endpoint) ? [versionHeader] : []),
    ...(metered ? ['interlingua-notices', ...(edge?.describe.rateHeaders ?? openaiRateHeaders)] : []),
  ]
  return { description: 'As asked.', headers: headersOf(names), content }
}

function headersOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, header(name)]))
}

function header(name: string): object {
  return { $ref: `#/components/headers/${name}` }
}

/** Names of the vendors' error schemas among the components. */
const errorsOf: Readonly<Record<string, string>> = {
  anthropic: 'MessagesError',
  openai: 'OpenaiError',
  google: 'ContentsError',
  bedrock: 'AwsError',
  vertex: 'MessagesError',
}

/** Statuses beside 200 that an endpoint may answer with, in its vendor's dialect. */
function errors(endpoint: Endpoint, own: readonly number[] = []): Record<string, object> {
  const { access, edge, metered, method, path } = endpoint
  const shape = isConsole(endpoint) ? 'ConsoleError' : ((edge && errorsOf[edge.vendor]) ?? 'AnyError')
  const statuses = new Set([500, ...own])
  // The console is not there for callers that may not open it.
  if (isConsole(endpoint)) for (const status of [400, 401, 403, 404, 421, 429, 503]) statuses.add(status)
  if (access !== 'open') for (const status of [401, 403]) statuses.add(status)
  if (method === 'POST' || method === 'PATCH') for (const status of [400, 413]) statuses.add(status)
  if (path.includes('{') || metered) statuses.add(404)
  if (metered) for (const status of [408, 429, 502, 503, 504]) statuses.add(status)
  if (path === '/readyz') statuses.add(503)
  return Object.fromEntries([...statuses].toSorted().map((status) => [String(status), { $ref: `#/components/responses/${shape}` }]))
}

const keyHeaders = ['x-api-key', 'x-goog-api-key', 'x-google-api-key', 'x-anthropic-api-key', 'x-openai-api-key', 'api-key']

/** Places in which clients may send a key of the gateway. */
const securitySchemes: Readonly<Record<string, object>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  ...Object.fromEntries(keyHeaders.map((name) => [name, { type: 'apiKey', in: 'header', name }])),
  query: { type: 'apiKey', in: 'query', name: 'key' },
}

/** Halves of a sign-in to the console, both of which are needed. */
const consoleSchemes: Readonly<Record<string, object>> = {
  consoleCookie: { type: 'apiKey', in: 'cookie', name: 'interlingua_console' },
  consoleToken: { type: 'apiKey', in: 'header', name: 'x-interlingua-console' },
}

/** Headers of a caller that control a translation. */
const parameterComponents: Readonly<Record<string, object>> = {
  'interlingua-policy': {
    name: 'interlingua-policy',
    in: 'header',
    description: 'How much loss this request tolerates; more is a 400 that names the field, before anything is sent.',
    schema: { type: 'string', enum: ['report', 'reject-dropped', 'reject-any'] },
  },
  'interlingua-explain': {
    name: 'interlingua-explain',
    in: 'header',
    description: 'Tell every notice, in `interlingua-notices-full` and, for streams, in a comment before their end.',
    schema: { type: 'string', enum: ['1'] },
  },
}

/** Creates the description of the service as text, made at the first call. */
export function createDescription(endpoints: readonly Endpoint[], formats: Formats): () => string {
  let text: string | undefined
  return () => (text ??= JSON.stringify(describeService(endpoints, formats)))
}

/** Describes the service in OpenAPI 3.1. Endpoints without a description are left out. https://spec.openapis.org/oas/v3.1.0 */
function describeService(endpoints: readonly Endpoint[], formats: Formats): object {
  const paths: Record<string, Record<string, object>> = {}
  const all = endpoints.flatMap((endpoint) => [endpoint.path, ...(endpoint.also ?? [])].map((path) => ({ endpoint, path })))
  for (const { endpoint, path } of all) {
    const description = descriptions[descriptionKey(endpoint)] ?? consoleDescriptions[descriptionKey(endpoint)] ?? describeText(endpoint)
    if (description === undefined) continue
    const spelled = path.replaceAll('+}', '}')
    ;(paths[spelled] ??= {})[endpoint.method.toLowerCase()] = describeOperation(endpoint, spelled, description)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Interlingua',
      version,
      description:
        'One address for clients of five formats. Any of them reaches any model; what could not be carried is told in `interlingua-notices`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths,
    components: {
      schemas: componentSchemas(formats),
      responses: errorResponses,
      headers: headerComponents,
      parameters: parameterComponents,
      securitySchemes: { ...securitySchemes, ...consoleSchemes },
    },
  }
}

/** Description of a text format's path, from its edge alone; undefined for other endpoints. */
function describeText({ edge, summary, operation, stream }: Endpoint): Description | undefined {
  if (edge === undefined || summary === undefined) return undefined
  const schemas = edge.describe.schemas?.()
  const body = (kind: 'request' | 'response' | 'countRequest' | 'count'): string => (schemas?.[kind] ? componentOf(edge, kind) : 'Anything')
  const details = `The documents are those of ${edge.describe.title}.`
  if (operation === 'count') return { summary, details, tag: 'tokens', body: body('countRequest'), answer: body('count') }
  return { summary, details, tag: 'text', body: body('request'), answer: body('response'), ...(stream !== false && { stream: 'events' }) }
}
