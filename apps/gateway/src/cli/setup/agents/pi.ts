import { type Agent, homeFolder } from '../agent.ts'

/** https://github.com/earendil-works/pi */
export const pi: Agent = {
  id: 'pi',
  title: 'pi',
  tried: { version: '0.87.0', by: 'ci' },
  speaks: 'messages',
  prefers: ['claude-*', 'gpt-*'],
  start: ({ model }) => [`pi --provider interlingua --model ${model}`],
  files: ({ url, key, model, contextLength, maxOutput }) => [
    {
      folder: homeFolder('.pi/agent', 'PI_CODING_AGENT_DIR'),
      names: ['models.json'],
      syntax: 'json',
      edits: [
        {
          path: ['providers', 'interlingua'],
          value: {
            baseUrl: url,
            api: 'anthropic-messages',
            apiKey: key,
            models: [{ id: model, reasoning: true, contextWindow: contextLength, maxTokens: maxOutput }],
          },
        },
      ],
    },
  ],
}
