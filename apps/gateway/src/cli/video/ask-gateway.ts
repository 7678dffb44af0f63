import { isJsonObject, parseJson, type JsonObject } from '@interlingua/core'
import { CommandFailed } from './command-failed.ts'
import type { VideoOptions } from './video-options.ts'

export interface GatewayAnswer {
  readonly status: number
  readonly body: JsonObject
  /** Seconds after which it is worth asking again. */
  readonly wait: number | undefined
}

/** Failover where no answer comes at all, and milliseconds between them. */
const failover = 4
const pause = 1_000

/** Asks the gateway, again where it cannot be reached: what is asked must be safe to be asked twice. Rejects with a `CommandFailed`. */
export async function askGateway(
  options: Pick<VideoOptions, 'url' | 'key'>,
  path: string,
  signal: AbortSignal,
  init: { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<GatewayAnswer> {
  const answer = await openGateway(options, path, signal, init)
  const body = parseJson(await answer.text())
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return { status: answer.status, body: isJsonObject(body) ? body : {}, wait: Number.isFinite(wait) ? wait : undefined }
}

/** The same, for an answer that is read piece by piece. */
export async function openGateway(
  { url, key }: Pick<VideoOptions, 'url' | 'key'>,
  path: string,
  signal: AbortSignal,
  { headers, ...init }: Parameters<typeof askGateway>[3] & object = {},
): Promise<Response> {
  const all = { ...(key !== undefined && { authorization: `Bearer ${key}` }), 'content-type': 'application/json', ...headers }
  for (let left = failover - 1; ; left--) {
    try {
      return await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), { ...init, headers: all, signal })
    } catch (error) {
      if (signal.aborted) throw error
      if (left === 0) throw new CommandFailed(`the gateway at ${url} cannot be reached`)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** What an error says. */
export function messageOf({ status, body }: GatewayAnswer): string {
  const { error } = body
  const message = isJsonObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : `the gateway answered with status ${status}`
}
