import type { Upstream } from '../../../clients/driver/upstreams.ts'
import type { Column } from './column.ts'

/** A command-line agent in one of its formats: how to install it and how to run it without a person. */
export interface Agent {
  readonly name: string
  /** Npm package, and the version that is driven. */
  readonly package: string
  readonly version: string
  readonly program: string
  /** Format that the agent speaks, and so the vendor that it asks without a gateway. */
  readonly speaks: Upstream
  /** Model that the agent asks for, by a name that it knows. */
  readonly model: string
  /** True: the agent runs if none was named. */
  readonly representative?: true
  /** Columns in which the agent does not return the model's reasoning (absent: all), and the reason. Absent: it always does. */
  readonly forgets?: { readonly on?: readonly Column[]; readonly reason: string }
  /** Columns in which the upstream's vendor refuses the agent, with or without a gateway, and the reason. Absent: none. */
  readonly refused?: { readonly on: readonly Column[]; readonly reason: string }
  /**
   * Columns in which the agent ends with an error after a cut, as it does without a gateway, instead of asking again; and the reason.
   * Absent: none.
   */
  readonly tellsCut?: { readonly on: readonly Column[]; readonly reason: string }
  /** True: the agent asks over a WebSocket, and sends `AgentSetting.id` with the handshake. Absent: it asks by HTTP. */
  readonly opensSocket?: true
  /** Words by which the demo calls the agent's shell tool. */
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
  /** Name of the run, for an agent that can send it as `x-request-id`. */
  readonly id: string
}

export interface AgentRun {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Text of its standard input. Absent: none. */
  readonly input?: string
  /** Files to write before the run, relative to the home folder. */
  readonly files?: Readonly<Record<string, string>>
  /** File in the home folder with the final text. Absent: the final text is the program's output. */
  readonly answerFile?: string
}
