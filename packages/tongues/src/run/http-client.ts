import { Agent, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'

export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** An exchange of bytes as the client saw it. */
export interface Received {
  readonly sent: Sent
  /** 0 where no answer came. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Number of its bytes, and they themselves, which may be no UTF-8. */
  readonly bytes: number
  readonly raw: Buffer
  /** `clean`: to its end; `broken`: the connection ended before; `hang`: the time limit; `flood`: the limit of bytes; `unreachable`: no connection. */
  readonly end: 'clean' | 'broken' | 'hang' | 'flood' | 'unreachable' | 'left'
  /** Time at which the request was sent, on the monotonic clock. */
  readonly beganAt: number
  /** Pieces of the body: milliseconds since the request was sent, and bytes until then. */
  readonly times: readonly (readonly [ms: number, bytes: number])[]
  readonly ms: number
  readonly error?: string
}

export interface ClientLimits {
  /** Milliseconds until an exchange counts as hanging. Default: 10,000. */
  readonly timeoutMs?: number
  /** Bytes of an answer. Default: 32 MiB. */
  readonly bytes?: number
  /** Leaves after this many bytes. */
  readonly leave?: number
}

/** Sends requests with connections kept alive. */
export function createHttpClient(): { send(sent: Sent, limits?: ClientLimits): Promise<Received>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return { send: (sent, limits) => sendBytes(agent, sent, limits ?? {}), close: () => agent.destroy() }
}

function sendBytes(agent: Agent, sent: Sent, limits: ClientLimits, retried = false): Promise<Received> {
  const began = performance.now()
  const { promise, resolve } = Promise.withResolvers<Received>()
  const chunks: Buffer[] = []
  const times: [number, number][] = []
  let bytes = 0
  let status = 0
  let headers: Readonly<Record<string, string>> = {}
  let settled = false
  const settle = (end: Received['end'], error?: string): void => {
    if (settled) return
    settled = true
    clearTimeout(timer)
    const ms = performance.now() - began
    const raw = Buffer.concat(chunks)
    resolve({
      sent,
      status,
      headers,
      body: raw.toString(),
      raw,
      bytes,
      end,
      beganAt: began,
      times,
      ms,
      ...(error !== undefined && { error }),
    })
    if (end !== 'clean') call.destroy()
  }
  const timer = setTimeout(() => settle('hang'), limits.timeoutMs ?? 10_000)
  const secure = sent.url.startsWith('https:')
  const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) }
  const options = { method: sent.method, headers: { ...sent.headers, ...length }, ...(!secure && { agent }) }
  const call = (secure ? sendHttps : sendHttp)(sent.url, options, (response) => {
    status = response.statusCode ?? 0
    headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      times.push([performance.now() - began, bytes])
      if (bytes > (limits.bytes ?? 33_554_432)) settle('flood')
      else if (limits.leave !== undefined && bytes >= limits.leave) settle('left')
    })
    response.on('end', () => settle(response.complete ? 'clean' : 'broken'))
    response.on('error', (error) => settle('broken', error.message))
    response.on('close', () => settle('broken'))
  })
  call.on('error', (error: NodeJS.ErrnoException) => {
    // A connection that was kept alive may be closed at the moment it is used again.
    if (!retried && !settled && call.reusedSocket && status === 0) {
      settled = true
      clearTimeout(timer)
      resolve(sendBytes(agent, sent, limits, true))
      return
    }
    settle(
      status === 0 && /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN/.test(error.code ?? '') ? 'unreachable' : 'broken',
      error.code ?? error.message,
    )
  })
  call.end(sent.body)
  return promise
}
