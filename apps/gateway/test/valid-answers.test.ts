import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { atEnd } from './at-end.ts'
import { createGateway } from './create-gateway.ts'
import { published } from './interface/open-schema.ts'
import { markScripted, watchValidity } from './valid-answers.ts'

/** Body of an answer without most members that the schema requires. */
function bodyOf(id: string, stream: boolean): string {
  const response = { id, object: 'response', created_at: 1, status: 'completed', model: 'm', output: [] }
  if (!stream) return JSON.stringify(response)
  const started = { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress' } }
  const ended = { type: 'response.completed', sequence_number: 1, response }
  return [started, ended].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}

describeRecordings('the check of what a gateway writes', published, () => {
  test.each([
    ['a document', false],
    ['a stream', true],
  ])('finds a fault in %s, unless a scripted server wrote it', async (name, stream) => {
    const id = `resp_${name.replace('a ', '')}`
    const server = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
      answer.end(bodyOf(id, stream))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    atEnd(() => server.close())
    const { port } = server.address() as AddressInfo // the server listens on TCP
    const channels = [{ name: 'r', format: 'responses' as const, baseUrl: `http://127.0.0.1:${port}`, models: ['m'] }]
    const gateway = createGateway({ channels, port: 0, apiKey: 'any' }, { writeLog: () => {} })
    const { url } = await gateway.listen()
    atEnd(() => gateway.close(0))
    const faultsOf = async (): Promise<readonly string[]> => {
      const faults = watchValidity(Number(new URL(url).port))
      const headers = { authorization: 'Bearer any', 'content-type': 'application/json', connection: 'close' }
      const answer = await fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'm', input: 'x', stream }),
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(id)])
      return faults()
    }
    expect(await faultsOf()).toEqual([expect.stringMatching(/^(?:document|response\.created) resp_\w+ must have required property/)])
    const unmark = markScripted(port)
    expect(await faultsOf()).toEqual([])
    unmark()
  })
})
