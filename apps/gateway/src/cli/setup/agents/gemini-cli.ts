import { type Agent, homeFolder } from '../agent.ts'

const home = homeFolder('.gemini')

/** https://github.com/google-gemini/gemini-cli */
export const geminiCli: Agent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  tried: { version: '0.61.0', by: 'ci' },
  speaks: 'contents',
  prefers: ['gemini-*-pro*', 'gemini-*'],
  alsoUses: [
    { id: 'gemini-2.5-flash', match: 'gemini-*-flash' },
    { id: 'gemini-2.5-flash-lite', match: 'gemini-*-flash-lite' },
  ],
  start: () => ['gemini', 'gemini -p "…" --skip-trust   # without a terminal'],
  files: ({ url, key, model }) => [
    {
      folder: home,
      names: ['settings.json'],
      syntax: 'json',
      edits: [
        // Without it the first start asks for a way to log in.
        { path: ['security', 'auth', 'selectedType'], value: 'gemini-api-key' },
        { path: ['model', 'name'], value: model },
      ],
    },
    {
      folder: home,
      names: ['.env'],
      syntax: 'environment',
      edits: [
        { path: ['GOOGLE_GEMINI_BASE_URL'], value: url },
        { path: ['GEMINI_API_KEY'], value: key },
      ],
    },
  ],
}
