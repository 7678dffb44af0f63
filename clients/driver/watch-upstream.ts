import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of a case as it reached the upstream. */
export interface SeenRequest {
  readonly at: number
  readonly path: string
  readonly body: string
  /** Whether the gateway left before the answer was whole. */
  left: boolean
}

export interface UpstreamWatch {
  readonly url: string
  /** The requests whose prompt bears the mark, in their order. */
  seen(mark: string): readonly SeenRequest[]
  close(): Promise<void>
}

/** The mark that a harness puts before its prompt: `#client/upstream/case#`. */
const markOf = /#[\w.-]+\/[\w-]+\/[\w-]+#/

/** Stands before the demo provider and hands everything on as it is, both ways, so that the driver knows what each case made of the upstream. */
export async function watchUpstream(target: string): Promise<UpstreamWatch> {
  const requests = new Map<string, SeenRequest[]>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void relay(request, response))
  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives buffers
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const seen: SeenRequest = { at: performance.now(), path: request.url ?? '', body: body.toString('utf8'), left: false }
    const mark = markOf.exec(seen.body)?.[0] ?? ''
    requests.set(mark, [...(requests.get(mark) ?? []), seen])
    const { method, url, headers } = request
    let broken = false
    // What breaks there breaks here.
    const breakOff = (): void => {
      broken = true
      response.destroy()
    }
    const onward = ask(`${target}${url ?? '/'}`, { ...(method !== undefined && { method }), headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', breakOff)
      answer.pipe(response)
    })
    onward.on('error', breakOff)
    response.on('close', () => {
      if (response.writableFinished) return
      seen.left = !broken
      onward.destroy()
    })
    onward.end(body)
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    seen: (mark) => requests.get(mark) ?? [],
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
