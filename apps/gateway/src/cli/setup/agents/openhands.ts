import { type Agent, configFolder } from '../agent.ts'

/** https://docs.openhands.dev/openhands/usage/run-openhands/cli-mode */
export const openhands: Agent = {
  id: 'openhands',
  title: 'OpenHands',
  tried: { version: '2026-11', by: 'hand' },
  speaks: 'chat',
  prefers: ['claude-*', 'gpt-*'],
  start: () => ['. ~/.config/interlingua/openhands.sh && openhands --override-with-envs   # without the option it ignores them'],
  files: ({ url, key, model }) => [
    {
      folder: configFolder('interlingua'),
      names: ['openhands.sh'],
      syntax: 'shell',
      edits: [
        { path: ['LLM_MODEL'], value: `openai/${model}` },
        { path: ['LLM_BASE_URL'], value: `${url}/v1` },
        { path: ['LLM_API_KEY'], value: key },
      ],
    },
  ],
}
