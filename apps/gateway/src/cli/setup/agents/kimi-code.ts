import { type Agent, homeFolder } from '../agent.ts'

/** https://github.com/MoonshotAI/kimi-code */
export const kimiCode: Agent = {
  id: 'kimi-code',
  title: 'Kimi Code',
  tried: { version: '2.1.0', by: 'ci' },
  speaks: 'responses',
  prefers: ['kimi-*', 'gpt-*', 'claude-*'],
  start: () => ['kimi'],
  files: ({ url, key, model, contextLength, maxOutput }) => [
    {
      folder: homeFolder('.kimi-code', 'KIMI_CODE_HOME'),
      names: ['config.toml'],
      syntax: 'toml',
      edits: [
        { path: ['default_model'], value: 'interlingua' },
        { path: ['providers', 'interlingua'], value: { type: 'openai_responses', base_url: `${url}/v1`, api_key: key } },
        {
          path: ['models', 'interlingua'],
          value: {
            provider: 'interlingua',
            model,
            max_context_size: contextLength,
            max_output_size: maxOutput,
            capabilities: ['thinking', 'image_in', 'tool_use'],
          },
        },
      ],
    },
  ],
}
