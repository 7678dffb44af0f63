import { isJsonObject } from '@interlingua/core'
import type { Bag } from '../extension.ts'

/** A tool that OpenAI defines and the caller runs. */
export interface BuiltinCall {
  /** The canonical name of the tool. */
  readonly name: string
  /** The keys that say what is to be done. The first is the one that arguments without any of them belong under. */
  readonly keys: readonly [string, ...string[]]
  /** The arguments are the value of the first key by itself; otherwise they are an object of the keys. */
  readonly bare: boolean
  readonly prefix: string
  readonly output: string
  /** Adds what the SDK's types demand of a call that another format's model made. */
  readonly complete?: (wire: Bag) => void
}

/** Call items of vendor-defined tools by their type. https://platform.openai.com/docs/guides/tools */
export const builtinCalls: Readonly<Record<string, BuiltinCall>> = {
  shell_call: {
    name: 'shell',
    keys: ['action'],
    bare: true,
    prefix: 'sh_',
    output: 'shell_call_output',
    complete: (wire) => {
      completeAction(wire, { max_output_length: null, timeout_ms: null })
      wire.environment ??= null
    },
  },
  local_shell_call: {
    name: 'local_shell',
    keys: ['action'],
    bare: true,
    prefix: 'lsh_',
    output: 'local_shell_call_output',
    complete: (wire) => completeAction(wire, { type: 'exec', env: {} }),
  },
  apply_patch_call: { name: 'apply_patch', keys: ['operation'], bare: false, prefix: 'apc_', output: 'apply_patch_call_output' },
  computer_call: { name: 'computer', keys: ['action', 'actions'], bare: false, prefix: 'cu_', output: 'computer_call_output' },
}

/** The item type of a call of each such tool. `tool_search` is told apart by who runs it. */
export const builtinCallTypes: Readonly<Record<string, string>> = {
  shell: 'shell_call',
  local_shell: 'local_shell_call',
  apply_patch: 'apply_patch_call',
  computer: 'computer_call',
  tool_search: 'tool_search_call',
}

function completeAction(wire: Bag, missing: Bag): void {
  const { action } = wire
  if (isJsonObject(action)) wire.action = { ...missing, ...action }
}
