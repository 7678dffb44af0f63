import { benchKey } from './bench-key.ts'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import type { MeasuredServer } from './measured-server.ts'
import { modelOf } from './model-of.ts'
import { streamedDeltas } from './streamed-deltas.ts'

/** Throws unless the gateway returns the upstream's content, so that wrong responses do not look fast. */
export async function checkAnswers(gateway: MeasuredServer, from: DialectId, to: DialectId): Promise<void> {
  const document = await ask(gateway, from, to, 'doc')
  if (!document.includes('Jupiter')) throw new Error(`${from} client, ${to} upstream: not the answer: ${document.slice(0, 600)}`)
  const stream = await ask(gateway, from, to, 'burst')
  const events = stream.split(/^data: /m).length
  if (events < streamedDeltas || !dialects[from].streamMarks.every((text) => stream.includes(text))) {
    throw new Error(`${from} client, ${to} upstream: not the stream: ${events} events, ${stream.slice(0, 300)} … ${stream.slice(-300)}`)
  }
}

async function ask(gateway: MeasuredServer, from: DialectId, to: DialectId, mode: 'doc' | 'burst'): Promise<string> {
  const { headers, path, smallRequest } = dialects[from]
  const response = await fetch(new URL(path(modelOf(to, mode), mode !== 'doc'), gateway.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers(benchKey) },
    body: JSON.stringify(smallRequest(modelOf(to, mode), mode !== 'doc')),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${from} client, ${to} upstream, ${mode}: ${response.status} ${text.slice(0, 600)}`)
  return text
}
