import { join } from 'node:path'
import type { Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

const harness = join(import.meta.dirname, 'harness')

export const go: Language = {
  name: 'go',
  clients: [
    { name: 'go-openai-chat', without: { replay: 'its types drop what they do not know, and reasoning is that for them' } },
    { name: 'go-openai-responses' },
    { name: 'go-anthropic' },
    { name: 'go-google-genai' },
    {
      name: 'go-sashabaranov',
      without: { retry: 'it repeats nothing', replay: 'its types have no place for signatures' },
    },
  ],
  prepare(cache) {
    need('go', 'version')
    return runInstall({ program: 'go', args: ['build', '-buildvcs=false', '-o', join(cache, 'harness'), '.'], cwd: harness })
  },
  command: (client, cache) => ({ program: join(cache, 'harness'), args: [client] }),
}
