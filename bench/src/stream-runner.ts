import type { Contexts } from '@interlingua/core'
import { benchContext } from './bench-context.ts'
import { benchKey } from './bench-key.ts'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import type { Library } from './library.ts'

/**
 * Makes a runner that translates the stream of an upstream `to`, in chunks as they are read, for a client of `from`. `take` gets the text
 * of each read.
 */
export function streamRunner(
  { adapters, core }: Library,
  from: DialectId,
  to: DialectId,
  chunks: readonly string[],
): (take: (text: string) => void) => void {
  const sides: Contexts = { client: benchContext(), upstream: benchContext() }
  const { path, headers, smallRequest } = dialects[from]
  const state = core.translateRequest(
    adapters[from],
    adapters[to],
    { path: path('bench', true), query: {}, headers: headers(benchKey), body: smallRequest('bench', true) },
    sides,
  )
  if (state.refusal !== undefined) throw new Error(state.refusal.message)
  const options = { ...state.asked, ...state.sent }
  return (take) => {
    const { reader, writer } = core.translateStream(adapters[from], adapters[to], sides, options)
    for (const chunk of chunks) {
      let text = ''
      for (const event of reader.push(chunk)) for (const piece of writer.push(event)) text += piece
      take(text)
    }
    let rest = ''
    for (const event of reader.end()) for (const piece of writer.push(event)) rest += piece
    for (const piece of writer.end()) rest += piece
    take(rest)
  }
}
