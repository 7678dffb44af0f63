import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'

/** An item of a tool that the provider runs. */
export interface HostedItem {
  readonly family: string
  readonly prefix: string
  /** Keys with the arguments. */
  readonly arguments: ReadonlySet<string>
  /** Key whose bare value is the arguments. Absent: the arguments are an object of the keys. */
  readonly bare?: string
  /** Converts another format's arguments to the value of `bare`. */
  readonly read?: (value: Json) => Json
  /** Converts another format's arguments to the keys of this one. */
  readonly adapt?: (value: Json) => Json
  /** Adds the members that the SDK's types require, for an item of another format's provider. */
  readonly complete?: (wire: JsonDraft) => void
}

const none: ReadonlySet<string> = new Set()

/** https://platform.openai.com/docs/guides/tools */
export const hostedItems: Readonly<Record<string, HostedItem>> = {
  web_search_call: {
    family: 'web-search',
    prefix: 'ws_',
    arguments: new Set(['action']),
    bare: 'action',
    read: searchAction,
    complete: (wire) => void (wire.action ??= { type: 'search', query: '' }),
  },
  file_search_call: { family: 'file-search', prefix: 'fs_', arguments: new Set(['queries']) },
  code_interpreter_call: {
    family: 'code-execution',
    prefix: 'ci_',
    arguments: new Set(['code']),
    adapt: commandAsCode,
    complete: (wire) => {
      wire.code ??= null
      wire.container_id ??= ''
      wire.outputs ??= null
    },
  },
  image_generation_call: {
    family: 'image-generation',
    prefix: 'ig_',
    arguments: new Set(['action', 'background', 'output_format', 'quality', 'revised_prompt', 'size']),
  },
  mcp_call: { family: 'mcp', prefix: 'mcp_', arguments: none },
  tool_search_call: { family: 'tool-search', prefix: 'tsc_', arguments: new Set(['arguments']), bare: 'arguments' },
}

/** Reads the command of a shell as code. */
function commandAsCode(value: Json): Json {
  return isJsonObject(value) && value.code === undefined && typeof value.command === 'string' ? { code: value.command } : value
}

/** Returns an action of this format as it is; the query of another format's search becomes one. */
function searchAction(value: Json): Json {
  if (!isJsonObject(value) || value.type !== undefined) return value
  const query = typeof value.query === 'string' ? value.query : ''
  const queries = Array.isArray(value.queries) ? value.queries.filter((one): one is string => typeof one === 'string') : []
  return queries.length === 0 ? { type: 'search', query } : { type: 'search', query: query === '' ? (queries[0] ?? '') : query, queries }
}
