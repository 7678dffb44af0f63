import type { Agent, AgentRun, AgentSetting } from './agent.ts'
import { callTool } from './call-tool.ts'

/** Tool file for llm, which has only the tools that it is given. https://llm.datasette.io */
const tools = `def bash(command: str) -> str:
    "Runs a command of the shell."
    import subprocess

    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout
`

const common = {
  packages: ['llm'],
  program: 'llm/bin/llm',
  command: 'llm',
  path: '/v1',
  vendor: 'openai',
  prompt: (commands: readonly string[]) => callTool('bash', commands),
  cases: ['shell', 'cut', 'replay'],
} as const

function configure({ url, key, model }: AgentSetting, more: string): AgentRun {
  const models = `- model_id: gateway
  model_name: ${model}
  api_base: ${url}
  api_key_name: gateway
  supports_tools: true
  supports_schema: true
  reasoning: true
${more}`
  return {
    args: ['-m', 'gateway', '-o', 'reasoning_effort', 'high', '--functions', tools],
    env: {},
    files: {
      '.config/io.datasette.llm/extra-openai-models.yaml': models,
      '.config/io.datasette.llm/keys.json': JSON.stringify({ gateway: key }),
    },
  }
}

export const llmResponses: Agent = {
  ...common,
  name: 'llm-responses',
  title: 'llm, Responses',
  configure: (to) => configure(to, '  responses: true\n'),
}

export const llmChat: Agent = {
  ...common,
  name: 'llm-chat',
  title: 'llm, Chat Completions',
  without: { replay: 'gives no reasoning back on Chat Completions' },
  configure: (to) => configure(to, ''),
}
