import { join } from 'node:path'
import type { Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

const harness = join(import.meta.dirname, 'harness')
const repeats = { retry: 'it repeats nothing unless it is given a middleware' }

export const rust: Language = {
  name: 'rust',
  clients: [
    {
      name: 'rust-async-openai-chat',
      without: { ...repeats, replay: 'its types drop what they do not know, and reasoning is that for them' },
    },
    { name: 'rust-async-openai-responses', without: repeats },
  ],
  prepare(cache) {
    need('cargo', '--version')
    const args = ['build', '--quiet', '--locked', '--manifest-path', join(harness, 'Cargo.toml')]
    return runInstall({ program: 'cargo', args, env: { CARGO_TARGET_DIR: join(cache, 'target') } })
  },
  command: (client, cache) => ({ program: join(cache, 'target/debug/clients'), args: [client] }),
}
