import type { Client } from '../driver/language.ts'

/** A coding agent with a setting of its own for one of the formats. */
export interface Agent extends Omit<Client, 'setting'> {
  /** Path of the program in the folder of the installation. */
  readonly program: string
  /** Command by which users start it. */
  readonly command: string
  /** Vendor whose models the agent asks for. */
  readonly vendor: 'openai' | 'anthropic' | 'google'
  /** True: the agent asks every model for adaptive thinking, which the vendor's usual model of this suite does not have. */
  readonly adaptive?: true
  /** Prompt that makes the demo provider run these commands of the shell tool, one after the other. */
  prompt(commands: readonly string[]): string
  configure(to: AgentSetting): AgentRun
}

export interface AgentSetting {
  /** Address of the gateway with the agent's path. */
  readonly url: string
  readonly key: string
  readonly model: string
}

export interface AgentRun {
  /** Arguments before the prompt, which comes last. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files of its configuration, by their place in the home folder. */
  readonly files: Readonly<Record<string, string>>
}
