import { type Agent, configFolder } from '../agent.ts'

/** https://docs.github.com/copilot/how-tos/copilot-cli */
export const copilot: Agent = {
  id: 'copilot',
  title: 'Copilot CLI',
  tried: { version: '1.0.102', by: 'hand' },
  speaks: 'responses',
  prefers: ['gpt-*', 'claude-*'],
  start: () => ['. ~/.config/interlingua/copilot.sh && copilot   # it reads the environment alone'],
  files: ({ url, key, model }) => [
    {
      folder: configFolder('interlingua'),
      names: ['copilot.sh'],
      syntax: 'shell',
      edits: [
        { path: ['COPILOT_PROVIDER_BASE_URL'], value: `${url}/v1` },
        { path: ['COPILOT_PROVIDER_TYPE'], value: 'openai' },
        { path: ['COPILOT_PROVIDER_WIRE_API'], value: 'responses' },
        { path: ['COPILOT_PROVIDER_API_KEY'], value: key },
        { path: ['COPILOT_MODEL'], value: model },
        // Without it the first start asks for a GitHub account.
        { path: ['COPILOT_OFFLINE'], value: 'true' },
      ],
    },
  ],
}
