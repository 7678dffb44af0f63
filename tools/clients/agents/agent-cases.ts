import type { Agent } from './agent.ts'

/** Cases of each agent; `replay` is judged by the requests of `loop`. */
export type AgentCase = 'loop' | 'replay' | 'cut'

export const agentCases: readonly AgentCase[] = ['loop', 'replay', 'cut']

/** Calls of the shell tool, one after the other, in a conversation of `loop`. */
export const steps = 3

/** Text without repetition: gemini-cli takes an answer that repeats itself for a loop and breaks it off. */
const longText = Array.from({ length: 200 }, (_, number) => String(number * number + 7919)).join(' ')

/** Prompts by which the demo plays its part. The word that the last step prints stands in no prompt. */
export const agentPrompts: Readonly<Record<Exclude<AgentCase, 'replay'>, (agent: Agent) => string>> = {
  /** Three calls of the shell tool, one after the other: a file is written, counted and read. */
  loop: ({ call }) => `${call('cp word.txt copied.txt')}, then call ${call('wc -c copied.txt')}, then call ${call('cat copied.txt')}`,
  /** The upstream breaks its response off once (`breakOnce`), and the agent must ask again, in whatever words, and end well. */
  cut: () => `Say it all. [demo:say ${longText}]`,
}
