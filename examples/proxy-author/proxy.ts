// A proxy of your own: its clients speak Chat Completions, its upstream speaks Messages. Two adapters and one translation; the sockets are yours.
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
  type Notice,
  type WireReply,
} from '@interlingua/core'
import { messages } from '@interlingua/messages'
import { createContext } from '@interlingua/streams'

export function createProxy(upstream: URL, key: string): Server {
  return createServer(async (request, response) => {
    const notices: Notice[] = []
    const context = createContext({ onNotice: (notice) => notices.push(notice) })
    const sides = { client: context, upstream: context }
    // What the translation could not carry is in `notices`: here the client hears of it in a header.
    const answer = ({ status, headers, body }: WireReply<unknown>): void => {
      response.writeHead(status, { ...headers, 'content-type': 'application/json', 'x-lost': notices.map(({ code }) => code).join(', ') })
      response.end(JSON.stringify(body))
    }
    try {
      const body = await json(request)
      const { message, asked, sent } = translateRequest(chat, messages, { path: request.url ?? '/', query: {}, headers: {}, body }, sides)
      const reply = await fetch(new URL(message.path, upstream), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...message.headers, 'x-api-key': key },
        body: JSON.stringify(message.body),
      })
      const state = { ...asked, ...sent }
      if (reply.ok && asked.request.stream === true && reply.body !== null) {
        const { reader, writer } = translateStream(chat, messages, sides, state)
        const translation = chain(reader, writer)
        response.writeHead(200, { 'content-type': chat.http.streamContentType })
        for await (const text of reply.body.pipeThrough(new TextDecoderStream())) response.write(translation.push(text).join(''))
        response.end(translation.end().join(''))
        return
      }
      const wire = { status: reply.status, headers: Object.fromEntries(reply.headers), body: parseJson(await reply.text()) }
      if (reply.ok) answer(translateResponse(chat, messages, wire, sides, state))
      else answer(chat.encodeFailure(messages.decodeFailure(messages.parseFailure(wire), context), context))
    } catch (error) {
      const known = isInterlinguaError(error)
      const message = error instanceof Error ? error.message : String(error)
      answer(
        chat.encodeFailure(
          { code: known ? 'invalid-request' : 'server', message, retryable: !known, ...(known && { path: error.path }) },
          context,
        ),
      )
    }
  })
}
