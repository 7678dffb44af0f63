import { type Agent, homeFolder } from '../agent.ts'

/** https://docs.continue.dev/reference */
export const continueCli: Agent = {
  id: 'continue',
  title: 'Continue',
  tried: { version: '1.5.47', by: 'hand' },
  speaks: 'messages',
  prefers: ['claude-*', 'gpt-*'],
  start: () => ['cn'],
  files: ({ url, key, model }) => [
    {
      folder: homeFolder('.continue', 'CONTINUE_GLOBAL_DIR'),
      names: ['config.yaml'],
      syntax: 'yaml',
      edits: [
        { path: ['name'], value: 'Local config' },
        { path: ['version'], value: '1.0.0' },
        { path: ['schema'], value: 'v1' },
        {
          list: ['models'],
          by: 'name',
          item: {
            name: 'Interlingua',
            provider: 'anthropic',
            model,
            apiKey: key,
            apiBase: `${url}/v1/`,
            roles: ['chat', 'edit', 'apply'],
            capabilities: ['tool_use'],
          },
        },
      ],
    },
  ],
}
