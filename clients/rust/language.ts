import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'

const harness = join(import.meta.dirname, 'harness')
const repeats = { retry: 'it repeats nothing unless it is given a middleware' }
const setting = 'Client::with_config(OpenAIConfig::new().with_api_base(URL).with_api_key(KEY))'

export const rust: Language = {
  name: 'rust',
  clients: [
    {
      name: 'rust-async-openai-chat',
      title: 'async-openai, Chat Completions',
      packages: ['async-openai'],
      path: '/v1',
      setting,
      without: { ...repeats, replay: 'its types drop what they do not know, and reasoning is that for them' },
    },
    {
      name: 'rust-async-openai-responses',
      title: 'async-openai, Responses',
      packages: ['async-openai'],
      path: '/v1',
      setting,
      without: repeats,
    },
  ],
  prepare(cache) {
    need('cargo', '--version')
    const args = ['build', '--quiet', '--locked', '--manifest-path', join(harness, 'Cargo.toml')]
    return runInstall({ program: 'cargo', args, env: { CARGO_TARGET_DIR: join(cache, 'target') } })
  },
  version(_, name) {
    return new RegExp(`name = "${name}"\nversion = "([^"]+)"`).exec(readFileSync(join(harness, 'Cargo.lock'), 'utf8'))?.[1] ?? ''
  },
  command: (client, cache) => ({ program: join(cache, 'target/debug/clients'), args: [client.name] }),
}
