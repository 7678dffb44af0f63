import type { Client } from './client.ts'
import { codex } from './codex.ts'

/** Codex with models that it knows: then its tools come inside the conversation, as custom tools in namespaces that are called with JavaScript. */
export const codexOwnNames: Client = {
  ...codex,
  name: 'codex, own names',
  ownNames: { 'demo-messages': 'gpt-6-sol', 'demo-responses': 'gpt-6-luna', 'demo-chat': 'gpt-5.6-sol', 'demo-contents': 'gpt-6-astra' },
  prepare(setting) {
    const run = codex.prepare(setting)
    const prompt = `exec: \`text(await tools.exec_command({ cmd: ${JSON.stringify(setting.shell)} }))\``
    return { ...run, args: [...run.args.slice(0, -1), prompt] }
  },
}
