import { expect, test } from 'vitest'
import { clientName } from '../src/metering/client-name.ts'

test.each([
  ['claude-cli/2.1.330 (external, cli)', 'claude-code 2.1.330'],
  ['codex_cli_rs/0.169.0 (Debian 12; x86_64) xterm', 'codex 0.169.0'],
  ['codex_exec/0.169.0 (Debian)', 'codex 0.169.0'],
  ['GeminiCLI/v24.1.0 (linux; x64)', 'gemini-cli 24.1.0'],
  ['GeminiCLI/0.61.0/gemini-3-pro (linux; x64; terminal)', 'gemini-cli 0.61.0'],
  ['QwenCode/0.24.4 (linux; x64)', 'qwen-code 0.24.4'],
  ['OpenAI/JS 7.57.0', 'openai js 7.57.0'],
  ['AsyncOpenAI/Python 2.41.0', 'openai python 2.41.0'],
  ['Anthropic/Python 1.10.0', 'anthropic python 1.10.0'],
  ['google-genai-sdk/1.33.0 gl-node/24.21.0', 'google-genai 1.33.0'],
  ['ai-sdk/anthropic/4.0.105 runtime/node.js/24', 'ai-sdk anthropic 4.0.105'],
  ['node', 'node'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'mozilla'],
  ['my-tool/v3', 'my-tool 3'],
  ['', undefined],
  [undefined, undefined],
  ['(nothing)', undefined],
])('%s is %s', (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name)
})

test('a name is short, whatever the header holds', () => {
  expect(clientName('x'.repeat(5000))?.length).toBe(64)
  expect(clientName(`OpenAI/${'J'.repeat(500)} ${'7'.repeat(500)}`)?.length).toBe(64)
})
