import type { Edit } from './edits/edit.ts'
import type { SyntaxName } from './edits/syntaxes.ts'

/** Coding agent that `interlingua setup` points at the gateway. */
export interface Agent {
  /** Name in the command. */
  readonly id: string
  readonly title: string
  /** Version with which the configuration was last seen to work, and how: `ci` in each run of CI, `hand` by hand. */
  readonly tried: { readonly version: string; readonly by: 'ci' | 'hand' }
  /** Format of its requests. */
  readonly speaks: 'messages' | 'responses' | 'chat' | 'contents'
  /** Patterns of models that the agent works best with, the best first. */
  readonly prefers: readonly string[]
  /** Models that the agent asks for by itself, beside the chosen one. Absent: none. */
  readonly alsoUses?: readonly AskedModel[]
  /** Commands that start the agent, with an explanation behind `#` where needed. */
  readonly start: (to: AgentTarget) => readonly string[]
  /** Facts that a user should know. Absent: none. */
  readonly notes?: readonly string[]
  readonly files: (to: AgentTarget) => readonly AgentFile[]
}

interface AskedModel {
  /** Id that is looked up. */
  readonly id: string
  /** Pattern of a route for it. */
  readonly match: string
}

/** Gateway as an agent is told of it. */
export interface AgentTarget {
  /** Address without a path and without a slash at its end. */
  readonly url: string
  readonly key: string
  readonly model: string
  /** Tokens of the model's context. Default: 200000. */
  readonly contextLength: number
  /** Tokens of the model's longest answer. Default: 32000. */
  readonly maxOutput: number
  /** Models of `alsoUses` that the gateway does not serve by their names. */
  readonly missing: readonly string[]
}

/** Configuration file of an agent, and the changes in it. */
export interface AgentFile {
  readonly folder: Folder
  /** Name in the folder; of several, the first that exists, or the last. */
  readonly names: readonly [string, ...string[]]
  readonly syntax: SyntaxName
  readonly edits: readonly Edit[]
}

/** Folder of a configuration: one in the home folder, which a variable may replace, or the folder of the command. */
export type Folder =
  | {
      /** Path in the home folder. */
      readonly home: string
      /** Kind of folder that systems and variables move as a whole. Absent: the home folder itself. */
      readonly base?: 'config' | 'application'
      /** Variable of the environment with another folder. Absent: none. */
      readonly variable?: string
    }
  | 'current'

/** Folder in the home folder. */
export function homeFolder(home: string, variable?: string): Folder {
  return { home, ...(variable !== undefined && { variable }) }
}

/** Folder in `~/.config`, or in `XDG_CONFIG_HOME`. */
export function configFolder(home: string): Folder {
  return { home, base: 'config' }
}

/** Folder for the data of a program as Python's libraries choose it: `~/.config` on Linux, others elsewhere. */
export function applicationFolder(home: string, variable?: string): Folder {
  return { home, base: 'application', ...(variable !== undefined && { variable }) }
}
