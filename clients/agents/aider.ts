import type { Agent, AgentRun, AgentSetting } from './agent.ts'

/** Settings of aider, which has no tools and writes the files that stand in an answer. https://aider.chat/docs/config/aider_conf.html */
const common = {
  packages: ['aider-chat'],
  program: 'aider/bin/aider',
  command: 'aider',
  prompt: () => '[demo:say Here it is.\n\ncopied.txt\n```\n$WORD\n```\n]',
  cases: ['recover'],
} as const

const args = ['--yes-always', '--no-git', '--no-pretty', '--no-show-release-notes', '--edit-format', 'whole', '--message'] as const
/** Keeps aider from fetching anything. */
const env = { LITELLM_LOCAL_MODEL_COST_MAP: 'True' } as const

function configure(model: string, more: string): AgentRun {
  const lines = [
    `model: ${model}`,
    `weak-model: ${model}`,
    'show-model-warnings: false',
    'check-update: false',
    'analytics-disable: true',
    more,
  ]
  return { args, env, files: { '.aider.conf.yml': `${lines.join('\n')}\n` } }
}

export const aiderChat: Agent = {
  ...common,
  name: 'aider-chat',
  title: 'aider, `openai/`',
  path: '/v1',
  vendor: 'openai',
  configure: ({ url, key, model }: AgentSetting) => configure(`openai/${model}`, `openai-api-base: ${url}\nopenai-api-key: ${key}`),
}

export const aiderAnthropic: Agent = {
  ...common,
  name: 'aider-anthropic',
  title: 'aider, `anthropic/`',
  path: '',
  vendor: 'anthropic',
  configure: ({ url, key, model }: AgentSetting) =>
    configure(`anthropic/${model}`, `anthropic-api-key: ${key}\nset-env:\n  - ANTHROPIC_API_BASE=${url}`),
}
