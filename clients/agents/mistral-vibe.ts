import type { Agent, AgentRun, AgentSetting } from './agent.ts'
import { callTool } from './call-tool.ts'

/** https://github.com/mistralai/mistral-vibe */
const common = {
  packages: ['mistral-vibe'],
  program: 'vibe/bin/vibe',
  command: 'vibe',
  prompt: (commands: readonly string[]) => callTool('bash', commands),
  cases: ['recover', 'replay'],
} as const

function configure({ url, key, model }: AgentSetting, style: string): AgentRun {
  const config = `active_model = "gateway"
enable_telemetry = false
enable_update_checks = false

[[providers]]
name = "gateway"
api_base = "${url}"
api_key_env_var = "INTERLINGUA_API_KEY"
api_style = "${style}"
backend = "generic"

[[models]]
name = "${model}"
provider = "gateway"
alias = "gateway"
thinking = "high"
temperature = 1.0
`
  return { args: ['--auto-approve', '--trust', '-p'], env: { INTERLINGUA_API_KEY: key }, files: { '.vibe/config.toml': config } }
}

export const vibeResponses: Agent = {
  ...common,
  name: 'mistral-vibe-responses',
  title: 'mistral-vibe, Responses',
  path: '/v1',
  vendor: 'openai',
  configure: (to) => configure(to, 'openai-responses'),
}

export const vibeAnthropic: Agent = {
  ...common,
  name: 'mistral-vibe-anthropic',
  title: 'mistral-vibe, Anthropic',
  path: '',
  vendor: 'anthropic',
  adaptive: true,
  cases: ['shell', 'replay'],
  without: { recover: 'it takes an error within a stream for a fault of its own (RuntimeError) and does not ask again' },
  configure: (to) => configure(to, 'anthropic'),
}

export const vibeChat: Agent = {
  ...common,
  name: 'mistral-vibe-chat',
  title: 'mistral-vibe, Chat Completions',
  path: '/v1',
  vendor: 'openai',
  without: { replay: 'it returns the text of reasoning, and no signature' },
  configure: (to) => configure(to, 'openai'),
}
