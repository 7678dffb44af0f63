import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Breaker {
  readonly url: string
  /** Whether the answer to this mark's conversation was broken off. */
  struck(mark: string): boolean
  close(): Promise<void>
}

/** The mark of a case that wants to be cut, and the sign of an agent's own turn: the title of a conversation is asked for without tools. */
const cutMark = /#[\w.-]+\/[\w-]+\/cut#/
const tools = /"tools":\s*\[\s*\{/

/**
 * Stands before the demo provider and has it break off its first answer to each conversation that bears the mark of a cut, in the middle. The
 * directive in a prompt would not do: an agent that asks again in other words has another prompt, whose first answer it would cut anew.
 */
export async function breakOnce(target: string): Promise<Breaker> {
  const done = new Set<string>()
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void relay(request, response))
  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer) // a request without an encoding gives buffers
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const text = body.toString('utf8')
    const mark = cutMark.exec(text)?.[0]
    const strikes = mark !== undefined && !done.has(mark) && tools.test(text)
    if (strikes) done.add(mark)
    const { method, url, headers } = request
    const options = { ...(method !== undefined && { method }), headers: { ...headers, ...(strikes && { 'x-demo-cut': 'in-the-middle' }) } }
    const onward = ask(`${target}${url ?? '/'}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy()
    })
    onward.end(body)
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    struck: (mark) => done.has(mark),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
