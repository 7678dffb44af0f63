import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

const harness = join(import.meta.dirname, 'harness')

export const go: Language = {
  name: 'go',
  clients: [
    {
      name: 'go-openai-chat',
      title: 'openai-go, Chat Completions',
      packages: ['github.com/openai/openai-go'],
      path: '/v1',
      setting: 'openai.NewClient(option.WithBaseURL(URL), option.WithAPIKey(KEY))',
      without: { replay: 'its types drop what they do not know, and reasoning is that for them' },
    },
    {
      name: 'go-openai-responses',
      title: 'openai-go, Responses',
      packages: ['github.com/openai/openai-go'],
      path: '/v1',
      setting: 'openai.NewClient(option.WithBaseURL(URL), option.WithAPIKey(KEY))',
    },
    {
      name: 'go-anthropic',
      title: 'anthropic-sdk-go',
      packages: ['github.com/anthropics/anthropic-sdk-go'],
      path: '',
      setting: 'anthropic.NewClient(option.WithBaseURL(URL), option.WithAPIKey(KEY))',
    },
    {
      name: 'go-google-genai',
      title: 'genai',
      packages: ['google.golang.org/genai'],
      path: '',
      setting:
        'genai.NewClient(ctx, &genai.ClientConfig{APIKey: KEY, Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: URL}})',
    },
    {
      name: 'go-sashabaranov',
      title: 'go-openai',
      packages: ['github.com/sashabaranov/go-openai'],
      path: '/v1',
      setting: 'config := openai.DefaultConfig(KEY); config.BaseURL = URL; openai.NewClientWithConfig(config)',
      without: { retry: 'it repeats nothing', replay: 'its types have no place for signatures' },
    },
  ],
  prepare(cache) {
    need('go', 'version')
    return runInstall({ program: 'go', args: ['build', '-buildvcs=false', '-o', join(cache, 'harness'), '.'], cwd: harness })
  },
  version(_, name) {
    return new RegExp(`${name}(?:/v\\d+)? v(\\S+)`).exec(readFileSync(join(harness, 'go.mod'), 'utf8'))?.[1] ?? ''
  },
  command: (client, cache) => ({ program: join(cache, 'harness'), args: [client.name] }),
}
