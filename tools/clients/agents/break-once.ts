import { startRelay } from '../../../clients/driver/start-relay.ts'

export interface Breaker {
  readonly url: string
  /** Whether the answer to this mark's conversation was broken off. */
  struck(mark: string): boolean
  close(): Promise<void>
}

/** The mark of a case that wants to be cut, and the sign of an agent's own turn: the title of a conversation is asked for without tools. */
const cutMark = /#[\w.-]+\/[\w-]+\/cut#/
const tools = /"tools":\s*\[\s*\{/

/**
 * Stands before the demo provider and has it break off its first answer to each conversation that bears the mark of a cut, in the middle. The
 * directive in a prompt would not do: an agent that asks again in other words has another prompt, whose first answer it would cut anew.
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
