import type { Client } from '../driver/language.ts'

/** A coding agent with a setting of its own for one of the formats. */
export interface Agent extends Omit<Client, 'setting'> {
  /** The program, in the folder of what was installed. */
  readonly program: string
  /** The name under which users start it. */
  readonly command: string
  /** Whose models it asks for. */
  readonly vendor: 'openai' | 'anthropic' | 'google'
  /** Whether it asks every model to think as much as that finds right, which the vendor's usual one here does not know. */
  readonly adaptive?: true
  /** What it is told so that the demo provider has it run these commands of the shell, one after the other. */
  prompt(commands: readonly string[]): string
  configure(to: AgentSetting): AgentRun
}

export interface AgentSetting {
  /** The gateway's address with the agent's path. */
  readonly url: string
  readonly key: string
  readonly model: string
}

export interface AgentRun {
  /** Before the prompt, which comes last. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files of its configuration, by their place in the home folder. */
  readonly files: Readonly<Record<string, string>>
}
