import type { Context, GenerateAdapter, Json, Notice } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { deepFreeze } from './deep-freeze.ts'
import { diff } from './diff.ts'
import { messageOf, replyOf } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream, writeStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

/** Deterministic and non-mutating: the same frozen input in an equal context gives the same output and the same notices. */
export function lawDeterministic(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings = {}): readonly Violation[] {
  return attempt('deterministic', (say) => {
    const frozen = deepFreeze(structuredClone(exchange))
    const runs = [0, 1].map(() => {
      const { context, notices } = contextFor(exchange, settings)
      return { output: everyWay(adapter, frozen, context), notices: notices as readonly Notice[] }
    })
    for (const path of diff(runs[0], runs[1])) say(path, 'differs between two runs')
  })
}

function everyWay(adapter: GenerateAdapter, exchange: Exchange, context: Context): Json {
  const outputs: unknown[] = []
  const message = messageOf(exchange)
  if (message !== undefined && exchange.format !== 'count_tokens') {
    const request = deepFreeze(adapter.decodeRequest(adapter.parseRequest(message, context), context))
    const lowered = deepFreeze(adapter.lowerRequest(request, context).request)
    outputs.push(request, lowered, deepFreeze(adapter.encodeRequest(lowered, context)))
  }
  const reply = replyOf(exchange)
  if (reply !== undefined && exchange.format !== 'count_tokens') {
    if (reply.status < 400) {
      const response = deepFreeze(adapter.decodeResponse(adapter.parseResponse(reply, context), context))
      outputs.push(response, adapter.encodeResponse(response, context))
    } else {
      const failure = deepFreeze(adapter.decodeFailure(adapter.parseFailure(reply), context))
      outputs.push(failure, adapter.encodeFailure(failure, context))
    }
  }
  if (exchange.stream !== undefined) {
    const events = deepFreeze(readStream(adapter, [exchange.stream], context))
    outputs.push(events, writeStream(adapter, events, context))
  }
  return outputs as Json // canonical and wire values are JSON
}
