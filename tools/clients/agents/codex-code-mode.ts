import type { Agent } from './agent.ts'
import { codex } from './codex.ts'

/**
 * Codex with a model of its newest kind, whose tools come inside the conversation, as custom tools in namespaces that are called with
 * JavaScript.
 */
export const codexCodeMode: Agent = {
  ...codex,
  name: 'codex-code-mode',
  model: 'gpt-6-sol',
  call: (command) => `exec: \`text(await tools.exec_command({ cmd: ${JSON.stringify(command)} }))\``,
}
