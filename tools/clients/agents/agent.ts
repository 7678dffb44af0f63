import type { Upstream } from '../../../clients/driver/upstreams.ts'
import type { Column } from './column.ts'

/** A command-line agent in one of its manners of speaking: how to install it and how to run it without a person. */
export interface Agent {
  readonly name: string
  /** The npm package and the version that is driven. */
  readonly package: string
  readonly version: string
  readonly program: string
  /** The format that it speaks; the vendor of that format is whom it would ask without a gateway. */
  readonly speaks: Upstream
  /** The model that it asks for, by a name that it knows. */
  readonly model: string
  /** Whether it runs where nobody named it. */
  readonly representative?: true
  /** Where it does not bring the model's reasoning back (everywhere, if not said), and why. */
  readonly forgets?: { readonly on?: readonly Column[]; readonly reason: string }
  /** What the upstream's vendor refuses of it, with or without a gateway, and why. */
  readonly refused?: { readonly on: readonly Column[]; readonly reason: string }
  /** Where it ends with an error after a cut, as it does without a gateway, instead of asking again; and why. */
  readonly tellsCut?: { readonly on: readonly Column[]; readonly reason: string }
  /** The words by which the demo calls its shell tool. */
  call(command: string): string
  prepare(setting: AgentSetting): AgentRun
}

export interface AgentSetting {
  readonly model: string
  /** Address of the gateway, without a path. */
  readonly gateway: string
  /** A key of the gateway. */
  readonly key: string
  readonly prompt: string
}

export interface AgentRun {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What it reads from its standard input. */
  readonly input?: string
  /** Files to write before, relative to the home folder. */
  readonly files?: Readonly<Record<string, string>>
  /** A file in the home folder that holds the final text; else what the program prints is it. */
  readonly answerFile?: string
}
