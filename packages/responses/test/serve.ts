import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Served {
  readonly client: OpenAI
  readonly close: () => Promise<void>
}

/** Serves the official SDK on loopback with the responses of `respond`. */
export async function serve(respond: (body: unknown, request: IncomingMessage) => Answer): Promise<Served> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = respond(JSON.parse(Buffer.concat(chunks).toString('utf8')), request)
      response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'application/json' })
      response.end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server that listens on TCP has one
  return {
    client: new OpenAI({ apiKey: 'test', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
