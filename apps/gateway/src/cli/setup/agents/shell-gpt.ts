import { type Agent, configFolder } from '../agent.ts'

/** https://github.com/TheR1D/shell_gpt */
export const shellGpt: Agent = {
  id: 'shell-gpt',
  title: 'ShellGPT',
  tried: { version: '1.5.1', by: 'hand' },
  speaks: 'chat',
  prefers: ['gpt-*', 'claude-*'],
  start: () => ['sgpt "…"'],
  files: ({ url, key, model }) => [
    {
      folder: configFolder('shell_gpt'),
      names: ['.sgptrc'],
      syntax: 'environment',
      edits: [
        { path: ['API_BASE_URL'], value: `${url}/v1` },
        { path: ['OPENAI_API_KEY'], value: key },
        { path: ['DEFAULT_MODEL'], value: model },
      ],
    },
  ],
}
