// A proxy of your own: its clients speak Chat Completions, its upstream speaks Messages. Two adapters, one translation; the sockets are yours.
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { chat } from '@interlingua/chat'
import {
  chain,
  isInterlinguaError,
  parseJson,
  translateRequest,
  translateResponse,
  translateStream,
  type WireReply,
} from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { createContext } from '@interlingua/streams'

export function createProxy(upstream: URL, key: string): Server {
  return createServer(async (request, response) => {
    const lost = new Set<string>()
    const context = createContext({ onNotice: ({ code }) => lost.add(code) })
    const sides = { client: context, upstream: context }
    const answer = ({ status, headers, body }: WireReply<unknown>): void => {
      // Notices report everything that could not be carried; here the client gets them in a header.
      response.writeHead(status, { ...headers, 'x-lost': [...lost].join(', ') }).end(JSON.stringify(body))
    }
    try {
      const left = new AbortController()
      response.on('close', () => left.abort())
      const asked = translateRequest(chat, messages, { path: '/', query: {}, headers: {}, body: await json(request) }, sides)
      if (asked.refusal !== undefined) return answer(chat.encodeFailure(asked.refusal, context))
      const { path, headers, body } = asked.message
      const init = { method: 'POST', headers: { ...headers, 'x-api-key': key }, body: JSON.stringify(body), signal: left.signal }
      const reply = await fetch(new URL(path, upstream), init)
      const state = { ...asked.asked, ...asked.sent }
      if (reply.ok && state.request.stream === true && reply.body !== null) {
        const { reader, writer } = translateStream(chat, messages, sides, state)
        const translation = chain(reader, writer)
        response.writeHead(200, { 'content-type': chat.http.streamContentType })
        for await (const text of reply.body.pipeThrough(new TextDecoderStream())) response.write(translation.push(text).join(''))
        response.end(translation.end().join(''))
      } else {
        const wire = { status: reply.status, headers: Object.fromEntries(reply.headers), body: parseJson(await reply.text()) }
        if (reply.ok) answer(translateResponse(chat, messages, wire, sides, state))
        else answer(chat.encodeFailure(messages.decodeFailure(messages.parseFailure(wire), context), context))
      }
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      const code = isInterlinguaError(error) ? 'invalid-request' : 'server'
      answer(chat.encodeFailure({ code, message: String(error), retryable: code === 'server' }, context))
    }
  })
}
