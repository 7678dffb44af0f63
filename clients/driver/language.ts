import type { CaseName } from './cases.ts'
import type { Upstream } from './upstreams.ts'

/** What a client puts behind the gateway's address. */
export type Path = '' | '/v1' | '/v1beta'

/** A client library in one of its manners of speaking, such as OpenAI's SDK with Chat Completions, or an agent. */
export interface Client {
  readonly name: string
  /** How it is called in the documentation. */
  readonly title: string
  /** The pinned packages that are driven, by the names that the pins give them. */
  readonly packages: readonly string[]
  readonly path: Path
  /** What a user writes, with `URL` for the address (the path included), `KEY` and `MODEL`. */
  readonly setting: string
  /** What it is put through where that is not what every library is. */
  readonly cases?: readonly CaseName[]
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
  /** Installs and builds what these clients need and is not there yet, into the folder. Throws with the reason where it cannot. */
  prepare(cache: string, clients: readonly Client[]): Promise<void>
  command(client: Client, cache: string): Command
  /** The version at which a client's package is pinned. */
  version(client: Client, name: string): string
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
  /** When the line came. */
  readonly at: number
}
