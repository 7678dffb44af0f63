import type { AuthorizerFactory, OpenAuthorizer, OutgoingRequest } from '@interlingua/core/edge'
import type { JsonObject } from '@interlingua/core'
import type { Dispatcher } from 'undici'
import { ConfigError } from '../config/config-error.ts'
import type { ConnectionOptions } from './create-pools.ts'

/** Milliseconds, and bytes of an answer, of a server of tokens. */
const patience = 10_000
const mostBytes = 1024 * 1024

/** Opens what proves who calls. Tokens are fetched by the way on which the channel's upstream is reached. Throws `ConfigError`. */
export function openAuthorizer(
  name: string,
  create: AuthorizerFactory,
  key: string | undefined,
  settings: JsonObject,
  connection: ConnectionOptions,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
): OpenAuthorizer {
  try {
    return create({ key, settings, now: Date.now, fetch: (request) => fetchBy(request, connection, poolOf) })
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'its credentials cannot be used'}`, { cause: error })
  }
}

async function fetchBy(
  { method, url, headers, body }: OutgoingRequest,
  connection: ConnectionOptions,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
): Promise<{ readonly status: number; readonly body: string }> {
  const { origin, pathname, search } = new URL(url)
  const answer = await poolOf({ ...connection, origin }).request({
    origin,
    path: `${pathname}${search}`,
    method: method as Dispatcher.HttpMethod, // whatever it is, the server of tokens says what it thinks of it
    headers,
    body: body ?? null,
    signal: AbortSignal.timeout(patience),
  })
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop ends the call.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the answer of the server of tokens is too long')
    chunks.push(chunk)
  }
  return { status: answer.statusCode, body: Buffer.concat(chunks, size).toString('utf8') }
}
