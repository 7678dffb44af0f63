import type { Agent, AgentRun, AgentSetting } from './agent.ts'
import { callTool } from './call-tool.ts'

/** Command that ends a run once the agent's tool has executed it. https://mini-swe-agent.com */
const end = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT'

const common = {
  packages: ['mini-swe-agent'],
  program: 'mini/bin/mini',
  command: 'mini',
  prompt: (commands: readonly string[]) => callTool('bash', [...commands, end]),
} as const

function configure(lines: readonly string[]): AgentRun {
  const file = ["MSWEA_CONFIGURED='true'", "MSWEA_COST_TRACKING='ignore_errors'", ...lines, ''].join('\n')
  return {
    args: ['-y', '--exit-immediately', '-c', 'mini.yaml', '-c', 'model.model_kwargs.reasoning_effort=high', '-t'],
    env: { MSWEA_SILENT_STARTUP: '1', MSWEA_MODEL_RETRY_STOP_AFTER_ATTEMPT: '3', LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    files: { '.config/mini-swe-agent/.env': file },
  }
}

export const miniChat: Agent = {
  ...common,
  name: 'mini-swe-agent-chat',
  title: 'mini-swe-agent, `openai/`',
  path: '/v1',
  vendor: 'openai',
  cases: ['recover', 'replay'],
  configure: ({ url, key, model }: AgentSetting) =>
    configure([`MSWEA_MODEL_NAME='openai/${model}'`, `OPENAI_API_BASE='${url}'`, `OPENAI_API_KEY='${key}'`]),
}

export const miniAnthropic: Agent = {
  ...common,
  name: 'mini-swe-agent-anthropic',
  title: 'mini-swe-agent, `anthropic/`',
  path: '',
  vendor: 'anthropic',
  cases: ['recover', 'replay'],
  configure: ({ url, key, model }: AgentSetting) =>
    configure([`MSWEA_MODEL_NAME='anthropic/${model}'`, `ANTHROPIC_API_BASE='${url}'`, `ANTHROPIC_API_KEY='${key}'`]),
}
