import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { formatIds, type FormatId } from '../formats/gist.ts'
import { defaultModels } from '../profiles/profile.ts'
import { callUpstream } from '../reference/call-upstream.ts'
import { startHarness } from './harness.ts'
import type { FromHarness, Hello } from './messages.ts'
import { listen } from '../run/listen.ts'

export interface LibraryGateway {
  readonly port: number
  readonly hello: Hello
  close(): Promise<void>
}

/** An open asked of a client. */
interface OpenRequest {
  readonly response: ServerResponse
  readonly left: AbortController
  isStream: boolean
}

/** Makes a gateway of a library: it holds both connections, and the harness decides what goes over them. */
export async function startLibraryGateway(command: readonly string[], upstream: string): Promise<LibraryGateway> {
  const open = new Map<number, OpenRequest>()
  let last = 0
  const harness = await startHarness(command, handle, (reason) => {
    if (open.size > 0) console.error(`the harness ${reason}`)
    for (const { response } of open.values()) response.destroy()
  })

  function handle(message: Exclude<FromHarness, Hello>): void {
    const asked = open.get(message.id)
    if (asked === undefined) return
    const { response } = asked
    switch (message.type) {
      case 'upstream-request':
        return void forward(message, asked).catch(() => harness.send({ type: 'upstream-end', id: message.id, broken: true }))
      case 'answer': {
        const { losses = [], headers } = message
        asked.isStream = Object.entries(headers).some(([name, value]) => /^content-type$/i.test(name) && value.includes('event-stream'))
        response.writeHead(message.status, { ...headers, ...(losses.length > 0 && { 'tongues-losses': JSON.stringify(losses) }) })
        return response.flushHeaders()
      }
      case 'chunk':
        return void response.write(Buffer.from(message.data, 'base64'))
      case 'end':
        // Sends the pieces that were written, and not the end of the body.
        if (message.broken === true) return void response.socket?.destroySoon()
        if (asked.isStream && (message.losses?.length ?? 0) > 0) response.write(`: tongues-losses ${JSON.stringify(message.losses)}\n\n`)
        return void response.end()
    }
  }

  async function forward(message: Extract<FromHarness, { type: 'upstream-request' }>, { left }: OpenRequest): Promise<void> {
    const { id, path, headers, body } = message
    const answer = await callUpstream({
      url: `${upstream}${path}`,
      headers,
      body: Buffer.from(body, 'base64').toString(),
      signal: left.signal,
    })
    harness.send({ type: 'upstream-answer', id, status: answer.statusCode ?? 502, headers: plainHeaders(answer) })
    let broken = false
    try {
      for await (const chunk of answer) harness.send({ type: 'upstream-chunk', id, data: (chunk as Buffer).toString('base64') }) // no encoding is set
    } catch {
      broken = true
    }
    harness.send({ type: 'upstream-end', id, broken: broken || !answer.complete })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = ++last
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
    const body = Buffer.concat(chunks)
    const path = request.url ?? '/'
    const left = new AbortController()
    open.set(id, { response, left, isStream: false })
    response.once('close', () => {
      open.delete(id)
      if (response.writableFinished) return
      left.abort()
      harness.send({ type: 'abort', id })
    })
    const from = clientFormat(path)
    const to = upstreamFormat(path, body)
    const method = request.method ?? 'GET'
    harness.send({ type: 'request', id, from, to, method, path, headers: plainHeaders(request), body: body.toString('base64') })
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    void serve(request, response).catch(() => response.destroy())
  })
  const listening = await listen(server, 0)
  return {
    hello: harness.hello,
    port: listening.port,
    async close() {
      await harness.stop()
      await listening.close()
    },
  }
}

function plainHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

function clientFormat(path: string): FormatId {
  if (path.startsWith('/v1beta')) return 'G'
  if (path.startsWith('/v1/messages')) return 'M'
  return path.startsWith('/v1/responses') ? 'R' : 'C'
}

/** Format of the upstream, by the model's name in the path or the body. */
function upstreamFormat(path: string, body: Buffer): FormatId | undefined {
  const model = /\/models\/([^:/?]+)/.exec(path)?.[1] ?? /"model"\s*:\s*"([^"]*)"/.exec(body.toString())?.[1] ?? ''
  return formatIds.find((id) => defaultModels[id] === decodeURIComponent(model))
}
