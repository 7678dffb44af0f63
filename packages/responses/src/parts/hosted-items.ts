import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import type { Bag } from '../extension.ts'

/** An item of a tool that the provider runs. */
export interface HostedItem {
  readonly family: string
  readonly prefix: string
  /** The keys that say what was asked. */
  readonly arguments: ReadonlySet<string>
  /** The one key whose value is the arguments by itself. */
  readonly bare?: string
  /** Another format's arguments as the value of `bare`. */
  readonly read?: (value: Json) => Json
  /** Another format's arguments with the keys of this one. */
  readonly adapt?: (value: Json) => Json
  /** Adds what the SDK's types demand of an item that another format's provider ran. */
  readonly complete?: (wire: Bag) => void
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

/** The command of a shell is the code that it runs. */
function commandAsCode(value: Json): Json {
  return isJsonObject(value) && value.code === undefined && typeof value.command === 'string' ? { code: value.command } : value
}

/** An action of ours as it is; the query of another format's search is one. */
function searchAction(value: Json): Json {
  if (!isJsonObject(value) || value.type !== undefined) return value
  const query = typeof value.query === 'string' ? value.query : ''
  const queries = Array.isArray(value.queries) ? value.queries.filter((one): one is string => typeof one === 'string') : []
  return queries.length === 0 ? { type: 'search', query } : { type: 'search', query: query === '' ? (queries[0] ?? '') : query, queries }
}
