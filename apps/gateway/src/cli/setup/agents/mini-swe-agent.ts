import { type Agent, applicationFolder } from '../agent.ts'

/** https://mini-swe-agent.com */
export const miniSweAgent: Agent = {
  id: 'mini-swe-agent',
  title: 'mini-swe-agent',
  tried: { version: '2.4.6', by: 'ci' },
  speaks: 'chat',
  prefers: ['claude-*', 'gpt-*'],
  start: () => ['mini'],
  files: ({ url, key, model }) => [
    {
      folder: applicationFolder('mini-swe-agent', 'MSWEA_GLOBAL_CONFIG_DIR'),
      names: ['.env'],
      syntax: 'environment',
      edits: [
        { path: ['MSWEA_CONFIGURED'], value: 'true' },
        // A model without a known price would end a run with an error.
        { path: ['MSWEA_COST_TRACKING'], value: 'ignore_errors' },
        { path: ['MSWEA_MODEL_NAME'], value: `openai/${model}` },
        { path: ['OPENAI_API_BASE'], value: `${url}/v1` },
        { path: ['OPENAI_API_KEY'], value: key },
      ],
    },
  ],
}
