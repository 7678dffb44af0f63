import { formats } from '../formats/formats.ts'
import type { Ask } from '../formats/gist.ts'
import type { Reply } from '../run/case.ts'
import { scriptAnswer } from '../run/script-answer.ts'
import type { Session } from '../run/upstream-server.ts'

/** Answers of an upstream that knows no case, as in mode `front`: a word, a call where tools are given, and refusals as its vendor has them. */
export function createStandIn(): Session {
  return {
    arrivals: [],
    answer(arrival) {
      const { readRequest, refuses } = formats[arrival.format]
      const [broken] = arrival.kind === 'count' ? [] : refuses(arrival.json)
      const reply: Reply = broken === undefined ? replyTo(readRequest(arrival.json)) : { failure: { class: 'invalid', message: broken } }
      return scriptAnswer(arrival, { reply, model: 'stand-in' })
    },
  }
}

function replyTo({ items, tools, options }: Ask): Reply {
  const last = items.at(-1)
  const [tool] = tools
  if ((options.maxTokens ?? Infinity) <= 16) return { talk: [{ assistant: 'One, two' }], finish: 'length' }
  if (last?.kind === 'result') return { talk: [{ assistant: `It says ${last.text}.` }], finish: 'stop' }
  if (tool !== undefined) return { talk: [{ call: { id: 'call_1', name: tool.name, args: '{"x":1}' } }], finish: 'calls' }
  return { talk: [{ assistant: 'Hello there.' }], finish: 'stop' }
}
