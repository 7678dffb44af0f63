import type { CaseName } from './cases.ts'
import type { Upstream } from './upstreams.ts'

/** Path that a client adds to the gateway's address. */
export type Path = '' | '/v1' | '/v1beta'

/** A client library in one of its formats, such as OpenAI's SDK with Chat Completions, or an agent. */
export interface Client {
  readonly name: string
  /** Title in the documentation. */
  readonly title: string
  /** Packages that are driven, by their names in the pins. */
  readonly packages: readonly string[]
  readonly path: Path
  /** Code that a user writes, with `URL` for the address (the path included), `KEY` and `MODEL`. */
  readonly setting: string
  /** Cases of this client. Absent: those of every library. */
  readonly cases?: readonly CaseName[]
  /** Cases that the client cannot do, with the reason; they are not run. Absent: none. */
  readonly without?: Partial<Readonly<Record<CaseName, string>>>
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Harness of one language: a program that gets a client's name and prints one line of JSON for each upstream and case. */
export interface Language {
  readonly name: string
  readonly clients: readonly Client[]
  /** Installs and builds what these clients need into the folder, unless it is there. Throws with the reason if it fails. */
  prepare(cache: string, clients: readonly Client[]): Promise<void>
  command(client: Client, cache: string): Command
  /** Version at which a client's package is pinned. */
  version(client: Client, name: string): string
}

/** Line of a harness. */
export interface Result {
  readonly client: string
  readonly upstream: Upstream
  readonly case: CaseName
  readonly ok: boolean
  /** Reason of a failure, or the name of the client's own error. */
  readonly note: string
  readonly millis: number
  /** Time at which the line came. */
  readonly at: number
}
