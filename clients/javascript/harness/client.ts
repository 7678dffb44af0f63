import { tools, type ToolName } from './tools.ts'

/** Answer as the client reports it. Facts that the client does not report are absent. */
export interface Answer {
  readonly text: string
  /** True if the client says that the model ended by itself. */
  readonly finished?: boolean
  readonly input?: number | undefined
  readonly output?: number | undefined
}

export type Call = readonly [name: string, args: unknown]

/** Tool loop: the calls of each turn in their order, and the last text. */
export interface Loop {
  readonly text: string
  readonly turns: readonly (readonly Call[])[]
}

export interface Setting {
  readonly url: string
  readonly key: string
  readonly models: { readonly openai: string; readonly anthropic: string; readonly google: string }
  /** Number of times that the client may ask again. */
  readonly retries: number
}

export type Failing = 'rate-limit' | 'server-error' | 'context' | 'key'

/** Functions that a client library must have to be driven by the cases of ../../driver/cases.ts. */
export interface Client {
  /** True if an error is the client's own for the case. */
  readonly errors: Readonly<Record<Failing, (error: unknown) => boolean>>
  ask(prompt: string): Promise<Answer>
  /** Returns the pieces of a stream's text; leaves the stream after `stopAfter` pieces. */
  stream(prompt: string, stopAfter?: number): Promise<readonly string[]>
  loop(prompt: string, reasoning: boolean): Promise<Loop>
  /** Returns the object, read by the client's own means. */
  schema(prompt: string): Promise<unknown>
  see(prompt: string, picture: string): Promise<string>
}

export type MakeClient = (setting: Setting) => Client

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly args: unknown
}

export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** Runs a tool loop for clients that leave it to their user: each turn gets the results of the one before. */
export async function runLoop(
  turn: (results: readonly ToolResult[]) => Promise<{ text: string; calls: readonly ToolCall[] }>,
): Promise<Loop> {
  const turns: Call[][] = []
  let results: ToolResult[] = []
  let last = ''
  while (turns.length < 5) {
    const { text, calls } = await turn(results)
    last = text
    if (calls.length === 0) break
    turns.push(calls.map(({ name, args }) => [name, args]))
    results = calls.map(({ id, name }) => ({ id, name, text: tools[name as ToolName]?.answer ?? 'there is no such tool' })) // a name of the model's, so perhaps another
  }
  return { text: last, turns }
}
