import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Handling of one request. */
export interface Relayed {
  /** Further headers for the target. */
  readonly headers?: IncomingHttpHeaders
  /** Called if the client leaves before the response is complete, although the upstream side did not break. */
  readonly onLeft?: () => void
}

export interface Relay {
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy before `target` that passes everything on unchanged. `look` gets each request once it is complete. */
export async function startRelay(target: string, look: (path: string, body: string) => Relayed): Promise<Relay> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void relay(request, response))
  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives buffers
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const { method, url, headers } = request
    const { headers: more, onLeft } = look(url ?? '', body.toString('utf8'))
    let broken = false
    // A break on the target's side breaks the client's connection.
    const breakOff = (): void => {
      broken = true
      response.destroy()
    }
    const options = { ...(method !== undefined && { method }), headers: { ...headers, ...more } }
    const onward = ask(`${target}${url ?? '/'}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', breakOff)
      answer.pipe(response)
    })
    onward.on('error', breakOff)
    response.on('close', () => {
      if (response.writableFinished) return
      if (!broken) onLeft?.()
      onward.destroy()
    })
    onward.end(body)
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
