import type { ServerResponse } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import { formats } from '../formats/formats.ts'
import { foldPieces } from '../formats/fold-pieces.ts'
import type { Piece } from '../formats/gist.ts'
import type { Mutant, Way } from '../mutants/mutant.ts'
import { callUpstream, readText } from './call-upstream.ts'
import { keepAlive } from './keep-alive.ts'

export interface RelayInput {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly way: Way
  readonly upstream: string
  readonly mutant: Mutant
}

const passed = /^(anthropic-|openai-|x-goog-api-client|content-type|retry-after|request-id|x-ratelimit|x-request-id)/

/** Passes a request and its answer on as they are, where both formats are the same. */
export async function relay(response: ServerResponse, { path, headers, body, way, upstream, mutant }: RelayInput): Promise<void> {
  const left = new AbortController()
  response.on('close', () => {
    if (mutant.ignoresAbort !== true) left.abort()
  })
  const given = Object.fromEntries(Object.entries(headers).filter(([name]) => passed.test(name)))
  const toSend = { ...(mutant.headers?.(given) ?? given), ...formats[way.to].auth('reference') }
  const answer = await callUpstream({
    url: `${upstream}${path}`,
    headers: toSend,
    body: mutant.body?.(body, way) ?? body,
    signal: left.signal,
  })
  const kept = Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, value]) => (passed.test(name) && value !== undefined ? [[name, String(value)]] : [])),
  )
  const status = mutant.status?.(answer.statusCode ?? 502) ?? answer.statusCode ?? 502
  const toReport = mutant.outHeaders?.(kept) ?? kept
  if (!/event-?stream/.test(answer.headers['content-type'] ?? '')) {
    const { text, broken } = await readText(answer)
    if (broken) return void response.destroy()
    response.writeHead(status, toReport)
    return void response.end(mutant.out?.(text, way) ?? text)
  }
  response.writeHead(status, toReport)
  response.flushHeaders()
  const stop = keepAlive(response, way, mutant)
  const { framing } = formats[way.from]
  const events = framing.createReader()
  const reader = formats[way.from].createReader()
  const decoder = new StringDecoder(framing.encoding)
  const pieces: Piece[] = []
  let held = ''
  let broken = false
  try {
    for await (const chunk of answer) {
      const text = decoder.write(chunk as Buffer) // answers without an encoding give buffers
      for (const event of events.push(text)) pieces.push(...reader.push(event))
      if (mutant.buffers === true || mutant.out !== undefined) held += text
      else response.write(text, framing.encoding)
    }
  } catch {
    broken = true
  }
  stop()
  if (held !== '')
    response.write(
      mutant.out === undefined ? held : held.replaceAll(/(?:.+\r?\n)+\r?\n/g, (frame) => mutant.out?.(frame, way) ?? frame),
      framing.encoding,
    )
  const folded = foldPieces(pieces)
  const isWhole = folded.finish !== undefined || folded.failures > 0
  if (mutant.cut !== undefined && (broken || !isWhole)) {
    if (mutant.cut === 'finish')
      for (const piece of [{ kind: 'finish', finish: 'stop' }, { kind: 'terminal' }] as const)
        response.write(formats[way.from].createWriter('m').push(piece).join(''), framing.encoding)
    return void response.end()
  }
  // A cut must be seen, and here nothing may be added to the vendor's bytes.
  if (broken || !isWhole) response.destroy()
  else response.end()
}
