import type { Json, JsonObject } from './json.ts'
import type { CacheMark, Format, Node } from './node.ts'

export type Tool = FunctionTool | CustomTool | BuiltinTool

interface ToolNode extends Node {
  readonly name: string
  readonly namespace?: string
  readonly description?: string
  readonly deferred?: boolean
  readonly cache?: CacheMark
}

/** A tool that the caller runs, called with a JSON object that fits `schema`. */
export interface FunctionTool extends ToolNode {
  readonly type: 'function'
  readonly schema?: JsonObject
  readonly strict?: boolean
  readonly resultSchema?: JsonObject
  readonly examples?: readonly Json[]
}

/** A tool that the caller runs, called with raw text. */
export interface CustomTool extends ToolNode {
  readonly type: 'custom'
  readonly grammar?: { readonly syntax: 'lark' | 'regex'; readonly definition: string }
}

/** A tool whose schema the vendor defines. `format` says whose spelling `config` has; families are listed in docs/model/tools.md. */
export interface BuiltinTool extends ToolNode {
  readonly type: 'builtin'
  readonly family: string
  readonly version?: string
  readonly runsOn: 'client' | 'server'
  readonly format: Format
  readonly config: JsonObject
}

/** Identity of a tool. */
export interface ToolRef {
  readonly name: string
  readonly namespace?: string
  readonly kind?: Tool['type']
}

/** A forced tool is `required` and `only` with one entry. `parallel: false`: at most one call a turn. */
export interface ToolChoice {
  readonly mode: 'auto' | 'none' | 'required'
  readonly only?: readonly ToolRef[]
  readonly checked?: boolean
  readonly parallel?: boolean
}
