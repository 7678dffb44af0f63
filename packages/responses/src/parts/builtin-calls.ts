import { isJsonObject } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'

/** A tool that OpenAI defines and the client runs. */
export interface BuiltinCall {
  /** Canonical name of the tool. */
  readonly name: string
  /** Keys of the action. Arguments without any of them belong under the first. */
  readonly keys: readonly [string, ...string[]]
  /** True: the arguments are the bare value of the first key; false: an object of the keys. */
  readonly bare: boolean
  readonly prefix: string
  readonly output: string
  /** Adds the members that the SDK's types require, for a call of another format's model. Absent: none. */
  readonly complete?: (wire: JsonDraft) => void
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

/** Item type of a call of each such tool. `tool_search` depends on the side that runs it. */
export const builtinCallTypes: Readonly<Record<string, string>> = {
  shell: 'shell_call',
  local_shell: 'local_shell_call',
  apply_patch: 'apply_patch_call',
  computer: 'computer_call',
  tool_search: 'tool_search_call',
}

function completeAction(wire: JsonDraft, missing: JsonDraft): void {
  const { action } = wire
  if (isJsonObject(action)) wire.action = { ...missing, ...action }
}
