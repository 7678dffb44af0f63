import type { CaseName } from './cases.ts'
import type { Upstream } from './upstreams.ts'

/** A client library in one of its manners of speaking, such as OpenAI's SDK with Chat Completions. */
export interface Client {
  readonly name: string
  /** Cases that it cannot do, with the reason. They are neither run nor missed. */
  readonly without?: Partial<Readonly<Record<CaseName, string>>>
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The harness of one language: a program that is given a client's name and prints one line of JSON for each upstream and case. */
export interface Language {
  readonly name: string
  readonly clients: readonly Client[]
  /** Installs and builds what is not there yet, into the folder. Throws with the reason where it cannot. */
  prepare(cache: string): Promise<void>
  command(client: string, cache: string): Command
}

/** One line of a harness. */
export interface Result {
  readonly client: string
  readonly upstream: Upstream
  readonly case: CaseName
  readonly ok: boolean
  /** What went wrong, or what the client's own error is called. */
  readonly note: string
  readonly millis: number
}
