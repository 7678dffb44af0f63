import { type AdmittedRequest, answerHeaders, type Endpoint, finishReply, type Reply } from '@interlingua/server'
import { type FailureReply, queryOf } from '@interlingua/gateway-kernel'
import { StoreError } from '@interlingua/store'
import { createHash } from 'node:crypto'
import { addressOf } from '../access/caller.ts'
import type { SignIn } from '../access/sign-ins.ts'
import type { Audit } from '../audit.ts'
import { ConsoleError } from '../console-error.ts'
import type { Gate } from './gate.ts'
import { readJson } from './read-json.ts'
import type { ConsoleRoute, OpenCall } from './route.ts'

export interface RouteServices {
  readonly gate: Gate
  readonly audit: Audit
  readonly now: () => number
}

const prefix = '/admin/api'
const usualBytes = 64 * 1024

/**
 * Version of the admin API. It grows when a path, a parameter or a member is taken away or changes its meaning; new ones may come at any time.
 */
const apiVersion = '1'

/** Headers of each answer: nothing is cached, framed, or read by other origins. */
export const guardHeaders: Readonly<Record<string, string>> = {
  'interlingua-api-version': apiVersion,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** Endpoint of a route of the admin API. */
export function createApiEndpoint(route: ConsoleRoute, services: RouteServices): Endpoint {
  return {
    method: route.method,
    path: `${prefix}${route.path}`,
    access: 'open',
    operation: 'console',
    metered: false,
    summary: route.summary,
    serve: answer,
  }

  /** Runs the service for a person, who is absent where everybody may call it. */
  function serve(call: OpenCall, person: SignIn | undefined): unknown {
    if (route.roles === 'everybody') return route.serve(call)
    if (person === undefined || !route.roles.includes(person.role))
      throw new ConsoleError(
        'not-allowed',
        `A sign-in as ${person?.role ?? 'nobody'} may not do this; it needs ${route.roles.join(' or ')}.`,
      )
    const who = { ...person, from: addressOf(call.request) }
    return route.serve({ ...call, person, audit: (change) => services.audit.write(who, change, call.now) })
  }

  async function answer(
    { client }: AdmittedRequest,
    reply: Reply,
    parameters: Readonly<Record<string, string>>,
  ): Promise<FailureReply | void> {
    const headers: Record<string, string> = {}
    try {
      const { gate } = services
      const { incoming: request, gateway } = client
      const now = services.now()
      gate.admitCaller(request)
      const person = route.roles === 'everybody' ? undefined : await gate.admitPerson(gateway, request, now)
      const call: OpenCall = {
        gateway,
        request,
        parameters,
        query: queryOf(request.url ?? ''),
        // Read only now, so that a stranger's body is not.
        body: bodiless.has(route.method) ? undefined : await readJson(request, route.bodyBytes ?? usualBytes, gateway.bodyLimits),
        now,
        setHeader: (name, value) => void (headers[name] = value),
      }
      return answerDocument(reply, await serve(call, person), headers)
    } catch (error) {
      return answerError(reply, error, headers)
    }
  }
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'DELETE'])

function answerDocument(reply: Reply, document: unknown, headers: Readonly<Record<string, string>>): void {
  if (reply.ended) return
  const { response, client } = reply
  if (document === undefined) {
    response.writeHead(204, { ...answerHeaders(reply), ...guardHeaders, ...headers })
    return finishReply(reply, 'ok', () => response.end())
  }
  const text = JSON.stringify(document)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  if (client.incoming.headers['if-none-match'] === etag) {
    response.writeHead(304, { ...answerHeaders(reply), ...guardHeaders, etag })
    return finishReply(reply, 'ok', () => response.end())
  }
  writeJson(reply, 200, text, { ...headers, etag, 'cache-control': 'no-cache, private' })
}

/** Answers with a failure in the admin API's own form. Other errors than `ConsoleError` and `StoreError` are defects: their words stay in the log. */
export function answerError(reply: Reply, error: unknown, headers: Readonly<Record<string, string>> = {}): void {
  if (reply.ended) return
  const known = consoleErrorOf(error)
  if (known.code === 'server')
    reply.client.gateway.observer.event('error', 'console', { problem: error instanceof Error ? error.stack : String(error) })
  const wait = known.retryAfter === undefined ? {} : { 'retry-after': String(known.retryAfter) }
  writeJson(reply, known.status, JSON.stringify(known.body), { ...headers, ...wait })
}

function consoleErrorOf(error: unknown): ConsoleError {
  if (error instanceof ConsoleError) return error
  if (error instanceof StoreError) return new ConsoleError('unavailable', 'The store cannot be reached.')
  return new ConsoleError('server', 'The gateway failed to answer; its log says why.')
}

function writeJson(reply: Reply, status: number, text: string, headers: Readonly<Record<string, string>>): void {
  reply.response.writeHead(status, {
    ...answerHeaders(reply),
    ...guardHeaders,
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  finishReply(reply, status < 400 ? 'ok' : 'failed', () => reply.response.end(text))
}
