import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { OpenAuthorizer, OutgoingRequest } from '@interlingua/core/edge'
import { atEnd } from '../../../tools/at-end.ts'
import { openCredentials } from '../src/credentials/open-credentials.ts'
import type { CredentialOptions } from '../src/index.ts'
import type { ReceivedCall } from './aws-server.ts'

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Server that records calls, and answers by the script. */
export async function serve(
  answer: (call: ReceivedCall) => Answer | Promise<Answer>,
): Promise<{ readonly url: string; readonly calls: ReceivedCall[] }> {
  const calls: ReceivedCall[] = []
  const server = createServer(async (request, response) => {
    const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: await buffer(request) }
    calls.push(call)
    const { status = 200, headers = {}, body } = await answer(call)
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls } // the server listens on TCP
}

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'credentials-'))
  atEnd(() => rmSync(path, { recursive: true }))
  return path
}

/** Clock that a test sets. */
export interface Clock {
  time: number
}

/** `servers`: addresses of the scripted servers that stand for those of Google and AWS, by origin. */
export function open(
  options: CredentialOptions,
  environment: Readonly<Record<string, string>>,
  clock: Clock = { time: Date.now() },
  servers: Readonly<Record<string, string>> = {},
): OpenAuthorizer {
  const nobody = folder()
  async function call({ method, url, headers, body }: OutgoingRequest): Promise<{ readonly status: number; readonly body: string }> {
    const { origin, pathname, search } = new URL(url)
    const address = `${servers[origin] ?? origin}${pathname}${search}`
    const answer = await fetch(address, { method, headers, ...(body !== undefined && { body: body as string }) }) // the sources send text
    return { status: answer.status, body: await answer.text() }
  }
  return openCredentials(options, {
    channel: 'cloud',
    environment: { HOME: nobody, AWS_EC2_METADATA_DISABLED: 'true', ...environment },
    now: () => clock.time,
    fetch: call,
    fetchLocal: call,
  })
}
