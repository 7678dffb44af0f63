import type { Agent, AgentRun, AgentSetting } from './agent.ts'
import { callTool } from './call-tool.ts'

/** https://github.com/MoonshotAI/kimi-code */
const common = {
  packages: ['@moonshot-ai/kimi-code'],
  program: 'kimi/node_modules/@moonshot-ai/kimi-code/dist/main.mjs',
  command: 'kimi',
  prompt: (commands: readonly string[]) => callTool('Bash', commands),
  cases: ['recover', 'replay'],
} as const

function configure({ url, key, model }: AgentSetting, type: string): AgentRun {
  const config = `default_model = "gateway"
telemetry = false

[providers.gateway]
type = "${type}"
base_url = "${url}"
api_key = "${key}"

[models.gateway]
provider = "gateway"
model = "${model}"
max_context_size = 200000
max_output_size = 64000
capabilities = ["thinking", "tool_use"]
support_efforts = ["low", "medium", "high"]
default_effort = "high"
`
  return { args: ['-p'], env: {}, files: { '.kimi-code/config.toml': config } }
}

export const kimiResponses: Agent = {
  ...common,
  name: 'kimi-code-responses',
  title: 'kimi-code, Responses',
  path: '/v1',
  vendor: 'openai',
  configure: (to) => configure(to, 'openai_responses'),
}

export const kimiAnthropic: Agent = {
  ...common,
  name: 'kimi-code-anthropic',
  title: 'kimi-code, Anthropic',
  path: '',
  vendor: 'anthropic',
  configure: (to) => configure(to, 'anthropic'),
}

export const kimiGoogle: Agent = {
  ...common,
  name: 'kimi-code-google',
  title: 'kimi-code, Google',
  path: '',
  vendor: 'google',
  configure: (to) => configure(to, 'google-genai'),
}
