import { startRelay } from '../../../clients/driver/start-relay.ts'

export interface Breaker {
  readonly url: string
  /** True if the response to this mark's conversation was broken off. */
  struck(mark: string): boolean
  close(): Promise<void>
}

/** Mark of a case that wants a cut, and the sign of an agent's own turn: titles of conversations are requested without tools. */
const cutMark = /#[\w.-]+\/[\w-]+\/cut#/
const tools = /"tools":\s*\[\s*\{/

/**
 * Proxy of the demo provider that breaks off the first response to each conversation with the mark of a cut, in the middle. A directive in
 * the prompt would not do: an agent that asks again in other words would be cut again.
 */
export async function breakOnce(target: string): Promise<Breaker> {
  const done = new Set<string>()
  const { url, close } = await startRelay(target, (_, body) => {
    const mark = cutMark.exec(body)?.[0]
    if (mark === undefined || done.has(mark) || !tools.test(body)) return {}
    done.add(mark)
    return { headers: { 'x-demo-cut': 'in-the-middle' } }
  })
  return { url, close, struck: (mark) => done.has(mark) }
}
